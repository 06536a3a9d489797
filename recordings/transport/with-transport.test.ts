import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import { headerOf } from '../format/exchange.ts';
import { cassette, deckOf, json, overNodeHttp, post, replay, settings, url } from './test-fixtures.ts';
import { withTransport } from './with-transport.ts';

test('fetch and node:http are answered from the same cassette, with no network', async () => {
  const { value, exchanges, unexpected, unconsumed, late } = await replay(async () => [
    await (await post()).text(),
    await overNodeHttp(),
  ]);
  expect(value).toEqual(['{"n":1}', '{"n":2}']);
  expect([exchanges.length, unexpected, unconsumed, late]).toEqual([2, [], [], []]);
});

test('a request that is made meanwhile is one to whoever asks', async () => {
  const { value } = await replay(async () => new Request(url) instanceof Request);
  expect(value).toBe(true);
});

test('what went over the wire is listed while the case runs, in order and scrubbed', async () => {
  const { value: counts, exchanges } = await replay(async (transport) => {
    const before = transport.exchanges().length;
    await Promise.all([post('{"a":1}'), post('{"a":2}')]);
    return [before, transport.exchanges().length];
  });
  expect(counts).toEqual([0, 2]);
  expect(exchanges.map(({ request, response }) => [request.body?.text, response.body.text])).toEqual([
    ['{"a":1}', '{"n":1}'],
    ['{"a":2}', '{"n":2}'],
  ]);
  expect(exchanges[0]).toMatchObject({
    operation: 'messages.create',
    transport: 'json',
    request: { method: 'POST', url },
  });
  expect(headerOf(exchanges[0]?.request ?? { headers: [] }, 'authorization')).toBe('REDACTED');
});

test('what the service rejects is answered with its error, unless an error was recorded', async () => {
  const error = { status: 400, headers: json, body: { text: '{"error":1}' } };
  const rejecting = ({ operation, request }: { operation: string; request: { body?: { text: string } } }) =>
    operation === 'messages.create' && request.body?.text.includes('temperature') ? error : undefined;
  const recorded = cassette('{"n":1}', '{"n":2}', '{"n":3}');
  const [first, second, third] = recorded.entries as [CassetteEntry, CassetteEntry, CassetteEntry];
  const failed = { ...third, response: { ...third.response, status: 429 } };
  const deck = deckOf({ ...recorded, entries: [first, second, failed] });
  const { value, exchanges, unconsumed } = await withTransport({ deck, settings, rejecting }, async () => {
    const answers = [];
    for (const body of ['{"temperature":0}', '{}', '{"temperature":0}']) {
      const response = await post(body);
      answers.push([response.status, await response.text()]);
    }
    return answers;
  });
  expect(value).toEqual([
    [400, '{"error":1}'],
    [200, '{"n":2}'],
    [429, '{"n":3}'],
  ]);
  expect(exchanges.map(({ isRejected }) => isRejected)).toEqual([true, undefined, undefined]);
  expect(unconsumed).toEqual([]);
});

test('a download of a file of the caller is answered, and listed as one', async () => {
  const file = 'https://files.example/sky.jpg';
  const downloadable = (asked: string) => (asked === file ? 'image/jpeg' : undefined);
  const { value, unexpected } = await withTransport({ deck: deckOf(cassette()), settings, downloadable }, async () => {
    const response = await fetch(file);
    await expect(fetch('https://files.example/sea.jpg')).rejects.toThrow('has no response');
    return [response.headers.get('content-type'), await response.text()];
  });
  expect(value).toEqual(['image/jpeg', `the file at ${file}`]);
  expect(unexpected.map(({ isDownload }) => isDownload)).toEqual([true, undefined]);
});

test('no timer stands between a question and its answer, over node:http either', async () => {
  const { value } = await replay(async () => {
    const made: string[] = [];
    // The clock of the session itself starts behind this.
    await Promise.resolve();
    // Whoever runs tests in this process sets timers, too.
    const within = new AsyncLocalStorage<true>();
    const hook = createHook({ init: (_, type) => void (within.getStore() && made.push(type)) }).enable();
    await within.run(true, overNodeHttp);
    hook.disable();
    return made;
  });
  expect(value).toContain('Immediate');
  expect(value).not.toContain('Timeout');
});

test('fetch and node:http give the same exchange', async () => {
  const { exchanges } = await replay(async () => {
    await fetch(`${url}?key=1&x=a%20b+c`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    await new Promise((resolve, reject) => {
      https
        .request(`${url}?key=1&x=a%20b+c`, { method: 'POST', headers: { 'Content-Type': 'application/json' } }, (r) =>
          r.resume().on('end', resolve),
        )
        .on('error', reject)
        .end('{}');
    });
  });
  expect(exchanges[1]?.request).toEqual(exchanges[0]?.request);
  expect(exchanges[0]?.request).toEqual({
    method: 'POST',
    url: `${url}?key=REDACTED&x=a%20b+c`,
    headers: [['content-type', 'application/json']],
    body: { text: '{}' },
  });
});

test('settings come with waits that take no time, and only while the case runs', async () => {
  const { value: transport } = await replay(async (t) => {
    await t.settings().wait(60_000);
    return t;
  });
  expect(() => transport.settings()).toThrow(/the case has ended/);
  expect(transport.signal.aborted).toBe(true);
});

describe('whatever the body, what was sent is what is listed', () => {
  const bytes = new TextEncoder().encode('{"n":"é"}');
  const form = new FormData();
  form.set('file', new Blob(['abc']), 'a.txt');
  const stream = () => new Blob([bytes]).stream();
  test.each<[string, () => BodyInit, string]>([
    ['text', () => '{"n":"é"}', '{"n":"é"}'],
    ['bytes', () => bytes, '{"n":"é"}'],
    ['a buffer', () => bytes.slice().buffer, '{"n":"é"}'],
    ['a blob', () => new Blob([bytes]), '{"n":"é"}'],
    ['a stream', stream, '{"n":"é"}'],
    ['parameters', () => new URLSearchParams({ a: '1' }), 'a=1'],
    ['a form', () => form, 'abc'],
  ])('%s', async (_, body, expected) => {
    const { exchanges } = await replay(async () => {
      await fetch(url, { method: 'POST', body: body(), duplex: 'half' } as RequestInit);
      await fetch(new Request(url, { method: 'POST', body: body(), duplex: 'half' } as RequestInit));
    });
    for (const { request } of exchanges) expect(request.body?.text).toContain(expected);
    expect(exchanges).toHaveLength(2);
  });

  test('bytes that are no text are base64', async () => {
    const { exchanges } = await replay(async () => {
      await post(new Uint8Array([0xff, 0xfe]));
      await overNodeHttp(Buffer.from([0xff, 0xfe]), 'application/octet-stream');
    });
    for (const { request } of exchanges) expect(request.body).toEqual({ text: '//4=', encoding: 'base64' });
  });

  test('a form says its boundary', async () => {
    const { exchanges } = await replay(() => fetch(url, { method: 'POST', body: form }));
    const { headers, body } = exchanges[0]?.request ?? { headers: [] };
    const boundary = headerOf({ headers }, 'content-type')?.split('boundary=')[1] ?? 'none';
    expect(body?.text).toContain(boundary);
  });
});

describe('whatever the answer, it arrives as recorded', () => {
  const answered = (
    status: number,
    headers: readonly (readonly [string, string])[],
    body: Cassette['entries'][0]['response']['body'],
    stream = false,
  ): Cassette => ({
    ...cassette(),
    entries: [
      {
        request: { method: 'POST', url, headers: json, body: { text: JSON.stringify({ stream }) } },
        response: { status, headers, body },
      },
    ],
  });

  test('events', async () => {
    const text = 'event: a\r\ndata: {"x": 1.0}\r\n\r\n: end\r\n\r\n';
    const recorded = answered(200, [['content-type', 'text/event-stream']], { text }, true);
    const { value, exchanges } = await replay(async () => (await post('{"stream":true}')).text(), recorded);
    expect(value).toBe(text);
    expect(exchanges[0]?.transport).toBe('sse');
  });

  test('an error with its headers', async () => {
    const recorded = answered(429, [...json, ['retry-after', '7']], { text: '{"error":{}}' });
    const { value } = await replay(async () => {
      const response = await post();
      return [response.status, response.headers.get('retry-after'), await response.json()];
    }, recorded);
    expect(value).toEqual([429, '7', { error: {} }]);
  });

  test.each(['fetch', 'node:http'])('bytes that are no text, over %s', async (through) => {
    const recorded = answered(200, [], { text: '//4=', encoding: 'base64' });
    const { value } = await replay(async () => {
      if (through === 'fetch') return Buffer.from(await (await post()).arrayBuffer()).toString('base64');
      return new Promise((resolve) =>
        https.request(url, { method: 'POST' }, async (r) => resolve((await buffer(r)).toString('base64'))).end('{}'),
      );
    }, recorded);
    expect(value).toBe('//4=');
  });

  test('nothing at all', async () => {
    const { value } = await replay(async () => (await post()).status, answered(204, [], { text: '' }));
    expect(value).toBe(204);
  });
});

test('a query that is no encoding at all goes over the wire as it is', async () => {
  const { exchanges } = await replay(() => fetch(`${url}?%`, { method: 'POST', body: '{}' }));
  expect(exchanges[0]?.request.url).toBe(`${url}?%`);
});

describe('a request that the cassette does not answer', () => {
  test.each([
    ['fetch', () => post('{"stream":true}')],
    ['node:http', () => overNodeHttp('{"stream":true}')],
  ])('fails as the network would, over %s, and is listed', async (_, ask) => {
    const { value, exchanges, unexpected, unconsumed } = await replay(() =>
      ask().then(
        () => expect.fail('expected an error'),
        (error) => error,
      ),
    );
    expect(value).toBeInstanceOf(TypeError);
    expect(value.message).toMatch(
      /^POST https:\/\/api\.example\/v1\/messages has no response: messages\.create by sse is/,
    );
    expect(JSON.stringify([value.message, value.stack, unexpected])).not.toContain('very-secret');
    expect(unexpected).toMatchObject([{ request: { method: 'POST', url }, reason: expect.stringContaining('by sse') }]);
    expect(exchanges).toEqual([]);
    expect(unconsumed).toEqual(['messages.create by json, entry 1', 'messages.create by json, entry 2']);
  });

  test('a URL that cannot be parsed is an error of the call, not of the harness', async () => {
    const { unexpected, exchanges } = await replay(async () => {
      await expect(fetch('https://', { method: 'POST' })).rejects.toThrow();
      await expect(fetch('/relative', { method: 'POST' })).rejects.toThrow();
    });
    expect([unexpected, exchanges]).toEqual([[], []]);
  });
});
