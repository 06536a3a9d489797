import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { Cassette } from '../format/cassette.ts';
import { guardReport, installGuard } from '../network-guard/socket-guard.ts';
import { CassetteSelection } from '../transport/cassette-selection.ts';
import { cassette, deckOf, json, operations, settings } from '../transport/test-fixtures.ts';
import { transportKinds } from '../transport/transport-kinds.ts';
import { type ReplayOptions, type Transport, withTransport } from '../transport/with-transport.ts';

installGuard();

const replay = <T>(
  kind: ReplayOptions['kind'],
  use: (transport: Transport) => Promise<T>,
  recorded: Cassette = cassette('{"n":1}', '{"n":2}'),
  timeLimit = 2_000,
) => withTransport({ deck: deckOf(recorded), settings, timeLimit, ...(kind ? { kind } : {}) }, use);

const messages = (transport: Transport) => `${transport.settings().baseUrl}/v1/messages`;

const post = (transport: Transport, body: BodyInit = '{}', headers: Record<string, string> = {}) =>
  fetch(`${messages(transport)}?key=very-secret#part`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer very-secret', ...headers },
  });

const overNodeHttp = (transport: Transport, body: string) =>
  new Promise((resolve, reject) => {
    const url = messages(transport);
    const headers = { 'X-Second': 'b', 'x-first': ['a', 'c'], 'content-type': 'application/json' };
    (url.startsWith('https') ? https : http)
      .request(url, { method: 'POST', headers }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(body);
  });

const servers = transportKinds.filter((kind) => kind !== 'in-process');

describe('every kind of transport gives the same', () => {
  const stream = 'event: a\r\ndata: {"x": 1.0}\r\n\r\n';
  const streamed: Cassette = {
    ...cassette(),
    entries: [
      {
        request: {
          method: 'POST',
          url: `${settings.baseUrl}/v1/messages`,
          headers: json,
          body: { text: '{"stream":true}' },
        },
        response: {
          status: 200,
          headers: [
            ['content-type', 'text/event-stream'],
            ['x-a', '1'],
          ],
          body: { text: stream },
        },
      },
    ],
  };
  const failing: Cassette = {
    ...cassette(),
    entries: cassette('{"error":{}}').entries.map((entry) => ({
      ...entry,
      response: { ...entry.response, status: 429, headers: [...json, ['retry-after', '7'], ['content-length', '9']] },
    })),
  };
  const binary: Cassette = {
    ...cassette(),
    entries: cassette('//4=').entries.map((entry) => ({
      ...entry,
      response: { status: 200, headers: [], body: { text: '//4=', encoding: 'base64' as const } },
    })),
  };
  const form = new FormData();
  form.set('a', 'b');

  test.each<[string, (transport: Transport) => Promise<unknown>, Cassette?]>([
    ['JSON', async (t) => [await (await post(t)).json(), await (await post(t)).json()]],
    ['events', async (t) => (await post(t, '{"stream":true}')).text(), streamed],
    ['bytes', async (t) => [...new Uint8Array(await (await post(t)).arrayBuffer())], binary],
    [
      'an error',
      async (t) => {
        const response = await post(t);
        return [response.status, response.statusText, response.headers.get('retry-after'), await response.text()];
      },
      failing,
    ],
    [
      'parallel requests',
      (t) => Promise.all([post(t, '{"a":1}'), post(t, '{"b":1}')].map(async (r) => (await r).text())),
    ],
    ['headers of its own', async (t) => (await post(t, '{}', { accept: 'application/json', 'X-Mine': '1, 2' })).text()],
    ['a body that is no text', async (t) => (await post(t, new Uint8Array([0xff, 0xfe]))).text()],
    ['a form that says its type', async (t) => (await post(t, new URLSearchParams({ a: 'ä b' }))).text()],
    ['node:http', (t) => overNodeHttp(t, '{"a":"é"}')],
    ['a request without an answer', (t) => post(t, '{"stream":true}').then(String, (error: Error) => error.name)],
    ['an unknown operation', (t) => fetch(`${messages(t)}/x%20y?a=b`).then(String, (error: Error) => error.name)],
    [
      'more requests than answers',
      async (t) => {
        for (const _ of [1, 2]) await (await post(t)).text();
        return post(t).then(String, (error: Error) => error.name);
      },
    ],
    ['a request that nobody waits for', async (t) => void post(t).catch(() => {})],
  ])('%s', async (_, use, recorded) => {
    const inProcess = await replay('in-process', use, recorded);
    const others = [];
    for (const kind of servers) others.push(await replay(kind, use, recorded));
    for (const other of others) expect(other).toEqual(inProcess);
    expect(inProcess.exchanges.length + inProcess.unexpected.length).toBeGreaterThan(0);
    expect(JSON.stringify(others)).not.toMatch(/very-secret|127\.0\.0\.1/);
  });
});

test.each(transportKinds)(
  '%s: what is sent to a further endpoint is told from what is sent to the base URL',
  async (kind) => {
    const endpoints = { control: 'https://control.example' };
    const deck = deckOf(cassette('{"n":1}', '{"n":2}'));
    const { exchanges, value } = await withTransport(
      { deck, settings: { ...settings, endpoints }, kind },
      async (t) => {
        const { baseUrl, endpoints: { control = '' } = {} } = t.settings();
        const homes = [`${control}/v1/messages`, `${baseUrl}/v1/messages`];
        for (const url of homes) await (await fetch(url, { method: 'POST', body: '{}' })).text();
        return homes;
      },
    );
    expect(exchanges.map(({ request }) => request.url)).toEqual([
      'https://control.example/v1/messages',
      `${settings.baseUrl}/v1/messages`,
    ]);
    expect(value.every((url) => new URL(url).hostname === '127.0.0.1')).toBe(kind !== 'in-process');
  },
);

describe.each(servers)('%s: a case leaves nothing behind', (kind) => {
  const trusted = () => new Set(getCACertificates('default').map((pem) => new X509Certificate(pem).fingerprint256));
  const trustedBefore = trusted();

  async function expectNoTrace(baseUrl: string | undefined): Promise<void> {
    expect(trusted()).toEqual(trustedBefore);
    await expect(fetch(`${baseUrl}/v1/messages`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    const { value, exchanges, late } = await replay(kind, async (t) => (await post(t)).text());
    expect([value, exchanges.length, late]).toEqual(['{"n":1}', 1, []]);
  }

  test('that throws', async () => {
    let baseUrl: string | undefined;
    const played = replay(kind, async (t) => {
      ({ baseUrl } = t.settings());
      await post(t);
      throw new RangeError('mine');
    });
    await expect(played).rejects.toThrow(new RangeError('mine'));
    await expectNoTrace(baseUrl);
  });

  test('that hangs', async () => {
    let baseUrl: string | undefined;
    const played = replay(
      kind,
      (t) => {
        ({ baseUrl } = t.settings());
        return new Promise(() => {});
      },
      undefined,
      20,
    );
    await expect(played).rejects.toMatchObject({ name: 'TimeLimitError' });
    await expectNoTrace(baseUrl);
  });

  test('that hangs while it sends: the request is late', async () => {
    let baseUrl: string | undefined;
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
      pull: () => new Promise(() => {}),
    });
    const { late, exchanges } = await replay(kind, async (t) => {
      ({ baseUrl } = t.settings());
      void fetch(messages(t), { method: 'POST', body: endless, duplex: 'half' } as RequestInit).catch(() => {});
      for (let turn = 0; turn < 100; turn++) await setImmediate();
    });
    expect(late).toMatchObject([{ request: { url: `${settings.baseUrl}/v1/messages` }, reason: 'the case had ended' }]);
    expect(exchanges).toEqual([]);
    await expectNoTrace(baseUrl);
  });

  test('that leaks a client: its requests reach nobody, and no other case pays', async () => {
    const { value: leaked } = await replay(kind, async (t) => {
      const url = messages(t);
      return () => fetch(url, { method: 'POST', body: '{}' });
    });
    const before = guardReport();
    const next = await replay(kind, async (t) => {
      await expect(leaked()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
      return (await post(t)).text();
    });
    expect(next).toMatchObject({ value: '{"n":1}', late: [], exchanges: [{}] });
    expect(guardReport()).toEqual(before);
  });

  test('its settings end with it', async () => {
    const { value: transport } = await replay(kind, async (t) => t);
    expect(() => transport.settings()).toThrow(/the case has ended/);
    expect(transport.signal.aborted).toBe(true);
  });

  test('a second transport at the same time is refused', async () => {
    const { value } = await replay(kind, async (t) => {
      await expect(replay('in-process', async () => {})).rejects.toThrow(/another transport is open/);
      return (await post(t)).text();
    });
    expect(value).toBe('{"n":1}');
  });
});

test('the path of the base URL stays', async () => {
  const home = { ...settings, baseUrl: 'https://gateway.example/eu/' };
  const options = {
    deck: CassetteSelection.of(cassette('{}'), operations, home.baseUrl),
    settings: home,
    kind: 'server' as const,
  };
  const { exchanges, value } = await withTransport(options, async (t) => {
    const { baseUrl } = t.settings();
    await fetch(`${baseUrl}v1/messages`, { method: 'POST', body: '{}' });
    return baseUrl;
  });
  expect(value).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/eu\/$/);
  expect(exchanges[0]?.request.url).toBe('https://gateway.example/eu/v1/messages');
});

test('with TLS, who does not trust the test CA does not get through', async () => {
  const { value } = await replay('server-tls', async (t) => {
    const trusting = await (await post(t)).text();
    const distrusting = await new Promise((resolve) =>
      https.get(messages(t), { ca: [], agent: false }, resolve).on('error', (error) => resolve(error.message)),
    );
    return [trusting, distrusting];
  });
  expect(value).toEqual(['{"n":1}', expect.stringMatching(/certificate/)]);
});
