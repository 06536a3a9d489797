import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../lib/nightly-tests.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { type Frame, joinFrames, splitFrames } from '../format/event-stream.ts';
import type { HttpRequest, HttpResponse } from '../format/exchange.ts';
import { encodedMembers, memberRules } from './member-rules.ts';
import { headerRules, parameterRules } from './name-rules.ts';
import { scrubRequest, scrubResponse } from './scrub.ts';
import { textRules } from './text-rules.ts';

const secret = 'very-secret-value-0123456789';

const request = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: 'https://api.example/v1/messages',
  headers: [['content-type', 'application/json']],
  ...changes,
});

const sent = (text: string, type = 'application/json'): string =>
  scrubRequest(request({ headers: [['content-type', type]], body: { text } })).body?.text ?? '';

test.each([
  'Authorization',
  'authorization',
  'X-API-Key',
  'api-key',
  'x-goog-api-key',
  'X-Amz-Security-Token',
  'Cookie',
  'Proxy-Authorization',
  'xi-api-key',
  'x-ms-user-token',
  'mcp-authorization',
  'openai-organization',
])('the header %s is scrubbed, in whatever case and however often it comes', (name) => {
  const clean = scrubRequest(
    request({
      headers: [
        [name, secret],
        [name.toUpperCase(), secret],
        ['anthropic-version', '2023-06-01'],
      ],
    }),
  );
  expect(JSON.stringify(clean)).not.toContain(secret);
  expect(clean.headers).toContainEqual(['anthropic-version', '2023-06-01']);
});

test('that a key was sent stays visible; a cookie leaves no trace', () => {
  const headers = [
    ['x-api-key', secret],
    ['cookie', secret],
  ] as const;
  expect(scrubRequest(request({ headers })).headers).toEqual([['x-api-key', 'REDACTED']]);
});

test.each([
  ['?key=$&alt=sse', '?key=REDACTED&alt=sse'],
  ['?api_key=$', '?api_key=REDACTED'],
  ['?access_token=$#access_token=$', '?access_token=REDACTED#access_token=REDACTED'],
  ['?X-Amz-Signature=$&x-amz-credential=$', '?X-Amz-Signature=REDACTED&x-amz-credential=REDACTED'],
  ['?%6Bey=$', '?%6Bey=REDACTED'],
  ['?q=a+b%20c&%=1&key', '?q=a+b%20c&%=1&key'],
  ['?monkey=banana', '?monkey=banana'],
])('the query %s becomes %s', (query, expected) => {
  const { url } = scrubRequest(
    request({ url: `https://user:${secret}@api.example/v1${query.replaceAll('$', secret)}` }),
  );
  expect(url).toBe(`https://api.example/v1${expected}`);
});

test.each([
  [
    'Anthropic MCP servers',
    `{"mcp_servers":[{"type":"url","url":"https://m.example","name":"m","authorization_token":"S"}]}`,
  ],
  [
    'Google tools with credentials of their own',
    `{"tools":[{"googleMaps":{"authConfig":{"apiKeyConfig":{"apiKeyString":"S"},"oidcConfig":{"idToken":"S"}}}}]}`,
  ],
  ['OpenAI MCP tools', `{"tools":[{"type":"mcp","server_label":"m","authorization":"S","headers":{"X-Key":"S"}}]}`],
  ['Azure MCP resources', `{"tool_resources":{"mcp":[{"server_label":"m","headers":{"Authorization":"S"}}]}}`],
  ['Azure approvals', `{"tool_approvals":[{"tool_call_id":"1","approve":true,"headers":{"Authorization":"S"}}]}`],
  ['Mistral connectors', `{"tools":[{"connector_id":"docs","authorization":{"type":"api-key","value":"S"}}]}`],
  ['a token request', `{"grant_type":"x","client_secret":"S"}`],
  ['a name spelled by escapes', `{"\\u0061pi_key":"S"}`],
  ['a spelling of its own', `{"api_key":"S\\u0041", "a":1.0}`],
  ['duplicate members', `{"a":1,"a":2,"api_key":"S"}`],
])('credentials in JSON: %s', (_, text) => {
  const clean = sent(text.replaceAll(/(?<=")S(?=["\\])/g, secret));
  expect(clean).not.toContain(secret);
  expect(clean).toContain('REDACTED');
});

test('what kind of credential it is, is none', () => {
  const tool = (value: string) => `{"connector_id":"docs","authorization":{"type":"oauth2-token","value":"${value}"}}`;
  expect(sent(tool(secret))).toBe(tool('REDACTED'));
});

test('what is no credential keeps every byte', () => {
  const text = `{\n  "headers": {"X": "y"},\n  "authorization": "no MCP server beside it",\n  "temperature": 1.0\n}`;
  expect(sent(text)).toBe(text);
  const schema = '{"properties":{"api_key":{"type":"string"}}}';
  expect(sent(schema.replace('"string"', '1'))).toBe(schema.replace('"string"', '1'));
});

test('a redacted body keeps its layout and its numbers', () => {
  expect(sent(`{\n  "n": 1.0,\n  "api_key": "${secret}"\n}\n`)).toBe('{\n  "n": 1.0,\n  "api_key": "REDACTED"\n}\n');
});

test('forms and streams are scrubbed as well', () => {
  expect(sent(`grant_type=x&client_secret=${secret}`, 'application/x-www-form-urlencoded')).toBe(
    'grant_type=x&client_secret=REDACTED',
  );
  const stream = `event: a\r\ndata: {"tools":[{"server_url":"u","authorization":"${secret}"}]}\r\n\r\ndata: [DONE]\r\n\r\n`;
  const clean = scrubResponse({
    status: 200,
    headers: [['content-type', 'text/event-stream; charset=utf-8']],
    body: { text: stream },
  });
  expect(clean.body.text).toBe(stream.replace(secret, 'REDACTED'));
});

const eventStream = 'application/vnd.amazon.eventstream';
const streamed = (bytes: Uint8Array): Uint8Array =>
  bytesOf(scrubResponse({ status: 200, headers: [['content-type', eventStream]], body: bodyOf(bytes) }).body);
const frame = (payload: string | Uint8Array, header = 'chunk'): Frame => ({
  headers: [
    [':event-type', header],
    ['n', 'integer', 1],
  ],
  payload: Buffer.from(payload),
});
const encoded = (text: string) => Buffer.from(text).toString('base64');
const key = `sk-${secret}`;

test('the frames of an event stream are scrubbed inside, with lengths and checksums that hold again', () => {
  const of = (said: string, token: string, told: string) =>
    joinFrames([
      frame('{"untouched": 1.0}'),
      frame(`{"sessionToken":"${token}","n":1.0}`),
      frame(`text with ${said}`, `header with ${said}`),
      frame(Buffer.concat([Buffer.from([0xff]), Buffer.from(`bytes with ${said}`)])),
      frame(`{"bytes":"${encoded(`{"text":"${told} é"}`)}","attribution":{}}`),
      frame(`{"files":[{"name":"a.csv", "bytes":"${encoded(`a;${told}`)}"}]}`),
    ]);
  expect(streamed(of(key, secret, key))).toEqual(of('sk-REDACTED', 'REDACTED', 'sk-REDACTED'));
});

test('frames without a secret keep every byte, and so does base64 of whatever spelling', () => {
  const bytes = joinFrames([
    frame(`{"bytes": "${encoded('é')}" }`),
    frame('{"bytes":"/w=="}'),
    frame('{"bytes":"QR"}'),
  ]);
  const body = bodyOf(bytes);
  expect(scrubResponse({ status: 200, headers: [['content-type', eventStream]], body }).body).toBe(body);
});

test('a secret in a torn frame is taken out as well', () => {
  const whole = joinFrames([frame(`{"text":"${key}"}`), frame(`{"text":"${key}"}`)]);
  const torn = Buffer.from(streamed(whole.subarray(0, -3)));
  expect(torn.includes(secret)).toBe(false);
  expect(splitFrames(torn).frames).toHaveLength(1);
});

test.each([
  ['sk-ant-api03-', 'a'.repeat(40)],
  ['AIza', 'a'.repeat(35)],
  ['AKIA', 'A'.repeat(16)],
  ['Bearer ', 'a'.repeat(24)],
  ['https://files.example/x.png?se=1&sig=', 'abc%2Fdef'],
  ['https://files.example/x.png?a=1\\u0026X-Amz-Signature=', 'abcdef'],
  ['https://harbour.azurewebsites.net/api/tides?at=6&code=', 'pR8s-harbour_key=='],
])('text that is a secret wherever it stands: %s…', (before, rest) => {
  expect(sent(`{"text":"see ${before}${rest} there"}`)).not.toContain(rest);
  expect(sent(`see ${before}${rest} there`, 'text/plain')).not.toContain(rest);
});

test('what changes from run to run is made equal', () => {
  const response = (id: string, date: string): HttpResponse => ({
    status: 200,
    headers: [
      ['request-id', id],
      ['date', date],
      ['cf-ray', id],
      ['anthropic-ratelimit-tokens-remaining', id],
      ['retry-after', '2'],
    ],
    body: { text: '' },
  });
  expect(scrubResponse(response('req_1', 'Fri, 20 Nov 2026 10:00:00 GMT'))).toEqual(
    scrubResponse(response('req_2', 'Sat, 21 Nov 2026 10:00:00 GMT')),
  );
  expect(scrubResponse(response('1', '2')).headers).toContainEqual(['retry-after', '2']);
});

test('of two sessions that a client made up, one cannot be told from the other', () => {
  const url = (session: string) =>
    scrubRequest({ method: 'POST', url: `https://bedrock.example/agents/${session}?a=1`, headers: [] }).url;
  expect(url('0b54f1a2-7c3d-4e5f-8a9b-0c1d2e3f4a5b')).toBe('https://bedrock.example/agents/session-scrubbed?a=1');
  expect(url('named-by-somebody')).toContain('/named-by-somebody');
});

test('the key of a function of Azure, in the URL that is asked', () => {
  expect(scrubRequest(request({ url: 'https://harbour.azurewebsites.net/api/tides?code=abc%3D&at=6' })).url).toBe(
    'https://harbour.azurewebsites.net/api/tides?code=REDACTED&at=6',
  );
});

test('what an application hands to its own functions past a Bedrock agent; what the model is told stays', () => {
  const state = { sessionAttributes: { token: secret }, promptSessionAttributes: { language: 'Norwegian' } };
  const body = sent(JSON.stringify({ sessionState: state }));
  expect(body).not.toContain(secret);
  expect(body).toContain('Norwegian');
});

test('every rule says why', () => {
  const rules = [...headerRules, ...parameterRules, ...memberRules, ...encodedMembers, ...textRules];
  expect(rules.filter(({ reason }) => reason.length < 10)).toEqual([]);
});

const word = fc.constantFrom(
  ...['key', 'api_key', 'authorization', 'headers', 'server_url', 'authorization_token', 'a', 'sig', 'x-amz-date', ''],
);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(secret, `sk-${secret}`, `Bearer ${secret}`, 'REDACTED', 'https://u:p@h.example/?key=1', '1.0'),
);
const json = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, value, fc.array(tie('any')), fc.dictionary(word, tie('any'))),
})).any;
const arbitrary: fc.Arbitrary<HttpRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  url: fc.array(fc.tuple(word, value)).map((pairs) => {
    const query = pairs.map(([name, text]) => `${name}=${text.includes('%') ? '' : encodeURI(text.toWellFormed())}`);
    return `https://user:${secret}@api.example/v1?${query.join('&')}`;
  }),
  headers: fc.array(fc.tuple(fc.oneof(word, fc.constantFrom('Authorization', 'Date', 'Location')), value)),
  body: fc.record({
    text: fc.oneof(
      value,
      json.map((j) => JSON.stringify(j)),
      json.map((j) => JSON.stringify(j, null, 2)),
      json.map((j) => `data: ${JSON.stringify(j)}\n\n`),
    ),
  }),
});

test('property: scrubbing what is scrubbed changes nothing', () => {
  fc.assert(
    fc.property(arbitrary, fc.constantFrom('application/json', 'text/event-stream', 'text/plain'), (made, type) => {
      const once = scrubRequest({ ...made, headers: [...made.headers, ['content-type', type]] });
      expect(scrubRequest(once)).toEqual(once);
      const { headers, body } = once;
      const response = scrubResponse({ status: 200, headers, body: body ?? { text: '' } });
      expect(scrubResponse(response)).toEqual(response);
    }),
    { numRuns: tries(500) },
  );
});

test('property: the same of event streams', () => {
  const texts = fc.oneof(
    value,
    json.map((j) => JSON.stringify(j)),
    json.map((j) => JSON.stringify({ bytes: encoded(JSON.stringify(j)) })),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(texts), value, fc.nat(5), (payloads, header, torn) => {
      const bytes = joinFrames(payloads.map((payload) => frame(payload, header)));
      const once = streamed(bytes.subarray(0, Math.max(0, bytes.length - torn)));
      expect(streamed(once)).toEqual(once);
    }),
    { numRuns: tries(500) },
  );
});

test.each([
  ['a content type in other letters', `data: {"authorization_token":"${secret}"}\n\n`, 'Text/Event-Stream'],
  [
    'a line separator within the data',
    `data: {"a":"\u2028","authorization_token":"${secret}"}\n\n`,
    'text/event-stream',
  ],
  ['a byte order mark', `\ufeff{"authorization_token":"${secret}"}`, 'application/json'],
  ['several documents, one a line', `{"a":1}\n{"authorization_token":"${secret}"}\n`, 'application/x-ndjson'],
])('a secret does not survive %s, and the rest stays', (_, text, type) => {
  expect(sent(text, type)).not.toContain(secret);
  expect(sent(text, type).slice(0, 4)).toBe(text.slice(0, 4));
});
