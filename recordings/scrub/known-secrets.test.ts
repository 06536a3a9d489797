import { expect, test } from 'vitest';
import type { ClientSettings } from '../../spec/contract/client.ts';
import { secretsOf, watchingTokens, withoutSecrets } from './known-secrets.ts';

test.each([
  [{ type: 'apiKey', apiKey: 'key-12345' } as const, ['key-12345']],
  [{ type: 'bearerToken', token: 'token-12345' } as const, ['token-12345']],
  [{ type: 'awsKeys', accessKeyId: 'id-12345', secretAccessKey: 'sec-12345' } as const, ['id-12345', 'sec-12345', '']],
  [{ type: 'tokenProvider', getToken: async () => 'token-12345' } as const, []],
])('the secrets of %j', (credentials, secrets) => {
  expect(secretsOf(credentials)).toEqual(secrets);
});

test('they are taken out of everything, however they are spelled', () => {
  const data = {
    url: 'https://x/?a=a%2Fb%2B12345',
    headers: [['x', 'a/b+12345']],
    body: { text: '"a/b+12345", "short"' },
  };
  expect(withoutSecrets(data, ['a/b+12345', 'short', ''])).toEqual({
    url: 'https://x/?a=REDACTED',
    headers: [['x', 'REDACTED']],
    body: { text: '"REDACTED", "short"' },
  });
});

test('names of members and of headers are looked at as well, whatever became of capitals', () => {
  expect(withoutSecrets({ 'x-Key-12345': ['KEY-12345'] }, ['Key-12345'])).toEqual({ 'x-REDACTED': ['REDACTED'] });
});

test('a variable of the environment that ends with a line end is the same key', () => {
  expect(withoutSecrets('key-12345', ['key-12345\n'])).toBe('REDACTED');
});

test('most of a long secret gives it away, as much of it as is common does not', () => {
  const key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
  expect(withoutSecrets(`${key.slice(0, 40)}…, …${key.slice(-33)}`, [key])).toBe('REDACTED…, …REDACTED');
  expect(withoutSecrets('sk-ant-api03-…', [key])).toBe('sk-ant-api03-…');
});

test('an escape before a secret stays whole', () => {
  expect(withoutSecrets(JSON.stringify({ a: '\nbcdefgh-12' }), ['bcdefgh-12'])).toBe('{"a":"\\nREDACTED"}');
});

test('tokens that are asked for are told', async () => {
  const told: string[] = [];
  const credentials = { type: 'tokenProvider', getToken: async () => 'fresh-token' } as const;
  const watched = watchingTokens({ credentials } as unknown as ClientSettings, (token) => told.push(token)).credentials;
  expect(watched.type === 'tokenProvider' && (await watched.getToken())).toBe('fresh-token');
  expect(told).toEqual(['fresh-token']);
});
