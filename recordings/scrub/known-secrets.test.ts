import { expect, test } from 'vitest';
import { secretsOf, withoutSecrets } from './known-secrets.ts';

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
