import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';
import { fakeFetch, json, type PreparedAnswer, serverSentEvents } from '../shared/fake-provider.ts';
import { adapter, createSdk, mostContinuations, Turn } from './adapter.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const settings: ClientSettings = {
  baseUrl: 'https://anthropic.test',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'sk-test-0123456789' },
  maxOutputTokens: 100,
  timeout: 5000,
  wait: async () => {},
};

const searched = (id: string) => [
  { type: 'server_tool_use', id, name: 'web_search', input: { query: id }, caller: { type: 'direct' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: id,
    content: [{ type: 'web_search_result', url: `https://${id}.example`, title: id, encrypted_content: `E${id}` }],
  },
];
const text = (words: string) => ({ type: 'text', text: words });

function message(id: string, content: JsonObject[], stop: string, extra: JsonObject = {}) {
  const usage = { input_tokens: 10, output_tokens: 1 };
  return { id, type: 'message', role: 'assistant', model: 'm', content, stop_reason: stop, usage, ...extra };
}

/** The message as a stream: results come whole, the input of a call in pieces, words one by one. */
function streamed(whole: ReturnType<typeof message>) {
  const blocks = whole.content.flatMap((block, index) => {
    const start = {
      ...block,
      ...(block.input ? { input: {} } : {}),
      ...(block.text ? { text: '' } : {}),
      ...(block.citations ? { citations: [] } : {}),
    };
    const pieces = [
      ...(block.input ? [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }] : []),
      ...((block.citations ?? []) as JsonObject[]).map((citation) => ({ type: 'citations_delta', citation })),
      ...String(block.text ?? '')
        .split(/(?<= )/)
        .filter(Boolean)
        .map((word) => ({ type: 'text_delta', text: word })),
    ];
    return [
      { type: 'content_block_start', index, content_block: start },
      ...pieces.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  return serverSentEvents([
    { type: 'message_start', message: { ...whole, content: [], stop_reason: null } } as { type: string },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: whole.stop_reason }, usage: whole.usage } as { type: string },
    { type: 'message_stop' },
  ]);
}

const modes = ['complete', 'stream'] as const;

async function ask(mode: (typeof modes)[number], answers: ReturnType<typeof message>[], options: ChatOptions = {}) {
  const prepared: PreparedAnswer[] = answers.map((answer) => (mode === 'stream' ? streamed(answer) : json(answer)));
  const { fetch, requests } = fakeFetch(...prepared);
  vi.stubGlobal('fetch', fetch);
  const client = adapter.createClient(settings);
  const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: 'Go on.' }] }];
  const updates: ChatResponseUpdate[] = [];
  if (mode === 'complete') return { response: await client.getResponse(messages, options), requests, updates };
  for await (const update of client.getStreamingResponse(messages, options)) updates.push(update);
  return { response: foldUpdates(updates), requests, updates };
}

test.each(modes)('%s: a paused turn goes on with what was said, unchanged, and is one message', async (mode) => {
  const first = message('msg_1', [text('I look. '), ...searched('a')], 'pause_turn');
  const second = message('msg_2', searched('b'), 'pause_turn');
  const third = message('msg_3', [text('Done.')], 'end_turn');
  const { response, requests, updates } = await ask(mode, [first, second, third], {
    tools: [{ type: 'web-search' }],
  });

  const user = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] };
  const bodies = requests.map(({ body }) => body as JsonObject);
  expect(bodies.map((body) => body.messages)).toEqual([
    [user],
    [user, { role: 'assistant', content: first.content }],
    [user, { role: 'assistant', content: first.content }, { role: 'assistant', content: second.content }],
  ]);
  const others = bodies.map(({ messages: _messages, ...rest }) => rest);
  expect(others).toEqual([others[0], others[0], others[0]]);

  expect(response.messages).toHaveLength(1);
  expect(response.messages[0]?.messageId).toBe('msg_1');
  expect(response.messages[0]?.contents.map(({ type }) => type)).toEqual([
    'text',
    'hosted-tool-call',
    'hosted-tool-result',
    'hosted-tool-call',
    'hosted-tool-result',
    'text',
  ]);
  expect(response).toMatchObject({
    finishReason: 'stop',
    responseId: 'msg_3',
    usage: { inputTokens: 30, outputTokens: 3 },
  });
  expect(updates.filter(({ finishReason }) => finishReason !== undefined)).toHaveLength(mode === 'stream' ? 1 : 0);
});

test.each(modes)(
  '%s: a citation points to its words, though text of an earlier exchange is joined with them',
  async (mode) => {
    const first = message('msg_1', [text('I look. ')], 'pause_turn');
    const citation = { type: 'web_search_result_location', url: 'https://a.example', cited_text: 'q' };
    const second = message('msg_2', [{ ...text('Found.'), citations: [citation] }], 'end_turn');
    const { response } = await ask(mode, [first, second]);
    const quotes = response.messages[0]?.contents.flatMap((content) =>
      content.type === 'text'
        ? (content.annotations ?? []).map(({ startIndex, endIndex }) => content.text.slice(startIndex, endIndex))
        : [],
    );
    expect(quotes).toEqual(['Found.']);
  },
);

test.each(modes)('%s: a turn that never ends is given back paused', async (mode) => {
  const answers = Array.from({ length: mostContinuations + 1 }, (_, n) =>
    message(`msg_${n}`, searched(`s${n}`), 'pause_turn'),
  );
  const { response, requests } = await ask(mode, answers);
  expect(requests).toHaveLength(mostContinuations + 1);
  expect(response.finishReason).toBe('pause_turn');
  expect(response.messages[0]?.contents).toHaveLength(2 * (mostContinuations + 1));
});

test.each(modes)('%s: a turn that does not pause is one exchange', async (mode) => {
  const { response, requests } = await ask(mode, [message('msg_1', [text('Hi.')], 'end_turn')]);
  expect(requests).toHaveLength(1);
  expect(response).toMatchObject({ finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 1 } });
});

test.each<[JsonObject, JsonObject, unknown]>([
  [{}, {}, undefined],
  [{}, { container: null }, undefined],
  [{}, { container: { id: 'c1' } }, 'c1'],
  [{ container: 'asked' }, { container: { id: 'c1' } }, 'asked'],
  [{ container: { skills: [] } }, { container: { id: 'c1' } }, { id: 'c1', skills: [] }],
])('of a request with %j, answered with %j, the container is then %j', (asked, answered, expected) => {
  const turn = new Turn({ messages: [], ...asked });
  expect(turn.goesOn(message('msg_1', [text('x')], 'pause_turn', answered))).toBe(true);
  expect(turn.body.container).toEqual(expected);
});

test('neither webhooks nor telemetry are taken from the environment', () => {
  vi.stubEnv('ANTHROPIC_WEBHOOK_SIGNING_KEY', 'from-environment');
  vi.stubEnv('ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE', 'content');
  const { webhookKey, openTelemetry } = createSdk(settings, { secret: '' });
  expect(webhookKey).toBeNull();
  expect(openTelemetry.traces).toMatchObject({ enabled: false, contentMode: 'metadata_only' });
});
