import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { ListedExchange } from '../format/cassette.ts';
import { parseCassettes, serializeCassettes } from '../format/cassette-file.ts';
import { joinFrames, splitFrames } from '../format/event-stream.ts';
import { headerOf } from '../format/exchange.ts';
import { readCassette, writeCassette } from '../format/store.ts';
import { scrubCassette } from '../scrub/scrub.ts';
import { CassetteSelection } from './cassette-selection.ts';
import { type RecordOptions, recordWith } from './record.ts';
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
  {
    id: 'frames',
    method: 'GET',
    urlTemplates: ['/v1/frames', '/v1/frames-{coding}'],
    transports: ['eventstream'],
    description: 'a stream of frames',
  },
];

const column = { id: 'example', baseUrl: 'https://api.example.com' };
const events = 'event: start\r\ndata: {"n": 1.0}\r\n\r\n: ping\r\n\r\ndata: [DONE]\r\n\r\n';
const frames = joinFrames([
  { headers: [[':event-type', 'chunk']], payload: Buffer.from('{"text":"é","key":"very-secret"}') },
  { headers: [[':event-type', 'chunk']], payload: Buffer.from(`{"bytes":"${btoa('it is very-secret')}", "n": 1.0}`) },
]);
const framesSaid = ['{"text":"é","key":"REDACTED"}', `{"bytes":"${btoa('it is REDACTED')}", "n": 1.0}`];
let server: Server;
let settings: ClientSettings;
let answered = 0;

/** A provider in miniature, whose answers carry what changes from call to call. */
beforeAll(async () => {
  server = createServer(async (asked, answer) => {
    const body = await text(asked);
    answered += 1;
    answer.setHeader('request-id', `req_${answered}`);
    answer.setHeader('set-cookie', ['a=secret', 'b=secret']);
    if (asked.url?.startsWith('/v1/slow')) return;
    if (asked.url?.startsWith('/v1/frames')) {
      const compressed = asked.url.endsWith('gzip');
      if (compressed) answer.setHeader('content-encoding', 'gzip');
      answer.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      const bytes = compressed ? gzipSync(frames) : frames;
      answer.write(bytes.subarray(0, 30));
      answer.end(bytes.subarray(30));
    } else if (asked.url?.startsWith('/v1/files/')) {
      const encoding = asked.url.endsWith('br') ? 'br' : 'gzip';
      answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      answer.end((encoding === 'br' ? brotliCompressSync : gzipSync)('{"file":"é"}'));
    } else if (asked.url?.startsWith('/v1/models')) {
      answer.end('{}');
    } else if (body.includes('"stream":true')) {
      answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      answer.write(events.slice(0, 20));
      answer.end(events.slice(20));
    } else {
      const status = body.includes('fail') ? 429 : 200;
      answer.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' });
      answer.end(`{\n  "echo": ${JSON.stringify(body)},\n  "n": 1.0\n}\n`);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model: 'm',
    credentials: { type: 'apiKey', apiKey: 'very-secret' },
    maxOutputTokens: 10,
    timeout: 1000,
    wait: async () => {},
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const record = <T>(use: (transport: Transport) => Promise<T>, changes: Partial<RecordOptions> = {}) =>
  recordWith({ operations, settings, column, recordedAt: '2026-11-20', timeLimit: 5000, ...changes }, use);

const secrets = { authorization: 'Bearer very-secret', 'x-api-key': 'very-secret' };

/** What a client does: the same against a server and against a cassette. */
async function converse(transport: Transport): Promise<unknown[]> {
  const { baseUrl } = transport.settings();
  const post = (body: unknown) =>
    fetch(`${baseUrl}/v1/messages?key=very-secret`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...secrets },
      body: JSON.stringify(body),
    });
  const overNodeHttp = (path: string) =>
    new Promise((resolve, reject) => {
      request(`${baseUrl}${path}`, { headers: secrets }, async (response) => {
        const bytes = await buffer(response);
        resolve(String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes));
      })
        .on('error', reject)
        .end();
    });
  const parallel = await Promise.all([post({ n: 1 }), post({ n: 2, fail: true })]);
  return [
    ...(await Promise.all(parallel.map((response) => response.text()))),
    await (await post({ stream: true })).text(),
    await (await fetch(`${baseUrl}/v1/files/1`, { headers: secrets })).text(),
    await overNodeHttp('/v1/files/2'),
  ];
}

test('what was recorded is replayed: identical answers, identical exchanges', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  try {
    const recorded = await record(converse);
    const path = join(folder, 'example/function-calling/one-call.json');
    await writeCassette(path, 'sse', recorded.cassette, folder);
    const cassette = await readCassette(path, 'sse', folder);
    const home = { ...settings, baseUrl: column.baseUrl };
    const replayed = await withTransport(
      { deck: CassetteSelection.of(cassette, operations, home.baseUrl), settings: home },
      converse,
    );
    expect(replayed.value).toEqual(recorded.value);
    expect(replayed.value).toContain(events);
    expect(replayed.exchanges).toEqual(recorded.exchanges);
    expect([replayed.unconsumed, replayed.unexpected]).toEqual([[], []]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('recording the same twice changes no byte, and what it keeps is scrubbed and readable', async () => {
  const first = await record(converse);
  const second = await record(converse);
  const file = serializeCassettes({ sse: first.cassette });
  expect(serializeCassettes({ sse: second.cassette })).toBe(file);
  expect(scrubCassette(first.cassette)).toEqual(first.cassette);
  expect(file).not.toContain('secret');
  expect(file).not.toContain('127.0.0.1:');
  expect(file).toContain('"n": 1.0');
  expect(JSON.stringify(first.exchanges)).not.toContain('very-secret');
});

test('a key that a server echoes where no rule looks for one is taken out', async () => {
  const { cassette } = await record(async (transport) => {
    const body = JSON.stringify({ text: 'my key is very-secret, is it right?' });
    await fetch(`${transport.settings().baseUrl}/v1/messages`, { method: 'POST', body });
  });
  const file = serializeCassettes({ eventstream: cassette });
  expect(file).not.toContain('very-secret');
  expect(file.match(/my key is REDACTED, is it right/g)).toHaveLength(2);
});

test('requests are kept in the order in which they were made', async () => {
  const { cassette } = await record(converse);
  expect(cassette.entries.map(({ request: { method, url }, response }) => [method, url, response.status])).toEqual([
    ['POST', 'https://api.example.com/v1/messages?key=REDACTED', 200],
    ['POST', 'https://api.example.com/v1/messages?key=REDACTED', 429],
    ['POST', 'https://api.example.com/v1/messages?key=REDACTED', 200],
    ['GET', 'https://api.example.com/v1/files/1', 200],
    ['GET', 'https://api.example.com/v1/files/2', 200],
  ]);
});

test.each([
  ['fetch', 'br'],
  ['node:http', 'gzip'],
  ['node:http', 'br'],
])('compression is undone and noted: %s, %s', async (through, encoding) => {
  const { cassette } = await record(async (transport) => {
    const url = `${transport.settings().baseUrl}/v1/files/${encoding}`;
    if (through === 'fetch') await (await fetch(url)).text();
    else await new Promise((resolve) => request(url, (r) => r.resume().on('end', resolve)).end());
  });
  const { response } = cassette.entries[0] ?? expect.fail('nothing recorded');
  expect(response.body).toEqual({ text: '{"file":"é"}' });
  expect(headerOf(response, 'content-encoding')).toBeUndefined();
  expect(cassette.provenance.note).toContain(`Compression (${encoding}) undone.`);
});

test.each(['fetch', 'node:http'])(
  'AWS frames are recorded scrubbed and listed, and replayed byte for byte: %s',
  async (through) => {
    const use = async (transport: Transport) => {
      const said: Buffer[] = [];
      for (const path of ['frames', 'frames-gzip']) {
        const url = `${transport.settings().baseUrl}/v1/${path}`;
        if (through === 'fetch') said.push(Buffer.from(await (await fetch(url)).arrayBuffer()));
        else said.push(await new Promise((resolve) => request(url, (r) => resolve(buffer(r))).end()));
      }
      return said;
    };
    const { cassette, value: live } = await record(use);
    expect(live[0]).toEqual(frames);
    const file = serializeCassettes({ eventstream: cassette });
    expect(JSON.parse(file).eventstream.exchanges.map((e: ListedExchange) => e.response.frames?.length)).toEqual([
      2, 2,
    ]);
    const home = { ...settings, baseUrl: column.baseUrl };
    const reread = parseCassettes(file, 'x.json').eventstream ?? expect.fail();
    const deck = CassetteSelection.of(reread, operations, column.baseUrl);
    const { value } = await withTransport({ deck, settings: home }, use);
    for (const bytes of value) {
      const { frames: read, rest } = splitFrames(bytes);
      expect(read.map(({ payload }) => String(Buffer.from(payload)))).toEqual(framesSaid);
      expect(rest).toHaveLength(0);
    }
  },
);

test('a recording says what it was made with; a server at loopback is never live', async () => {
  const { cassette } = await record(converse, { sdk: '@example/sdk@1.0.0' });
  expect(cassette.provenance).toEqual({
    evidence: 'documented',
    sources: [{ title: 'a server at loopback' }],
    recordedAt: '2026-11-20',
    sdk: '@example/sdk@1.0.0',
    apiVersion: 'v1',
    model: settings.model,
    note: expect.stringContaining('Recorded from a server at loopback, which is not the provider'),
  });
});

test('what is asked of a further endpoint stands under its own name', async () => {
  const control = settings.baseUrl.replace('127.0.0.1', 'localhost');
  const two = { ...column, endpoints: { control: 'https://control-{region}.example.com' } };
  const { cassette } = await record(
    async (transport) => {
      await (await fetch(`${transport.settings().endpoints?.control}/v1/files/1`)).text();
      await (await fetch(`${transport.settings().baseUrl}/v1/files/2`)).text();
    },
    { settings: { ...settings, endpoints: { control } }, column: two },
  );
  expect(cassette.entries.map(({ request }) => request.url)).toEqual([
    'https://control-region.example.com/v1/files/1',
    'https://api.example.com/v1/files/2',
  ]);
});

test('what is no operation is sent, listed, and not recorded', async () => {
  const { cassette, unexpected } = await record(async (transport) => {
    await fetch(`${transport.settings().baseUrl}/v1/models`);
    await fetch(`${transport.settings().baseUrl}/v1/files/1`);
  });
  expect(cassette.entries).toHaveLength(1);
  expect(unexpected).toMatchObject([{ reason: expect.stringContaining('no operation') }]);
});

test('a recording without an exchange is an error, not an empty file', async () => {
  await expect(record(async () => {})).rejects.toThrow(/nothing was recorded for example/);
});

test('one that is to end lets what is in flight end, sends nothing more but what removes, and then gives up', async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  const url = (path: string) => `${settings.baseUrl}/v1/${path}`;
  const { exchanges } = await record(
    async (transport) => {
      const first = fetch(url('files/1'));
      ending.abort(new Error('enough'));
      await fetch(url('files/2')).catch((error) => seen.push(`${error.message}`));
      await fetch(url('files/3'), { method: 'DELETE' }).then(() => seen.push('removed'));
      expect((await first).status).toBe(200);
      await new Promise((resolve) => setImmediate(resolve));
      expect(transport.signal.aborted).toBe(true);
      // Whoever cleans up may ask for more than that.
      await fetch(url('files/4'));
    },
    { ending: ending.signal },
  );
  expect(seen).toEqual(['no more requests are sent: the recording is ending', 'removed']);
  expect(exchanges.map(({ request }) => request.url.slice(-1))).toEqual(['1', '4']);
});

test('a server that does not answer runs into the time limit, and the next recording works', async () => {
  const slow = record((transport) => fetch(`${transport.settings().baseUrl}/v1/slow`), { timeLimit: 20 });
  await expect(slow).rejects.toMatchObject({ name: 'TimeLimitError' });
  expect((await record(converse)).exchanges).toHaveLength(5);
});
