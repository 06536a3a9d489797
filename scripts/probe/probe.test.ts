import { expect, test } from 'vitest';
import type { Json } from '../../lib/canonical-json.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { startLoopbackServer } from '../../recordings/server/loopback-server.ts';
import { answerWithin } from '../../recordings/server/request-handler.ts';
import { Session } from '../../recordings/transport/session.ts';
import { isNotice } from '../../spec/probe/judge.ts';
import { documentedAnswer, probesOf, probeWireFor } from '../../spec/probe/probes.ts';
import { type ProbedApi, probedApis, probeScenarios } from '../../spec/probe/scenarios.ts';
import { jsonResponse } from '../../spec/probe/wire.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { jsonOf } from '../../spec/wire/json.ts';
import { probePage } from './page.ts';
import { type ProbeRequest, type ProbeResults, probe } from './probe.ts';
import { baseUrlOf } from './send.ts';
import { startDocumentedServer } from './serve.ts';
import { probeText } from './text.ts';

type Change = (response: HttpResponse, request: { body: Json; headers: ReadonlyMap<string, string> }) => HttpResponse;

/** Probes a server that answers as documented, but for one change. */
async function probeChanged(
  providerApi: ProbedApi,
  change: Change,
  over: Partial<ProbeRequest> = {},
): Promise<ProbeResults> {
  const wire = await probeWireFor(providerApi);
  const session = new Session();
  const server = await startLoopbackServer({
    tls: false,
    baseUrl: 'http://loopback/v1',
    handle: (incoming) => {
      const headers = new Map(incoming.head.headers);
      void answerWithin(session, ({ body }) => {
        const asked = jsonOf(body) ?? null;
        return change(documentedAnswer(wire, asked) ?? jsonResponse({}, 404), { body: asked, headers });
      })(incoming);
    },
  });
  try {
    const { signal } = new AbortController();
    return await probe({ providerApi, baseUrl: server.baseUrl, signal, ...over });
  } finally {
    await session.end();
    await server.close();
  }
}

const text =
  (change: (text: string) => string): Change =>
  (response) => ({
    ...response,
    body: { text: change(response.body.text) },
  });

/** What a server answers that takes the request for that of another scenario. */
const takenFor = (providerApi: ProbedApi, id: string): Promise<Change> =>
  probeWireFor(providerApi).then((wire) => (_response, { body }) => {
    const scenario = probeScenarios.find((one) => one.id === id);
    const request = body as { stream?: boolean };
    if (!scenario) throw new Error(`there is no scenario ${id}`);
    return wire.answer(scenario, body as object as never, request.stream === true);
  });

test.each(probedApis)('a server that answers as %s documents has no difference', async (providerApi) => {
  const server = await startDocumentedServer(providerApi);
  try {
    const { signal } = new AbortController();
    const { findings, verdicts, requests } = await probe({ providerApi, baseUrl: server.baseUrl, signal });
    expect({ findings, verdicts }).toEqual({
      findings: [],
      verdicts: { 'as documented': expect.any(Number), wrong: 0, 'not offered': 0, inconclusive: 0 },
    });
    expect(requests).toBeGreaterThan(verdicts['as documented']);
  } finally {
    await server.close();
  }
});

test.each(probedApis)('what is asked of %s, and should be answered, fits the API', async (providerApi) => {
  const [wire, reader] = await Promise.all([probeWireFor(providerApi), wireReaderFor(providerApi)]);
  for (const { scenario, isStream } of probesOf(wire)) {
    const body = wire.request(scenario, wire.model, isStream);
    const headers = [['content-type', 'application/json']] as const;
    const request = {
      method: 'POST',
      url: `https://a.example${wire.path}`,
      headers,
      body: { text: JSON.stringify(body) },
    };
    const response = wire.answer(scenario, body, isStream);
    const exchange = { operation: wire.operation, transport: 'json', request, response } as const;
    const broken = (reader.rules ?? []).filter(
      (rule) => rule.judge({ exchange, body, earlier: [] }).breaches.length > 0,
    );
    const problems = [...(reader.schemas?.request(exchange).problems ?? []), ...broken.map(({ id }) => id)];
    if (!scenario.invalid) expect(problems, scenario.id).toEqual([]);
  }
});

/** What a server does wrong, in which scenario, and what finds it. */
const planted: readonly [
  api: ProbedApi,
  what: string,
  scenario: string,
  change: Change | { readonly as: string },
  rules: readonly string[],
][] = [
  [
    'openai-chat',
    'another function than the one that was named',
    'call-named',
    { as: 'call-required' },
    ['choice-among'],
  ],
  ['openai-chat', 'a function that is not allowed', 'call-allowed', { as: 'call-required' }, ['choice-among']],
  ['openai-chat', 'a call where none may be', 'call-none', { as: 'call-required' }, ['choice-none']],
  ['openai-chat', 'several calls where one may be', 'calls-single', { as: 'calls-parallel' }, ['parallel-off']],
  ['openai-chat', 'no call where one must be', 'call-required', { as: 'text' }, ['choice-required']],
  ['openai-chat', 'no custom tool', 'tool-custom', { as: 'text' }, ['choice-required']],
  ['openai-chat', 'a text where JSON must be', 'format', { as: 'text' }, ['format-kept']],
  ['openai-chat', 'a cut that is not said', 'length', text((t) => t.replaceAll('"length"', '"stop"')), ['limit-said']],
  [
    'openai-chat',
    'a text that goes on',
    'stop',
    text((t) => t.replaceAll('One, tw', 'One, two')),
    ['stop-sequence-kept'],
  ],
  [
    'openai-chat',
    'other arguments',
    'call-required',
    text((t) => t.replaceAll('\\"C\\"', '\\"K\\"')),
    ['strict-arguments'],
  ],
  ['openai-chat', 'another finish reason', 'call-required', text((t) => t.replaceAll('"tool_calls"}', '"stop"}')), []],
  ['openai-chat', 'markup of a call', 'text', text((t) => t.replaceAll('Hello.', '<tool_call>{')), ['call-markup']],
  [
    'openai-chat',
    'a stream without usage',
    'text',
    text((t) => t.replace(/data: (?=[^\n]*"choices":\[\]).*\n\n/, '')),
    ['complete'],
  ],
  [
    'openai-chat',
    'a stream that breaks off',
    'text',
    text((t) => (t.startsWith('data') ? t.slice(0, 300) : t)),
    ['whole'],
  ],
  [
    'openai-chat',
    'an error of another type',
    'refused-result',
    text((t) => t.replace('"code":null', '"code":400')),
    ['schema'],
  ],
  ['openai-chat', 'a fault for an invalid request', 'refused-result', (r) => ({ ...r, status: 500 }), ['status']],
  [
    'openai-chat',
    'a valid request refused',
    'call-length-replayed',
    () => jsonResponse({ error: { message: 'no', type: 'x', param: null, code: null } }, 500),
    ['status'],
  ],
  [
    'openai-responses',
    'no event that ends arguments',
    'call-required',
    text((t) => t.replace(/event: response.function_call_arguments.done\n.*\n\n/, '')),
    ['stream-parts-end'],
  ],
  [
    'openai-responses',
    'a cut that is not said',
    'length',
    text((t) =>
      t
        .replaceAll('incomplete"', 'completed"')
        .replaceAll(/"incomplete_details":\{[^}]*\}/g, '"incomplete_details":null')
        .replaceAll('response.incomplete', 'response.completed'),
    ),
    ['limit-said'],
  ],
  [
    'openai-responses',
    'events without a place',
    'text',
    text((t) => t.replaceAll('"output_index":0,', '')),
    ['schema', 'sdk-stream-helper'],
  ],
  [
    'openai-responses',
    'another choice than was sent',
    'call-required',
    text((t) => t.replaceAll('"tool_choice":"required"', '"tool_choice":"auto"')),
    ['belongs-to-request'],
  ],
  [
    'openai-responses',
    'a stream that contradicts its end',
    'text',
    text((t) => t.replace('"delta":"Hello."', '"delta":"Goodbye."')),
    ['contradiction'],
  ],
  ['openai-responses', 'no search', 'tool-hosted', { as: 'text' }, ['choice-required']],
  [
    'anthropic',
    'blocks that overlap',
    'calls-parallel',
    text((t) =>
      t.replace(
        /(event: content_block_stop\ndata: .*"index":0\}\n\n)((?:event: content_block_(?:start|delta)\n.*\n\n)+)/,
        '$2$1',
      ),
    ),
    ['blocks-in-turn'],
  ],
  [
    'anthropic',
    'a stop sequence that is not said',
    'stop',
    text((t) => t.replaceAll('"stop_reason":"stop_sequence"', '"stop_reason":"end_turn"')),
    ['stop-sequence-said'],
  ],
  ['anthropic', 'a call without input', 'call-required', text((t) => t.replaceAll(',"input":{}', '')), ['schema']],
  [
    'anthropic',
    'a hosted tool that is called as a function',
    'tool-hosted',
    text((t) =>
      t
        .replaceAll('"server_tool_use"', '"tool_use"')
        .replaceAll(/,\{"type":"web_search_tool_result".*?"caller":\{"type":"direct"\}\}/g, ''),
    ),
    ['hosted-tool'],
  ],
  [
    'anthropic',
    'an error of another API',
    'refused-result',
    () => jsonResponse({ error: { code: 400, message: 'no', type: 'x' } }, 400),
    ['schema'],
  ],
  [
    'anthropic',
    'no stream',
    'text',
    (r) => (r.body.text.startsWith('{') ? r : jsonResponse({ type: 'message' })),
    ['schema', 'transport'],
  ],
];

test.each(planted)('%s: %s is found', async (providerApi, _, scenario, change, rules) => {
  const spoiled = typeof change === 'function' ? change : await takenFor(providerApi, change.as);
  const { findings } = await probeChanged(providerApi, spoiled, { only: [scenario] });
  expect([...new Set(findings.filter((one) => !isNotice(one)).map(({ rule }) => rule))].sort()).toEqual(rules);
});

test('what is honestly not offered, and what the model does not show, is no fault', async () => {
  const error = {
    message: 'Custom tools are not supported.',
    type: 'invalid_request_error',
    param: 'tools',
    code: null,
  };
  const custom = await probeChanged('openai-chat', () => jsonResponse({ error }, 400), { only: ['tool-custom'] });
  expect(custom.scenarios).toMatchObject([{ verdict: 'not offered', reason: '400 Custom tools are not supported.' }]);
  const one = await takenFor('openai-chat', 'call-required');
  const parallel = await probeChanged('openai-chat', one, { only: ['calls-parallel'] });
  expect(parallel.scenarios[0]).toMatchObject({ verdict: 'inconclusive', tries: 2 });
  expect([custom.isGreen, parallel.isGreen]).toEqual([true, true]);
});

test('it says what is wrong once, on the terminal and on the page, and what a server writes acts on neither', async () => {
  const evil = '\u001b[2J<script>alert(1)</script>';
  const change = text((t) => t.replaceAll('"Hello."', JSON.stringify(evil)).replaceAll('"stop"', '"halted"'));
  const results = await probeChanged('openai-chat', change, { only: ['text'], model: evil });
  const plain = (line: string) => line;
  const palette = { bold: plain, red: plain, yellow: plain, green: plain, dim: plain } as Parameters<
    typeof probeText
  >[1];
  const printed = probeText(results, palette);
  expect(printed).toMatch(
    /breaks {2}"finish_reason" of .* is "halted"; .*\[schema, 2×\]\n.* of text\/complete, text\/stream\n/,
  );
  expect(printed).toContain('\\u001b[2J');
  const page = probePage(results, '2026-11-27');
  expect(page).toContain('&lt;script>alert(1)');
  for (const shown of [printed, page]) expect(shown).not.toContain('\u001b');
  expect(page).not.toContain('<script>alert');
});

test('what cannot be read at all is wrong, and ends nothing', async () => {
  const deep = text(() => `{"id":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  const { findings } = await probeChanged('openai-chat', deep, { only: ['text'] });
  expect(findings.filter((one) => !isNotice(one)).length).toBeGreaterThan(0);
});

test('no request comes over a connection that was used before: a server may be about to close it', async () => {
  const sent = new Set<string | undefined>();
  await probeChanged('openai-chat', (response, { headers }) => {
    sent.add(headers.get('connection'));
    return response;
  });
  expect([...sent]).toEqual(['close']);
});

test('the key is sent, and never told again', async () => {
  const key = 'sk-very-secret-0123456789';
  let sent: string | undefined;
  const change: Change = (response, { headers }) => {
    sent = headers.get('authorization');
    return { ...response, body: { text: response.body.text.replaceAll('Hello.', `Hello ${sent}.`) } };
  };
  const results = await probeChanged('openai-chat', change, { only: ['text'], key });
  expect(sent).toBe(`Bearer ${key}`);
  expect(JSON.stringify(results)).not.toContain(key);
});

test.each<[status: number, message: RegExp]>([
  [302, /redirects \(status 302\), and a probe follows nowhere/],
  [401, /answers 401: it takes no such key/],
  [404, /answers 404: there is no such API/],
])('where the first answer is %d, nothing else is asked', async (status, message) => {
  let asked = 0;
  const change: Change = () => {
    asked++;
    return { ...jsonResponse({}, status), headers: [['location', 'http://127.0.0.1:1/']] };
  };
  await expect(probeChanged('anthropic', change)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
  expect(asked).toBe(1);
});

test.each([
  ['http://127.0.0.1:8080/v1', '/v1/messages', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:8080/', '/v1/messages', 'http://127.0.0.1:8080'],
  ['https://a.example/llm/v1/', '/chat/completions', 'https://a.example/llm/v1'],
])('%s and %s make %s', (given, path, url) => expect(baseUrlOf(given, path)).toBe(url));

test.each(['no url', 'ftp://a.example', 'http://me:pass@a.example', 'http://a.example/?key=1'])(
  '%s is rejected',
  (given) => {
    expect(() => baseUrlOf(given, '/x')).toThrow(expect.objectContaining({ name: 'UserError', where: '--base-url' }));
  },
);
