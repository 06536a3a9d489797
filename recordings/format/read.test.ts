import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../files/user-error.ts';
import { bodyOf, bytesOf } from './body.ts';
import type { Cassette } from './cassette.ts';
import { joinFrames, splitFrames } from './event-stream.ts';
import { parseCassette, readCassette } from './read.ts';
import { serializeCassette, writeCassette } from './write.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cassettes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const cassette = (request: string, response: string, type = 'application/json'): Cassette => ({
  provenance: {
    evidence: 'documented',
    sources: [{ title: 'an example' }],
    note: 'made for a test',
  },
  entries: [
    {
      request: {
        method: 'POST',
        url: 'https://api.example/v1/messages?alt=sse',
        headers: [['content-type', 'application/json']],
        ...(request === '' ? {} : { body: { text: request } }),
      },
      response: { status: 200, headers: [['content-type', type]], body: { text: response } },
    },
  ],
});

/** As an author writes it: no bookkeeping, compact by default. */
const byHand = (changes: Record<string, unknown> = {}, entry: Record<string, unknown> = {}): string =>
  JSON.stringify(
    {
      log: {
        version: '1.2',
        _provenance: { evidence: 'documented', sources: [{ title: 'an example' }], note: 'by hand' },
        entries: [
          {
            request: {
              method: 'POST',
              url: 'https://api.example/v1/messages',
              postData: { mimeType: 'application/json', _json: { stream: true } },
            },
            response: {
              status: 200,
              content: { mimeType: 'text/event-stream', _events: [{ event: 'ping', data: { type: 'ping' } }] },
            },
            ...entry,
          },
        ],
        ...changes,
      },
    },
    null,
    2,
  );

const eventStream = 'application/vnd.amazon.eventstream';
const framesByHand = (...frames: object[]) => ({
  response: { status: 200, content: { mimeType: eventStream, _frames: frames } },
});

const failure = (text: string): string => {
  try {
    parseCassette(text, 'x.har');
  } catch (error) {
    if (error instanceof UserError) return error.toString();
    throw error;
  }
  throw new Error('expected an error');
};

test('a cassette comes back as it was written, and writing it again changes no byte', async () => {
  const path = join(folder, 'anthropic/function-calling/one-call.json.har');
  const made = cassette('{"temperature":1.0}', '{\n  "text": "caf\\u00e9"\n}\n');
  await writeCassette(path, made, folder);
  const first = await readFile(path);
  const read = await readCassette(path, folder);
  expect(read).toEqual(made);
  await writeCassette(path, read, folder);
  expect((await readFile(path)).equals(first)).toBe(true);
  expect(await readdir(join(folder, 'anthropic/function-calling'))).toEqual(['one-call.json.har']);
});

test('bodies are readable in the file', () => {
  const text = serializeCassette(cassette('{"a":1.0}', 'event: x\ndata: {"b":2}\n\n', 'text/event-stream'));
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines.join(' ')).toContain('"_json": { "a": 1.0 }');
  expect(lines.join(' ')).toContain('"_events": [ { "event": "x", "data": { "b": 2 } } ]');
});

test('it is a complete HAR, for the tools that read HAR', () => {
  const { log } = JSON.parse(serializeCassette(cassette('{}', '{"a":1}')));
  expect(Object.keys(log)).toEqual(['version', 'creator', '_provenance', 'entries']);
  const [entry] = log.entries;
  expect(Object.keys(entry)).toEqual(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']);
  expect(entry.request.queryString).toEqual([{ name: 'alt', value: 'sse' }]);
  expect(entry.response).toMatchObject({ statusText: 'OK', cookies: [], redirectURL: '', content: { size: 7 } });
});

test('what an author leaves out is derived', () => {
  const { entries } = parseCassette(byHand(), 'x.har');
  expect(entries[0]).toEqual({
    request: {
      method: 'POST',
      url: 'https://api.example/v1/messages',
      headers: [['content-type', 'application/json']],
      body: { text: '{"stream":true}' },
    },
    response: {
      status: 200,
      headers: [['content-type', 'text/event-stream']],
      body: { text: 'event: ping\ndata: {"type":"ping"}\n\n' },
    },
  });
});

test('frames written by hand become the bytes of an event stream, numbers spelled as they stand', () => {
  const headers = [
    [':event-type', 'metadata'],
    ['n', 'integer', 7],
  ];
  const frames = framesByHand({ headers, json: { n: 12345 } }, { headers: [], text: 'x' });
  const text = byHand({}, frames).replace('12345', '1.50');
  const { response } = parseCassette(text, 'x.har').entries[0] ?? expect.fail('no entry');
  const { frames: read, rest } = splitFrames(bytesOf(response.body));
  expect(read.map(({ headers: h, payload }) => [h, String(Buffer.from(payload))])).toEqual([
    [headers, '{"n":1.50}'],
    [[], 'x'],
  ]);
  expect(rest).toHaveLength(0);
  expect(response.headers).toEqual([['content-type', eventStream]]);
});

test('an event stream is readable in the file, and comes back', () => {
  const frame = { headers: [[':event-type', 'chunk']] as const, payload: Buffer.from('{"bytes":"NCBD", "n":1.0}') };
  const [entry = expect.fail('no entry')] = cassette('{}', '', eventStream).entries;
  const body = bodyOf(joinFrames([frame, frame]));
  const made = {
    ...cassette('{}', ''),
    entries: [{ ...entry, response: { ...entry.response, headers: [['content-type', eventStream]] as const, body } }],
  };
  const file = serializeCassette(made);
  expect(file.replaceAll(/\s+/g, ' ')).toContain('"_frames": [ { "headers": [ [ ":event-type", "chunk" ] ]');
  expect(parseCassette(file, 'x.har')).toEqual(made);
});

test('escapes outside bodies are no spelling to keep', () => {
  const text = byHand().replace('https://', 'https:\\/\\/').replace('"by hand"', '"by h\\u0061nd"');
  const read = parseCassette(text, 'x.har');
  expect(read.entries[0]?.request.url).toBe('https://api.example/v1/messages');
  expect(read.provenance.note).toBe('by hand');
});

test.each([
  ['another version', byHand({ version: '1.1' }), 'x.har:3:16: /log/version is "1.1"; expected "1.2"'],
  ['truncated', byHand().slice(0, 200), /^x\.har:\d+:\d+: this cassette is not JSON/],
  ['no provenance', byHand({ _provenance: undefined }), '/log lacks the member "_provenance"'],
  ['an unknown member', byHand({ _provenence: {} }), '/log/_provenence is not a known member; did you mean'],
  ['a body given twice', byHand().replace('"_json"', '"text": "", "_json"'), /^x\.har:\d+:\d+: .*postData gives the/],
  [
    'live without a day',
    byHand({ _provenance: { evidence: 'live', sources: [{ title: 'x' }], note: 'n' } }),
    'a live recording has a day',
  ],
  ['cookies', byHand().replace('"status"', '"cookies": [{}], "status"'), '/cookies'],
  [
    'a query string that is not the URL’s',
    byHand().replace('"postData"', '"queryString": [{"name": "key", "value": "secret"}], "postData"'),
    'queryString differs',
  ],
  ['no entries', byHand({ entries: [] }), '/log/entries'],
  ['base64 of no text', byHand().replace('"_json"', '"_encoding": "base64", "_json"'), 'and gives _json'],
  [
    'a frame whose header is not of its type',
    byHand({}, framesByHand({ headers: [['n', 'byte', 200]] })),
    /x\.har:\d+:\d+: .*_frames cannot be written: frame 1: the header "n" is 200, which is no byte/,
  ],
  [
    'a frame with two payloads',
    byHand({}, framesByHand({ headers: [], json: {}, text: '' })),
    'frame 1: gives the payload 2 times: json, text',
  ],
  ['a frame without headers', byHand({}, framesByHand({ json: {} })), '_frames/0 lacks the member "headers"'],
])('%s is refused, with its place', (_, text, message) => {
  if (typeof message === 'string') expect(failure(text)).toContain(message);
  else expect(failure(text)).toMatch(message);
});

test('a missing cassette names the command that records it', async () => {
  const path = join(folder, 'anthropic/function-calling/one-call.json.har');
  await expect(readCassette(path, folder)).rejects.toMatchObject({
    message: 'no such cassette',
    missing: true,
    hint: expect.stringContaining('--provider anthropic --tool function-calling --scenario one-call'),
  });
});

test('nothing outside the folder is read or written, and nothing behind a link', async () => {
  const inside = join(folder, 'cassettes');
  await mkdir(join(inside, 'real'), { recursive: true });
  await writeFile(join(folder, 'secret.har'), byHand());
  await symlink(join(folder, 'secret.har'), join(inside, 'link.har'));
  await symlink(folder, join(inside, 'way-out'));
  for (const path of ['../secret.har', 'link.har', 'way-out/secret.har', '.', 'real']) {
    await expect(readCassette(join(inside, path), inside)).rejects.toThrow(UserError);
  }
  for (const path of ['../written.har', 'way-out/written.har']) {
    await expect(writeCassette(join(inside, path), cassette('{}', '{}'), inside)).rejects.toThrow(UserError);
  }
  await expect(readFile(join(folder, 'written.har'))).rejects.toThrow();
});

const bytes = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text).toString('utf8')),
  fc.constantFrom('{"a":1,"a":2}', '{"a":1.0 }', '[ ]', 'data: {"a":1.0}\n\n', 'data: x', '{"a":"\\u0000"}'),
);

test('property: any body comes back byte for byte', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.constantFrom('application/json', 'text/event-stream', ''), (sent, received, type) => {
      const made = cassette(sent, received, type);
      const text = serializeCassette(made);
      const read = parseCassette(text, 'x.har');
      expect(read.entries[0]?.request.body?.text ?? '').toBe(sent);
      expect(read.entries[0]?.response.body.text).toBe(received);
      expect(serializeCassette(read)).toBe(text);
    }),
  );
});

test('bytes that are no text are kept as base64', () => {
  const made = cassette('{}', '');
  const binary = { text: Buffer.from([0xff, 0x00, 0xfe]).toString('base64'), encoding: 'base64' } as const;
  const entries = made.entries.map((entry) => ({
    request: { ...entry.request, body: binary },
    response: { ...entry.response, body: binary },
  }));
  const read = parseCassette(serializeCassette({ ...made, entries }), 'x.har');
  expect(read.entries).toEqual(entries);
});
