import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import { bodyOf, bytesOf } from './body.ts';
import type { Cassette, Provenance } from './cassette.ts';
import { parseCassettes, serializeCassettes } from './cassette-file.ts';
import { joinFrames, splitFrames } from './event-stream.ts';
import type { Headers } from './exchange.ts';

const provenance: Provenance = { evidence: 'documented', sources: [{ title: 'an example' }], note: 'made for a test' };

// biome-ignore lint/suspicious/noExplicitAny: what a file says is looked at member by member
type Loose = any;

const cassette = (request: string, response: string, type = 'application/json'): Cassette => ({
  provenance,
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

/** As an author writes it. */
const byHand = (changes: Record<string, unknown> = {}, exchange: Record<string, unknown> = {}): string =>
  JSON.stringify(
    {
      provenance: { evidence: 'documented', sources: [{ title: 'an example' }], note: 'by hand' },
      sse: {
        exchanges: [
          {
            request: {
              method: 'POST',
              url: 'https://api.example/v1/messages',
              headers: { 'Content-Type': 'application/json' },
              json: { stream: true },
            },
            response: {
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              events: [{ event: 'ping', data: { type: 'ping' } }],
            },
            ...exchange,
          },
        ],
      },
      ...changes,
    },
    null,
    2,
  );

const eventStream = 'application/vnd.amazon.eventstream';
const framesByHand = (...frames: object[]) => ({
  response: { status: 200, headers: { 'content-type': eventStream }, frames },
});

const only = (text: string): Cassette => parseCassettes(text, 'x.json').sse ?? expect.fail('nothing by sse');

/** What was made, through a file. */
const reread = (made: Cassette): Cassette => only(serializeCassettes({ sse: made }));

const failure = (text: string): string => {
  try {
    parseCassettes(text, 'x.json');
  } catch (error) {
    if (error instanceof UserError) return error.toString();
    throw error;
  }
  throw new Error('expected an error');
};

test('what was recorded by each transport comes back, and writing it again changes no byte', () => {
  const json = cassette('{"temperature":1.0}', '{\n  "text": "caf\\u00e9"\n}\n');
  const sse = cassette('{"stream":true}', 'data: {"a":1}\n\n', 'text/event-stream');
  const text = serializeCassettes({ sse, json });
  const read = parseCassettes(text, 'x.json');
  expect(read).toEqual({ json, sse });
  expect(serializeCassettes(read)).toBe(text);
});

test('where it comes from is said once, and once more by a transport that comes from elsewhere', () => {
  const json = cassette('{}', '{}');
  const sse = { ...json, provenance: { ...provenance, evidence: 'live', recordedAt: '2026-11-20' } as const };
  const text = serializeCassettes({ json, sse });
  const { provenance: common, json: first, sse: second } = JSON.parse(text);
  expect([common, first.provenance, second.provenance]).toEqual([provenance, undefined, sse.provenance]);
  expect(parseCassettes(text, 'x.json')).toEqual({ json, sse });
});

test('headers of several exchanges are said once; an exchange with others, or with none, says so', () => {
  const usual: Headers = [
    ['content-type', 'application/json'],
    ['x-a', '1'],
  ];
  const answered = (...each: Headers[]): Cassette => {
    const { entries } = cassette('{}', '{}');
    return {
      provenance,
      entries: entries.flatMap(({ request, response }) =>
        each.map((headers) => ({ request, response: { ...response, headers } })),
      ),
    };
  };
  const responses = (json: Cassette) => {
    const { defaultHeaders, exchanges } = JSON.parse(serializeCassettes({ json })).json;
    return [defaultHeaders.response, ...exchanges.map((each: Loose) => each.response.headers)];
  };
  const json = answered([['x-b', '2']], usual, [], usual);
  expect(parseCassettes(serializeCassettes({ json }), 'x.json')).toEqual({ json });
  const said = { 'content-type': 'application/json', 'x-a': '1' };
  expect(responses(json)).toEqual([said, { 'x-b': '2' }, undefined, {}, undefined]);
  expect(responses(answered(usual, []))).toEqual([undefined, said, undefined]);
});

test('a file says its bodies as JSON and events, each on one line where it fits', () => {
  const sse = cassette('{"a":1.0}', 'event: x\ndata: {"b":2}\n\n', 'text/event-stream');
  expect(serializeCassettes({ sse })).toBe(`{
  "provenance": { "evidence": "documented", "sources": [{ "title": "an example" }], "note": "made for a test" },
  "sse": {
    "exchanges": [
      {
        "request": {
          "method": "POST",
          "url": "https://api.example/v1/messages?alt=sse",
          "headers": { "content-type": "application/json" },
          "json": { "a": 1.0 }
        },
        "response": {
          "status": 200,
          "headers": { "content-type": "text/event-stream" },
          "events": [{ "event": "x", "data": { "b": 2 } }]
        }
      }
    ]
  }
}
`);
});

test('what an author writes is what is served; names of headers are in lower case', () => {
  expect(only(byHand()).entries).toEqual([
    {
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
    },
  ]);
});

test.each<[string, Headers, unknown]>([
  ['no header', [], undefined],
  [
    'each once',
    [
      ['b', '1'],
      ['a', '2'],
    ],
    { b: '1', a: '2' },
  ],
  [
    'one several times in a row',
    [
      ['vary', 'Origin'],
      ['vary', 'Referer'],
      ['a', '2'],
    ],
    { vary: ['Origin', 'Referer'], a: '2' },
  ],
  [
    'one several times, another in between',
    [
      ['vary', 'Origin'],
      ['a', '2'],
      ['vary', 'Referer'],
    ],
    [
      ['vary', 'Origin'],
      ['a', '2'],
      ['vary', 'Referer'],
    ],
  ],
  [
    'a number behind a word',
    [
      ['a', '1'],
      ['7', '2'],
    ],
    [
      ['a', '1'],
      ['7', '2'],
    ],
  ],
])('headers keep their order: %s', (_, headers, listed) => {
  const [entry = expect.fail()] = cassette('{}', 'x').entries;
  const made = { provenance, entries: [{ ...entry, response: { ...entry.response, headers } }] };
  expect(JSON.parse(serializeCassettes({ sse: made })).sse.exchanges[0].response.headers).toEqual(listed);
  expect(reread(made)).toEqual(made);
});

test('frames written by hand become the bytes of an event stream, numbers spelled as they stand', () => {
  const headers = [
    [':event-type', 'metadata'],
    ['n', 'integer', 7],
  ];
  const frames = framesByHand({ headers, json: { n: 12345 } }, { headers: [], text: 'x' });
  const { response } = only(byHand({}, frames).replace('12345', '1.50')).entries[0] ?? expect.fail('no entry');
  const { frames: read, rest } = splitFrames(bytesOf(response.body));
  expect(read.map(({ headers: h, payload }) => [h, String(Buffer.from(payload))])).toEqual([
    [headers, '{"n":1.50}'],
    [[], 'x'],
  ]);
  expect(rest).toHaveLength(0);
});

test('an event stream is readable in the file, and comes back', () => {
  const frame = { headers: [[':event-type', 'chunk']] as const, payload: Buffer.from('{"bytes":"NCBD", "n":1.0}') };
  const [entry = expect.fail('no entry')] = cassette('{}', '', eventStream).entries;
  const body = bodyOf(joinFrames([frame, frame]));
  const made = { provenance, entries: [{ ...entry, response: { ...entry.response, body } }] };
  expect(serializeCassettes({ eventstream: made })).toContain('{ "headers": [[":event-type", "chunk"]], "text": ');
  expect(reread(made)).toEqual(made);
});

test('escapes outside bodies are no spelling to keep', () => {
  const read = only(byHand().replace('https://', 'https:\\/\\/').replace('"by hand"', '"by h\\u0061nd"'));
  expect(read.entries[0]?.request.url).toBe('https://api.example/v1/messages');
  expect(read.provenance.note).toBe('by hand');
});

test.each([
  ['truncated', byHand().slice(0, 200), /^x\.json:\d+:\d+: this cassette is not JSON/],
  ['no provenance', byHand({ provenance: undefined }), '(the whole file) lacks the member "provenance"'],
  [
    'an unknown member',
    byHand({}, { responce: {} }),
    /^x\.json:\d+:\d+: \/sse\/exchanges\/0\/responce is not a known member; did you mean "response"/,
  ],
  [
    'an unknown transport',
    byHand({ ses: {} }),
    '/ses is not a known member; known: eventstream, json, provenance, sse',
  ],
  ['no transport', byHand({ sse: undefined }), 'x.json:1:1: the file has no member json, sse, eventstream'],
  [
    'a body given twice',
    byHand().replace('"json"', '"text": "", "json"'),
    /^x\.json:\d+:\d+: \/sse\/exchanges\/0\/request has 2 bodies, not one: json, text/,
  ],
  [
    'live without a day',
    byHand({ provenance: { evidence: 'live', sources: [{ title: 'x' }], note: 'n' } }),
    'a live recording needs its date',
  ],
  ['no exchanges', byHand({ sse: { exchanges: [] } }), '/sse/exchanges'],
  [
    'a header that is no text',
    byHand().replace('"text/event-stream"', '7'),
    '/sse/exchanges/0/response/headers/content-type',
  ],
  [
    'a frame whose header is not of its type',
    byHand({}, framesByHand({ headers: [['n', 'byte', 200]] })),
    /x\.json:\d+:\d+: .*frames cannot be written: frame 1: the header "n" is 200, which is no byte/,
  ],
  [
    'a frame with two payloads',
    byHand({}, framesByHand({ headers: [], json: {}, text: '' })),
    'frame 1: has 2 payloads, not one: json, text',
  ],
  ['a frame without headers', byHand({}, framesByHand({ json: {} })), 'frames/0 lacks the member "headers"'],
])('%s is refused, with its place', (_, text, message) => {
  if (typeof message === 'string') expect(failure(text)).toContain(message);
  else expect(failure(text)).toMatch(message);
});

const bytes = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text).toString('utf8')),
  fc.constantFrom('{"a":1,"a":2}', '{"a":1.0 }', '[ ]', 'data: {"a":1.0}\n\n', 'data: x', '{"a":"\\u0000"}'),
);

test('property: any body comes back byte for byte', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.constantFrom('application/json', 'text/event-stream', ''), (sent, received, type) => {
      const text = serializeCassettes({ sse: cassette(sent, received, type) });
      const read = only(text);
      expect(read.entries[0]?.request.body?.text ?? '').toBe(sent);
      expect(read.entries[0]?.response.body.text).toBe(received);
      expect(serializeCassettes({ sse: read })).toBe(text);
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
  expect(reread({ ...made, entries }).entries).toEqual(entries);
});
