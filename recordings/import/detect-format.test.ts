import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import { joinFrames } from '../format/event-stream.ts';
import { type ForeignRecording, formats, parseForeign } from './detect-format.ts';
import { lossMessages } from './foreign-recording.ts';

const read = (content: string | Buffer | object, format?: string): ForeignRecording =>
  parseForeign(
    Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    '/somewhere/recording.any',
    format,
  );

const only = (recording: ForeignRecording) => {
  expect(recording.exchanges).toHaveLength(1);
  return recording.exchanges[0] ?? expect.fail();
};

function refused(content: string | Buffer | object, format?: string): string {
  try {
    read(content, format);
  } catch (error) {
    if (error instanceof UserError) return String(error);
    throw error;
  }
  return expect.fail('it was read');
}

const url = 'https://api.harbour.example/v1/tides';
const asked = '{"port":"north"}';
const answer = '{"tide":"low"}';
const gzipped = gzipSync(answer);

describe('HAR', () => {
  const har = (response: object, request: object = {}, log: object = {}) => ({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      ...log,
      entries: [
        {
          startedDateTime: '2026-05-04T03:02:01.000Z',
          request: {
            method: 'post',
            url,
            headers: [
              { name: ':authority', value: 'api.harbour.example' },
              { name: 'Content-Type', value: 'application/json' },
            ],
            postData: { mimeType: 'application/json', text: asked },
            ...request,
          },
          response: {
            status: 201,
            headers: [{ name: 'X-Tide', value: 'low' }],
            content: { mimeType: 'application/json', size: answer.length, text: answer },
            ...response,
          },
          comment: 'the first',
        },
      ],
    },
  });
  const content = (more: object) => ({ content: { mimeType: 'application/json', size: 5, ...more } });

  test('of a browser: headers in lower case, without those of HTTP/2, the type where no header says it, day and comment', () => {
    const recording = read(har({}));
    expect(recording).toMatchObject({ format: { id: 'har' }, file: 'recording.any', leftOut: [] });
    expect(recording.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(only(recording)).toEqual({
      number: 1,
      request: { method: 'POST', url, headers: [['content-type', 'application/json']], body: { text: asked } },
      response: {
        status: 201,
        headers: [
          ['x-tide', 'low'],
          ['content-type', 'application/json'],
        ],
        body: { text: answer },
      },
      losses: [],
      recordedAt: '2026-05-04',
      comment: 'the first',
    });
  });

  test('a body in base64, with a header that says gzip although a browser has undone it', () => {
    const encoded = { headers: [{ name: 'content-encoding', value: 'gzip' }] };
    const text = Buffer.from(answer).toString('base64');
    const { response, losses } = only(read(har({ ...encoded, ...content({ text, encoding: 'base64' }) })));
    expect(response).toMatchObject({ body: { text: answer }, headers: [['content-type', 'application/json']] });
    expect(losses).toEqual(['compression (gzip) was undone before it was kept']);
  });

  test('a body that is not kept is said to be lost, and is not where there is none', () => {
    expect(only(read(har(content({})))).losses).toEqual([lossMessages.responseBody]);
    expect(only(read(har({ status: 204, content: { mimeType: 'x-unknown', size: -1 } }))).losses).toEqual([]);
  });

  test('a form that was kept parsed is written anew', () => {
    const postData = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: 'ä&' }] };
    expect(only(read(har({}, { postData })))).toMatchObject({
      request: { body: { text: 'a+b=%C3%A4%26' } },
      losses: [lossMessages.form],
    });
  });

  test('what was not answered, answered with a status that is none, or asked of something else is left out, and said', () => {
    const strange = [{ status: 0 }, { status: 101 }, {}].map((response, index) => ({
      ...har(response, index === 2 ? { url: 'data:text/plain,x' } : {}).log.entries[0],
    }));
    const { exchanges, leftOut } = read({ log: { entries: [...strange, har({}).log.entries[0]] } });
    expect(exchanges.map(({ number }) => number)).toEqual([4]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'no response arrived',
      'its status is 101; a response has 200 to 599',
      'its URL is "data:text/plain,x", which is not an HTTP URL',
    ]);
  });

  test('of Polly.js: a compressed answer is a list of pieces, in base64 or, by older versions, hexadecimal', () => {
    const creator = { creator: { name: 'Polly.JS' } };
    const headers = [{ name: 'content-encoding', value: 'gzip' }];
    const pieces = (encoding: 'base64' | 'hex') =>
      JSON.stringify([gzipped.subarray(0, 7), gzipped.subarray(7)].map((piece) => piece.toString(encoding)));
    for (const text of [content({ text: pieces('base64'), encoding: 'base64' }), content({ text: pieces('hex') })]) {
      const recording = read(har({ headers, ...text }, {}, creator));
      expect(recording.format.id).toBe('polly');
      expect(only(recording)).toMatchObject({
        response: { body: { text: answer } },
        losses: ['compression (gzip) is undone'],
      });
    }
    const hex = Buffer.from([0xff, 0x00]).toString('hex');
    expect(only(read(har(content({ text: hex, _isBinary: true }), {}, creator))).response.body).toEqual({
      text: '/wA=',
      encoding: 'base64',
    });
  });

  test('what is not in the encoding that it says is refused by name', () => {
    expect(refused(har(content({ text: 'a*b', encoding: 'base64' })))).toMatch(/exchange 1: its answer is not base64/);
    expect(refused(har(content({ text: 'x', encoding: 'rot13' })))).toContain('"rot13"');
    expect(refused({ log: { entries: [] } })).toContain('has no exchange that can be imported');
    expect(refused({ log: { entries: [{ request: {} }] } })).toMatch(/recording.any:1:\d+: .*entries\/0.* lacks/);
    expect(refused({ log: { _provenance: {}, entries: [] } })).toContain('is a cassette of an earlier version');
    expect(refused({ provenance: {}, sse: { exchanges: [] } })).toContain('is a cassette already');
  });
});

describe('nock', () => {
  const nock = (more: object) => [
    { scope: 'https://api.harbour.example:443', method: 'POST', path: '/v1/tides', ...more },
  ];

  test('bodies that were parsed are written again, numbers as they were', () => {
    const text = JSON.stringify(
      nock({
        status: 200,
        body: { port: 1 },
        response: { tide: 'T' },
        rawHeaders: ['X-Tide', 'low'],
        reqheaders: { a: 'b' },
      }),
    ).replace('"T"', '1.50');
    expect(only(read(text))).toMatchObject({
      request: { url: 'https://api.harbour.example:443/v1/tides', headers: [['a', 'b']], body: { text: '{"port":1}' } },
      response: { status: 200, headers: [['x-tide', 'low']], body: { text: '{"tide":1.50}' } },
      losses: [lossMessages.reserialised],
    });
  });

  test('a compressed answer is a list of hexadecimal, one of bytes hexadecimal, any other text as it is', () => {
    const pieces = [gzipped.subarray(0, 3), gzipped.subarray(3)].map((piece) => piece.toString('hex'));
    const gzip = { rawHeaders: { 'content-encoding': 'gzip' } };
    expect(only(read(nock({ response: pieces, ...gzip }))).response.body).toEqual({ text: answer });
    expect(only(read(nock({ response: 'ff00', responseIsBinary: true }))).response.body).toMatchObject({
      text: '/wA=',
    });
    const { request, response, losses } = only(read(nock({ body: '', response: 'ff00' })));
    expect([request?.body, response.body]).toEqual([undefined, { text: 'ff00' }]);
    expect(losses).toEqual([lossMessages.status, lossMessages.requestHeaders]);
  });

  test('headers without a value and hexadecimal that is none are refused', () => {
    expect(refused(nock({ response: 'x', rawHeaders: ['a'] }))).toContain('a name without a value');
    expect(refused(nock({ response: 'xyz', responseIsBinary: true }))).toContain('not hexadecimal');
  });
});

describe('VCR.py', () => {
  const yaml = (response: string, request = `body: '${asked}'`) => `interactions:
- request:
    ${request}
    headers:
      content-type:
      - application/json
      x-id: [12e45, !!binary aWQ=]
    method: POST
    uri: ${url}
  response:
    ${response}
    headers:
      Content-Type: [application/json]
    status: {code: 200, message: OK}
version: 1
`;

  test('text, bytes and parsed bodies; ids that look like numbers of YAML 1.2 are none', () => {
    const { request, response, losses } = only(read(yaml(`body: {string: '${answer}'}`)));
    expect(request?.headers).toEqual([
      ['content-type', 'application/json'],
      ['x-id', '12e45'],
      ['x-id', 'id'],
    ]);
    expect([request?.body, response.body]).toEqual([{ text: asked }, { text: answer }]);
    expect(losses).toEqual([lossMessages.headerOrder]);
    const bytes = yaml(`body: {string: !!binary ${gzipped.toString('base64')}}`);
    expect(only(read(bytes))).toMatchObject({
      response: { body: { text: answer } },
      losses: [lossMessages.headerOrder, 'compression (gzip) is undone'],
    });
    const parsed = only(
      read(yaml('parsed_body: {tide: 1.50, id: 089, none: ~, yes: no, of: true}', 'parsed_body: {a: [1]}')),
    );
    expect(parsed.request?.body?.text).toBe('{"a":[1]}');
    expect(parsed.response.body.text).toBe('{"tide":1.50,"id":"089","none":null,"yes":"no","of":true}');
    expect(parsed.losses).toContain(lossMessages.reserialised);
  });

  test('written as JSON, by newer and older versions', () => {
    const json = (body: unknown) => ({
      version: 1,
      interactions: [{ request: { method: 'GET', uri: url, headers: {}, body: null }, response: { body } }],
    });
    for (const body of [{ string: answer }, { base64_string: Buffer.from(answer).toString('base64') }, answer]) {
      const recording = read(json(body));
      expect(recording.format.id).toBe('vcrpy');
      expect(only(recording)).toMatchObject({
        request: { method: 'GET' },
        response: { status: 200, body: { text: answer } },
      });
      expect(only(recording).losses).toEqual([
        lossMessages.headerOrder,
        lossMessages.status,
        lossMessages.requestHeaders,
        lossMessages.responseHeaders,
      ]);
    }
    expect(refused(json({ string: 7 }))).toContain('neither text nor bytes');
    expect(refused(yaml('body: {string: !!binary "*"}'))).toContain('not base64');
  });
});

test('go-vcr: of version 1 and 2, with the status as number or text', () => {
  const yaml = (status: string, body: string) => `---
version: 2
interactions:
    - id: 0
      request:
        body: '${asked}'
        headers:
            Content-Type:
                - application/json
        url: ${url}
        method: POST
      response:
        body: ${body}
        headers:
            Content-Type:
                - application/json
        ${status}
`;
  for (const status of ['status: 200 OK\n        code: 200', 'status: 200 OK']) {
    const recording = read(yaml(status, `'${answer}'`));
    expect(recording.format.id).toBe('go-vcr');
    expect(only(recording)).toMatchObject({
      request: { method: 'POST', url, body: { text: asked } },
      response: { status: 200, body: { text: answer } },
      losses: [lossMessages.headerOrder],
    });
  }
  expect(
    only(read(yaml('duration: 1s', `!!binary ${brotliCompressSync(answer).toString('base64')}`))).losses,
  ).toContain(lossMessages.status);
  expect(refused(yaml('code: 200', '[1]'))).toContain('neither text nor bytes');
});

test('VCR for Ruby: its own word for bytes, base64, and lower-case methods', () => {
  const yaml = (body: string) => `---
http_interactions:
- request:
    method: post
    uri: ${url}
    body:
      encoding: UTF-8
      string: '${asked}'
    headers:
      Content-Type:
      - application/json
  response:
    status:
      code: 200
      message: OK
    headers:
      Content-Type:
      - application/json
    body: ${body}
  recorded_at: Mon, 04 May 2026 03:02:01 GMT
recorded_with: VCR 6.3.1
`;
  const encoded = Buffer.from(answer).toString('base64');
  for (const body of [
    `{string: '${answer}'}`,
    `{string: !binary ${encoded}}`,
    `{base64_string: ${encoded}}`,
    `'${answer}'`,
  ]) {
    expect(only(read(yaml(body)))).toMatchObject({
      request: { method: 'POST', url, body: { text: asked } },
      response: { status: 200, body: { text: answer } },
      losses: [lossMessages.headerOrder],
      recordedAt: '2026-05-04',
    });
  }
  expect(refused(yaml('{string: [1]}'))).toContain('neither text nor bytes');
});

test('the Azure test proxy: JSON as it is, text as lines, bytes as base64, parts of a form in turn', () => {
  const session = (body: unknown, type = 'application/json') => ({
    Entries: [
      {
        RequestUri: url,
        RequestMethod: 'POST',
        RequestHeaders: { 'Content-Type': 'application/json' },
        RequestBody: { port: 'north' },
        StatusCode: 200,
        ResponseHeaders: { 'Content-Type': type, 'Set-Cookie': ['a', 'b'] },
        ResponseBody: body,
      },
    ],
    Variables: {},
  });
  const bodyOf = (body: unknown, type?: string) => only(read(session(body, type))).response.body;
  expect(only(read(session({ tide: 'low' })))).toMatchObject({
    request: { body: { text: asked } },
    response: { body: { text: answer } },
    losses: [lossMessages.headerOrder, lossMessages.reserialised],
  });
  expect(bodyOf(['event: tide\n', 'data: {}\n', '\n'], 'text/event-stream')).toEqual({
    text: 'event: tide\ndata: {}\n\n',
  });
  expect(bodyOf(answer)).toEqual({ text: answer });
  expect(bodyOf('/wA=', 'application/octet-stream')).toEqual({ text: '/wA=', encoding: 'base64' });
  expect(bodyOf(['--x\r\n', 'b64:/wA='], 'multipart/form-data; boundary=x').encoding).toBe('base64');
  expect(bodyOf(null)).toEqual({ text: '' });
  expect(refused(session('no base64 at all!', 'image/png'))).toContain('its answer is not base64');
});

test('httpmock: a document per exchange, hosts and headers where they are kept', () => {
  const mock = (answer: string, host = '') => `when:
  path: /v1/tides
  method: POST${host}
  query_param:
  - name: alt
    value: a b
  header:
  - name: content-type
    value: application/json
  body: '${asked}'
then:
  status: 200
  header:
  - name: content-type
    value: application/json
  ${answer}
`;
  const first = mock(`body: '${answer}'`);
  const second = mock('body_base64: /wA=', '\n  scheme: http\n  host: localhost\n  port: 8080');
  const { format, exchanges } = read(`${first}---\n${second}`);
  expect(format.id).toBe('httpmock');
  expect(exchanges).toMatchObject([
    { request: { url: '/v1/tides?alt=a+b', body: { text: asked } }, response: { body: { text: answer } } },
    {
      request: { url: 'http://localhost:8080/v1/tides?alt=a+b' },
      response: { body: { text: '/wA=', encoding: 'base64' } },
    },
  ]);
  expect(refused(first.replace('status: 200', 'status: low'))).toContain('/then/status');
  expect(refused(`${first}---\nwhen: {}\nthen: {}\n`)).toContain('/1/when');
});

describe('bodies alone', () => {
  test('are recognised, and stand for an answer to a request that nobody knows', () => {
    const frames = joinFrames([{ headers: [[':event-type', 'tide']], payload: Buffer.from('{}') }]);
    const bodies = [
      ['json', '{"object":"tide"}', 'application/json'],
      ['json', '[{"candidates":[]}]', 'application/json'],
      ['sse', 'event: tide\ndata: {}\n\n', 'text/event-stream'],
      ['sse', ': hello\r\n\r\n', 'text/event-stream'],
      ['eventstream', frames, 'application/vnd.amazon.eventstream'],
    ] as const;
    for (const [id, body, type] of bodies) {
      const recording = read(Buffer.from(body));
      expect(recording.format.id).toBe(id);
      const { request, response, losses } = only(recording);
      expect(request).toBeUndefined();
      expect(response).toMatchObject({ status: 200, headers: [['content-type', type]] });
      expect(losses).toEqual(expect.arrayContaining([lossMessages.request, lossMessages.status]));
    }
  });

  test('a format that is named decides; what is none of it, or of none, is refused with those that are', () => {
    expect(read('data: {}\n\n', 'sse').format.id).toBe('sse');
    expect(refused('data', 'eventstream')).toContain('is not a body of AWS frames');
    expect(refused('data', 'json')).toContain('is not JSON');
    expect(refused(Buffer.from([0xff]), 'sse')).toContain('is not a body of server-sent events');
    expect(refused('x', 'nokc')).toContain('did you mean "nock"?');
    expect(refused('{"a":1}', 'vcrpy')).toContain('lacks the member "interactions"');
    for (const strange of ['hello', '"x"', '42', '', '{"tide":"low"}', '[1]', '{"a":1}\n{"b":2}\nno more']) {
      const message = refused(strange);
      expect(message).toMatch(/unknown recording format|is not JSON/);
    }
    for (const { id } of formats) expect(refused('hello')).toContain(`${id} (`);
  });
});
