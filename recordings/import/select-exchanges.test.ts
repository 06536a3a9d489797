import { expect, test } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import { parseCassettes, serializeCassettes } from '../format/cassette-file.ts';
import { parseForeign } from './detect-format.ts';
import { lossMessages } from './foreign-recording.ts';
import { importProvenance } from './provenance.ts';
import { byTransport, forColumn, type ImportColumn, rebaseUrl } from './select-exchanges.ts';

const operation = (id: string, more: Partial<Operation> = {}): Operation => ({
  id,
  method: 'POST',
  urlTemplates: [`/v1/${id}`],
  transports: ['json'],
  description: 'of these tests',
  ...more,
});

const column: ImportColumn = {
  baseUrl: 'https://api.harbour.example',
  surfaces: [],
  operations: [operation('files'), operation('tides', { transports: ['json', 'sse'], streamWhen: { body: 'stream' } })],
};

interface Asked {
  readonly path?: string;
  readonly host?: string;
  readonly stream?: boolean;
  readonly headers?: object;
  readonly answer?: string;
}

/** A recording as nock has it. */
const recording = (...asked: Asked[]) =>
  parseForeign(
    Buffer.from(
      JSON.stringify(
        asked.map(
          ({ path = '/v1/tides', host = 'https://api.harbour.example', stream = false, headers, answer = '{}' }) => ({
            scope: host,
            method: 'POST',
            path,
            status: 200,
            body: JSON.stringify({ stream }),
            reqheaders: headers ?? {},
            response: answer,
            rawHeaders: ['content-type', stream ? 'text/event-stream' : 'application/json'],
          }),
        ),
      ),
    ),
    'tides.json',
  );

test('what is an operation is taken, scrubbed; what is none is left out, with the reason and its number', () => {
  const secret = 'harbour-key-0123456789abcdef';
  const { exchanges, leftOut } = forColumn(
    recording(
      { path: '/v1/boats' },
      {
        path: '/v1/tides?key=harbour-master-42-of-north',
        headers: { authorization: `Bearer ${secret}`, 'x-trace': '1' },
        answer: `{"echo":"${secret}","by":"harbour-master-42-of-north"}`,
      },
    ),
    column,
  );
  expect(leftOut).toEqual([{ number: 1, reason: expect.stringContaining('POST /v1/boats') }]);
  expect(exchanges).toMatchObject([
    {
      number: 2,
      operation: { id: 'tides' },
      transport: 'json',
      entry: {
        request: {
          url: 'https://api.harbour.example/v1/tides?key=REDACTED',
          headers: [
            ['authorization', 'REDACTED'],
            ['x-trace', '1'],
          ],
        },
        response: { body: { text: '{"echo":"REDACTED","by":"REDACTED"}' } },
      },
      losses: [],
    },
  ]);
});

test('what a recorder put in the place of a secret is none, wherever else it stands', () => {
  const answer = '{"said":"Sanitized <API_KEY> test-api-key"}';
  const headers = { authorization: 'Sanitized', 'x-api-key': '<API_KEY>', 'api-key': 'test-api-key' };
  expect(forColumn(recording({ headers, answer }), column).exchanges[0]?.entry.response.body.text).toBe(answer);
});

test('another host is told', () => {
  const [taken] = forColumn(recording({ host: 'http://proxy.example:3000' }), column).exchanges;
  expect(taken?.entry.request.url).toBe('https://api.harbour.example/v1/tides');
  expect(taken?.losses).toEqual(["the host was proxy.example:3000, which is not the provider's"]);
});

test('a body alone gets a request that asks for it: of an operation that has the choice, in the way that it is made', () => {
  const asked = (text: string, of: ImportColumn = column) =>
    forColumn(parseForeign(Buffer.from(text), 'body.txt', text === '{}' ? 'json' : undefined), of).exchanges.map(
      ({ entry: { request }, transport }) => [request.url.slice(column.baseUrl.length), request.body?.text, transport],
    );
  expect(asked('{}')).toEqual([['/v1/tides', '{}', 'json']]);
  expect(asked('data: {}\n\n')).toEqual([['/v1/tides', '{"stream":true}', 'sse']]);
  const suffix = operation('x', {
    urlTemplates: ['/v1/{model}:tell', '/v1/{model}:tellAll'],
    transports: ['json', 'sse'],
    streamWhen: { pathSuffix: ':tellAll', query: 'alt=sse' },
  });
  expect(asked('data: {}\n\n', { ...column, operations: [suffix] })).toEqual([
    ['/v1/model:tellAll?alt=sse', '{}', 'sse'],
  ]);
  const whole = { ...column, operations: [operation('files')] };
  const { exchanges, leftOut } = forColumn(parseForeign(Buffer.from('data: {}\n\n'), 'x'), whole);
  expect([exchanges, leftOut]).toEqual([
    [],
    [{ number: 1, reason: expect.stringContaining('no operation whose answer') }],
  ]);
});

test('exchanges are parted by the transport of those that have a choice; the others belong to each', () => {
  const { exchanges } = forColumn(recording({ path: '/v1/files' }, {}, { stream: true }, {}), column);
  const parted = byTransport(exchanges).map(({ transport, exchanges: own }) => [
    transport,
    own.map(({ number }) => number),
  ]);
  expect(parted).toEqual([
    ['json', [1, 2, 4]],
    ['sse', [1, 3]],
  ]);
  const { exchanges: files } = forColumn(recording({ path: '/v1/files' }), column);
  expect(byTransport(files).map(({ transport }) => transport)).toEqual([undefined]);
});

test('an import is documented, names its files by their bytes, and says what was lost', () => {
  const first = recording({});
  const provenance = importProvenance([first, { ...first, file: 'more.json' }], [lossMessages.headerOrder]);
  expect(provenance).toMatchObject({
    evidence: 'documented',
    sources: [{ title: 'tides.json (nock JSON)' }, { title: 'more.json (nock JSON)' }],
  });
  expect(provenance.importedFrom).toEqual([
    { format: 'nock', file: 'tides.json', sha256: first.sha256 },
    { format: 'nock', file: 'more.json', sha256: first.sha256 },
  ]);
  expect(provenance.note).toContain('The source has no order of headers.');
  expect(provenance).not.toHaveProperty('recordedAt');
  const entries = forColumn(first, column).exchanges.map(({ entry }) => entry);
  const text = serializeCassettes({ json: { provenance, entries } });
  expect(parseCassettes(text, 'x.json').json?.provenance).toEqual(provenance);
  const live = text.replace('"documented"', '"live"').replace('"note"', '"recordedAt": "2026-05-04", "note"');
  expect(() => parseCassettes(live, 'x.json')).toThrow('has the evidence "live" and "importedFrom"');
});

const harbour = {
  baseUrl: 'https://{resource}.tides.example/api/projects/{project}',
  endpoints: { control: 'https://control.{region}.tides.example' },
  recording: { parameters: { resource: { replay: 'our-harbour' }, project: { replay: 'our-project' } } },
  surfaces: [{}, { baseUrl: 'https://{place}-sea.example', recording: { parameters: { place: { replay: 'north' } } } }],
};

test('what belongs to an account becomes what stands for it in replay', () => {
  const moved = [
    [
      'https://secret.tides.example/api/projects/mine/x?a=1#b',
      'https://our-harbour.tides.example/api/projects/our-project/x?a=1#b',
    ],
    [
      'https://secret.tides.example:443/api/projects/mine',
      'https://our-harbour.tides.example/api/projects/our-project',
    ],
    ['https://control.west.tides.example/x%3Ay', 'https://control.region.tides.example/x%3Ay'],
    ['HTTPS://WEST-sea.example', 'https://north-sea.example/'],
    [
      'https://our-harbour.tides.example/api/projects/our-project/x',
      'https://our-harbour.tides.example/api/projects/our-project/x',
    ],
  ] as const;
  for (const [from, to] of moved) expect(rebaseUrl(from, harbour)).toEqual({ url: to });
});

test('of another host only the path is kept, and the host is told; a path is at home', () => {
  expect(rebaseUrl('http://localhost:8080/api/projects/p/x?a=1', harbour)).toEqual({
    url: 'https://our-harbour.tides.example/api/projects/p/x?a=1',
    stranger: 'localhost:8080',
  });
  // Neither a longer host, nor one of more labels, is the provider's.
  for (const host of ['a.b.tides.example', 'x.tides.example.evil.example']) {
    expect(rebaseUrl(`https://${host}/api/projects/p/x`, harbour).stranger).toBe(host);
  }
  expect(rebaseUrl('https://north-sea.example.evil.example/x', harbour).stranger).toBe(
    'north-sea.example.evil.example',
  );
  expect(rebaseUrl('/x', harbour)).toEqual({ url: 'https://our-harbour.tides.example/x' });
});
