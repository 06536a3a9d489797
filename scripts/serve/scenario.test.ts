import { existsSync, readFileSync } from 'node:fs';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ServeEvent } from './event.ts';
import { type ServeRequest, serveScenario } from './scenario.ts';

/** What was told the last time, as data. */
const events: ServeEvent[] = [];

/** Serves while `use` runs, then ends as Ctrl-C does; gives what was printed. */
async function serve(
  over: Partial<ServeRequest>,
  use: (baseUrl: string, printed: string[]) => Promise<unknown>,
): Promise<string> {
  events.length = 0;
  const printed: string[] = [];
  const ending = new AbortController();
  let said = () => {};
  const ready = new Promise<void>((resolve) => {
    said = resolve;
  });
  const served = serveScenario({
    pattern: 'anthropic/*/call-single',
    tls: false,
    once: false,
    tell: (event, text) => {
      events.push(event);
      printed.push(text);
      if (event.event === 'ready') said();
    },
    signal: ending.signal,
    ...over,
  });
  try {
    await Promise.race([ready, served]);
    await use(/at (https?:\S+)/.exec(printed.join('\n'))?.[1] ?? '', printed);
  } finally {
    if (!over.once) ending.abort();
  }
  await served;
  return printed.join('\n');
}

const ask = (baseUrl: string, body: object | string, path = '/v1/messages') =>
  fetch(`${baseUrl}${path}?key=very-secret`, {
    method: 'POST',
    headers: { authorization: 'Bearer very-secret', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('it says where it is, what it answers and how to ask, then what came and what is left', async () => {
  const printed = await serve({ pattern: 'anthropic/*/call-single/complete' }, async (baseUrl) => {
    expect(await (await ask(baseUrl, { hello: 'there' })).json()).toMatchObject({ type: 'message' });
  });
  expect(printed).toMatch(/function-calling\/call-single, at http:\/\/127\.0\.0\.1:\d+ \(accepts any key\)/);
  expect(printed).toContain('  1. POST /v1/messages → 200 application/json\n  2. POST');
  expect(printed).toContain(
    [
      'POST /v1/messages?key=REDACTED',
      '  {"hello":"there"}',
      '  → messages.create by json, response 200 application/json',
      '  left: messages.create by json, entry 2',
    ].join('\n'),
  );
  expect(printed).toMatch(/not requested:\n {2}messages\.create by json, entry 2$/);
  expect(printed).not.toContain('very-secret');
});

test('the same as data: where it is, what was asked and why it was not answered, what is left', async () => {
  let home = '';
  await serve({ pattern: 'anthropic/*/call-single/complete' }, async (baseUrl) => {
    home = baseUrl;
    await (await ask(baseUrl, {})).text();
    await expect(ask(baseUrl, {}, '/v1/mesages')).rejects.toThrow('fetch failed');
  });
  const left = ['messages.create by json, entry 2'];
  expect(events).toEqual([
    { event: 'ready', providerApi: 'anthropic', baseUrl: home },
    { event: 'request', asked: 'POST /v1/messages?key=REDACTED', left },
    { event: 'request', asked: 'POST /v1/mesages?key=REDACTED', problem: expect.stringContaining('nearest'), left },
    { event: 'ended', left },
  ]);
});

test('the line to try asks for the first answer', async () => {
  await serve({ pattern: 'anthropic/*/call-single/stream' }, async (baseUrl, printed) => {
    const [, url, data] = /curl -s -N -X POST (\S+) .*--data-raw '(.*)'$/.exec(printed.at(-1)?.trim() ?? '') ?? [];
    expect(url).toBe(`${baseUrl}/v1/messages`);
    const answer = await fetch(url ?? '', { method: 'POST', body: data ?? '' });
    expect(await answer.text()).toMatch(/^event: message_start\n/);
  });
});

test('both modes unless told, each answered in its own way; with --once it ends when all was asked for', async () => {
  const printed = await serve({ once: true }, async (baseUrl) => {
    for (const stream of [true, false, true, false]) {
      const answer = await ask(baseUrl, { stream });
      expect(answer.headers.get('content-type')).toContain(stream ? 'text/event-stream' : 'application/json');
      await answer.text();
    }
  });
  expect(printed).toMatch(/left: nothing\n.*all responses were requested$/s);
});

test('what nothing answers is said, made visible, and its connection closed', async () => {
  const printed = await serve({}, async (baseUrl) => {
    await expect(ask(baseUrl, '\u001b[2J"sk-ant-0123456789abcdefghij"', '/v1/mesages')).rejects.toThrow('fetch failed');
  });
  expect(printed).toContain(
    'POST /v1/mesages?key=REDACTED\n  \\u001b[2J"sk-REDACTED"\n  → no response, connection closed: ',
  );
  expect(printed).toContain('nearest: messages.create (POST /v1/messages)');
});

test('over TLS, with a certificate of the test CA, whose file is gone afterwards', async () => {
  let path = '';
  await serve({ tls: true, pattern: 'anthropic/*/call-single/complete' }, async (baseUrl, printed) => {
    path = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(printed.join('\n'))?.[1] ?? '';
    expect(printed.at(-1)).toContain(`--cacert ${path}`);
    const answer = await new Promise<string>((resolve, reject) => {
      const options = { method: 'POST', ca: readFileSync(path, 'utf8'), agent: false };
      https
        .request(`${baseUrl}/v1/messages`, options, async (r) => resolve(String(await buffer(r))))
        .on('error', reject)
        .end('{}');
    });
    expect(JSON.parse(answer)).toMatchObject({ type: 'message' });
    expect(baseUrl).toMatch(/^https:/);
  });
  expect(existsSync(path)).toBe(false);
});

test.each<[Partial<ServeRequest>, string | RegExp, string | RegExp]>([
  [{ pattern: 'antropic' }, 'unknown provider API "antropic"', 'did you mean "anthropic"?'],
  [{ pattern: '*/*/call-single' }, '"*/*/call-single" names no provider API', /^begin with one/],
  [{ pattern: 'anthropic/*/call-singl' }, 'unknown scenario "call-singl"', 'did you mean "call-single"?'],
  [{ pattern: 'anthropic/function-caling' }, 'unknown tool', 'did you mean "function-calling"?'],
  [{ pattern: 'anthropic/*/call-single/streem' }, 'unknown mode "streem"', 'did you mean "stream"?'],
  [
    { pattern: 'anthropic/*/reject-unsupported-tool' },
    /^"anthropic\/\*\/reject-unsupported-tool" is \d+ scenarios$/,
    /^name one: anthropic\/[\w-]+\/reject-unsupported-tool, /,
  ],
])('%j is refused', async (over, message, hint) => {
  await expect(serve(over, async () => {})).rejects.toMatchObject({
    name: 'UserError',
    message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
  });
});

test('serve rejects a port in use', async () => {
  await serve({}, async (baseUrl) => {
    const port = Number(new URL(baseUrl).port);
    await expect(serve({ port }, async () => {})).rejects.toMatchObject({
      message: expect.stringContaining(`cannot listen on port ${port}`),
      hint: 'leave out --port to use a free port',
    });
  });
});
