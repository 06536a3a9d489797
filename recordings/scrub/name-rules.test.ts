/** What each rule is about, in the forms in which providers have it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../lib/nightly-tests.ts';
import { seededRandom } from '../../lib/sample.ts';
import { secretsFrom } from './canary-secrets.ts';
import { scrubRequest, scrubResponse } from './scrub.ts';
import { findByLook } from './text.ts';

const uuid = '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';
const placeholderUuid = '00000000-0000-0000-0000-000000000000';
const secrets = secretsFrom(seededRandom(7));
const said = (text: string, type = 'text/plain'): string =>
  scrubResponse({ status: 400, headers: [['content-type', type]], body: { text } }).body.text;
const member = (name: string, value: unknown): unknown =>
  JSON.parse(said(JSON.stringify({ [name]: value }), 'application/json'))[name];

test.each([
  [
    `/subscriptions/${uuid}/resourceGroups/tides-prod/providers/x`,
    `/subscriptions/${placeholderUuid}/resourceGroups/REDACTED/providers/x`,
  ],
  [
    `authorization_uri="https://login.microsoftonline.com/${uuid}"`,
    `authorization_uri="https://login.microsoftonline.com/${placeholderUuid}"`,
  ],
  [
    'Project 123456789012 has no access; projects/123456789012/locations',
    'Project 000000000000 has no access; projects/000000000000/locations',
  ],
  ['arn:aws:bedrock:us-east-1:123456789012:agent/A', 'arn:aws:bedrock:us-east-1:000000000000:agent/A'],
  [
    'User: arn:aws:sts::123456789012:assumed-role/Admin/jane.doe is not',
    'User: arn:aws:sts::000000000000:assumed-role/REDACTED is not',
  ],
  ['for org-AbCdEfGhIjKlMnOpQrStUv in organization', 'for org-REDACTED in organization'],
  [`request ID: ${uuid}`, 'request ID: req_scrubbed'],
  [
    'write to jane.doe@tides.no, not to help@example.com or a@b.test',
    'write to xxxx@mail.example, not to help@example.com or a@b.test',
  ],
  ['Your IP: 81.2.69.142 is not allowed; version 1.2.3.4', 'Your IP: 192.0.2.1 is not allowed; version 1.2.3.4'],
  [
    `https://s.blob.core.windows.net/f?skoid=${uuid}&sktid=${uuid}&se=2026&sig=abc%3D`,
    `https://s.blob.core.windows.net/f?skoid=${placeholderUuid}&sktid=${placeholderUuid}&se=2026&sig=REDACTED`,
  ],
  [
    'https://a.example/?u=https%3A%2F%2Ff.example%2F%3Fsig%3Dabcdef%26se%3D1&x',
    'https://a.example/?u=https%3A%2F%2Ff.example%2F%3Fsig%3DREDACTED%26se%3D1&x',
  ],
  [
    'https://d.cloudfront.net/f?Signature=abc~-&Key-Pair-Id=KABC&b=1',
    'https://d.cloudfront.net/f?Signature=REDACTED&Key-Pair-Id=REDACTED&b=1',
  ],
  [
    `DefaultEndpointsProtocol=https;AccountKey=${'ab1/'.repeat(21)}==;Suffix=x`,
    'DefaultEndpointsProtocol=https;AccountKey=REDACTED;Suffix=x',
  ],
  [
    'Authorization: Basic aGFyYm91cjpzZWNyZXQx, Basic understanding',
    'Authorization: Basic REDACTED, Basic understanding',
  ],
])('%s', (before, after) => {
  expect(said(before)).toBe(after);
});

test.each([
  ['organization_id', uuid, placeholderUuid],
  ['account', '123456789012', '000000000000'],
  ['project_id', 'proj_AbCdEfGhIjKlMn', 'proj_REDACTED'],
  ['project_id', 'harbour-tides', 'harbour-tides'],
  ['account', 7, 7],
  ['tenant', { name: uuid }, { name: uuid }],
  ['request_id', 'req_011CSHoEeqs5C35K2UUqR7Fy', 'req_scrubbed'],
  ['RequestId', uuid, placeholderUuid],
  ['client_ip', '81.2.69.142', '192.0.2.1'],
  ['sourceIp', '2001:4860:4860::8888', '192.0.2.1'],
  ['email', 'jane.doe@tides.no', 'somebody@mail.example'],
  ['email', 'jane@harbour.example', 'jane@harbour.example'],
  ['private_key', 'abc', 'REDACTED'],
])('the member %s of %j', (name, before, after) => {
  expect(member(name, before)).toEqual(after);
});

test('fields of a form in parts, by their names', () => {
  const form = (key: string, json: string) =>
    `--b\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${key}\r\n--b\r\nContent-Disposition: form-data; name="file"; ` +
    `filename="a.json"\r\nContent-Type: application/json\r\n\r\n{"n":1.0,"access_token":"${json}"}\r\n--b--\r\n`;
  expect(said(form('abc', 'def'), 'multipart/form-data; boundary=b')).toBe(form('REDACTED', 'REDACTED'));
});

test('a web token stays one that can be taken apart', () => {
  const [head = '', claims = '', signature] = said(`x ${secrets['a web token']} y`).slice(2, -2).split('.');
  expect([head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))).toEqual([
    { alg: 'none' },
    {},
  ]);
  expect(signature).toBe('REDACTED');
});

test.each(['x-forwarded-for', 'cf-connecting-ip', 'x-azure-clientip', 'forwarded'])(
  '%s, from where was called',
  (name) => {
    expect(scrubResponse({ status: 200, headers: [[name, '81.2.69.142']], body: { text: '' } }).headers).toEqual([]);
  },
);

test.each([
  ['a key of Anthropic', true],
  ['a key of OpenAI', true],
  ['a key of Google', true],
  ['an access token of Google', true],
  ['a key id of AWS', true],
  ['a session token of AWS', true],
  ['a web token', true],
  ['a key of Azure', true],
  // These look like anything else: they are taken out because they are known, or by the name of what holds them.
  ['a secret key of AWS', false],
  ['an old key of Azure', false],
  ['a key of Mistral', false],
])('%s is known by its look: %s', (kind, isKnown) => {
  expect(findByLook(`it is ${secrets[kind]}, is it?`).length > 0).toBe(isKnown);
});

const texts = fc.constantFrom(
  ...Object.values(secrets),
  ...[
    'jane.doe@tides.no',
    'a@b.no',
    `/subscriptions/${uuid}`,
    uuid,
    '123456789012',
    'projects/123456789012',
    'IP: 81.2.69.142',
  ],
  ...[
    'arn:aws:sts::123456789012:assumed-role/Admin/jane',
    'https://u:p@h.no/?sig=a&skoid=1',
    'request id: req_0123456789abcdef',
  ],
  ...[
    'Bearer ',
    'Basic ',
    '&sig=',
    '%26sig%3D',
    '"',
    ' ',
    'REDACTED',
    'AccountKey=',
    '?key=',
    '-----BEGIN PRIVATE KEY-----',
  ],
);
const text = fc.array(fc.oneof(texts, fc.string({ maxLength: 5 })), { maxLength: 4 }).map((parts) => parts.join(''));
const name = fc.constantFrom(
  'account',
  'email',
  'request_id',
  'client_ip',
  'api_key',
  'Authorization',
  'a',
  'tenantId',
  'headers',
  'url',
);
const json = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('any'), { maxLength: 3 }), fc.dictionary(name, tie('any'))),
})).any;

test('property: documents full of secrets, scrubbed, are scrubbed', () => {
  const types = fc.constantFrom(
    'application/json',
    'text/plain',
    'text/event-stream',
    'application/x-www-form-urlencoded',
  );
  fc.assert(
    fc.property(json, text, text, types, (document, header, query, type) => {
      const body = type === 'text/event-stream' ? `data: ${JSON.stringify(document)}\n\n` : JSON.stringify(document);
      const url = `https://api.example/v1?q=${encodeURIComponent(query.toWellFormed())}&${query.replaceAll('#', '')}`;
      const once = scrubRequest({
        method: 'POST',
        url,
        headers: [
          ['content-type', type],
          ['x', header],
        ],
        body: { text: body },
      });
      expect(scrubRequest(once)).toEqual(once);
    }),
    { numRuns: tries(1500) },
  );
});
