import http, { request as importedRequest } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { Cassette } from '../format/cassette.ts';
import { headerOf } from '../format/exchange.ts';
import { guardReport } from '../guard/socket-guard.ts';
import { type Transport, withTransport } from './with-transport.ts';

const operations: Operation[] = [
  {
    id: 'messages.create',
    method: 'POST',
    urlTemplates: ['/v1/messages'],
    transports: ['json', 'sse'],
    streamWhen: { body: 'stream' },
    description: 'asks a model',
  },
  { id: 'files.get', method: 'GET', urlTemplates: ['/v1/files/{id}'], transports: ['json'], description: 'a file' },
];

const settings: ClientSettings = {
  baseUrl: 'https://api.example',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'very-secret' },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: () => Promise.reject(new Error('replay waits for nothing')),
};

const url = `${settings.baseUrl}/v1/messages`;
const json = [['content-type', 'application/json']] as const;

const cassette = (...answers: string[]): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'x' }], note: 'x' },
  entries: answers.map((text) => ({
    request: { method: 'POST', url, headers: json, body: { text: '{}' } },
    response: { status: 200, headers: json, body: { text } },
  })),
});

const replay = <T>(
  use: (transport: Transport) => Promise<T>,
  recorded = cassette('{"n":1}', '{"n":2}'),
  timeLimit = 500,
) => withTransport({ operations, cassette: recorded, settings, timeLimit }, use);

const post = (body: BodyInit = '{}', headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer very-secret', ...headers },
  });

const overNodeHttp = (body: string | Buffer = '{}', type = 'application/json') =>
  new Promise<string>((resolve, reject) => {
    https
      .request(url, { method: 'POST', headers: { 'content-type': type } }, async (response) =>
        resolve(String(await buffer(response))),
      )
      .on('error', reject)
      .end(body);
  });

/** Every leak test ends so: nothing of the last case is left, and the next one passes. */
const globals = { fetch, Request, request: https.request, get: http.get, ClientRequest: http.ClientRequest };
async function expectNoTrace(): Promise<void> {
  expect({ fetch, Request, request: https.request, get: http.get, ClientRequest: http.ClientRequest }).toEqual(globals);
  expect(fetch).toBe(globals.fetch);
  expect(importedRequest).toBe(http.request);
  const { value, exchanges, unexpected, unconsumed, late } = await replay(async () => [
    await (await post()).text(),
    await overNodeHttp(),
  ]);
  expect(value).toEqual(['{"n":1}', '{"n":2}']);
  expect([exchanges.length, unexpected, unconsumed, late]).toEqual([2, [], [], []]);
  expect(guardReport().refused).toEqual(refusedBefore);
}
const refusedBefore = guardReport().refused;

test('fetch and node:http are answered from the same cassette, with no network', async () => {
  await expectNoTrace();
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
      /^POST https:\/\/api\.example\/v1\/messages is not answered: messages\.create by sse is/,
    );
    expect(JSON.stringify([value.message, value.stack, unexpected])).not.toContain('very-secret');
    expect(unexpected).toMatchObject([{ request: { method: 'POST', url }, reason: expect.stringContaining('by sse') }]);
    expect(exchanges).toEqual([]);
    expect(unconsumed).toEqual(['messages.create by json, entry 1', 'messages.create by json, entry 2']);
    await expectNoTrace();
  });

  test('a URL that cannot be parsed is an error of the call, not of the harness', async () => {
    const { unexpected } = await replay(async () => {
      await expect(fetch('https://api.example/v1/messages?%', { method: 'POST' })).rejects.toThrow();
      await expect(fetch('/relative', { method: 'POST' })).rejects.toThrow();
    });
    expect(unexpected).toEqual([]);
    await expectNoTrace();
  });
});

describe('a case leaves nothing behind', () => {
  test('that throws', async () => {
    await expect(
      replay(async () => {
        await post();
        throw new RangeError('mine');
      }),
    ).rejects.toThrow(new RangeError('mine'));
    await expectNoTrace();
  });

  test('that hangs', async () => {
    const hanging = replay(() => new Promise(() => {}), cassette('{}'), 20);
    await expect(hanging).rejects.toMatchObject({ name: 'TimeLimitError', message: 'it had not ended after 20 ms' });
    await expectNoTrace();
  });

  test('that hangs with a request in flight', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
    const hanging = replay(
      () => fetch(url, { method: 'POST', body: endless, duplex: 'half' } as RequestInit),
      cassette('{}'),
      20,
    );
    await expect(hanging).rejects.toMatchObject({ name: 'TimeLimitError' });
    await expectNoTrace();
  });

  test('that throws while a request is in flight', async () => {
    let answered: Promise<string> | undefined;
    await expect(
      replay(async () => {
        answered = post().then((response) => response.text());
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
    expect(await answered).toBe('{"n":1}');
    await expectNoTrace();
  });

  test('whose node:http request was never sent', async () => {
    await replay(async () => {
      https
        .request(url, { method: 'POST' })
        .on('error', () => {})
        .write('half a body');
    });
    await expectNoTrace();
  });

  test('that leaks a client: its requests are the old case’s, and go nowhere', async () => {
    const leaked = await replay(async () => {
      const captured = fetch;
      return () => captured(url, { method: 'POST', headers: { authorization: 'very-secret' }, body: '{}' });
    });
    const refused = guardReport().refused.length;
    let settled = false;
    void leaked.value().finally(() => {
      settled = true;
    });
    const next = await replay(async () => {
      void leaked.value();
      return (await post()).text();
    });
    expect(leaked.late).toMatchObject([{ request: { url }, reason: 'the case had ended' }, { request: { url } }]);
    expect(JSON.stringify(leaked.late)).not.toContain('very-secret');
    expect(next).toMatchObject({ value: '{"n":1}', late: [], exchanges: [{}] });
    await sleep(1);
    expect(settled).toBe(false);
    expect(guardReport().refused).toHaveLength(refused);
    await expectNoTrace();
  });

  test('that aborts its request', async () => {
    await replay(async () => {
      const aborter = new AbortController();
      const asked = fetch(url, { method: 'POST', body: '{}', signal: aborter.signal });
      aborter.abort();
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    });
    await expectNoTrace();
  });
});

test('a second transport at the same time is refused, and the first goes on', async () => {
  const { value } = await replay(async () => {
    await expect(replay(async () => {})).rejects.toThrow(/another transport is open in this process/);
    return (await post()).text();
  });
  expect(value).toBe('{"n":1}');
  await expectNoTrace();
});

test('a cassette of other operations is refused before anything is patched', async () => {
  const foreign = {
    ...cassette(),
    entries: cassette('{}').entries.map((e) => ({ ...e, request: { ...e.request, method: 'PUT' } })),
  };
  await expect(replay(async () => {}, foreign)).rejects.toMatchObject({ name: 'UserError' });
  await expectNoTrace();
});
