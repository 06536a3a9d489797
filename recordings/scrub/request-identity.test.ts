import { describe, expect, test } from 'vitest';
import type { ClientSettings, Credentials } from '../../spec/contract/client.ts';
import { Signature } from './request-identity.ts';

const request = (headers: Record<string, string>) => ({
  method: 'POST',
  url: 'https://a.example/',
  headers: Object.entries(headers),
});
const apiKey: Credentials = { type: 'apiKey', apiKey: 'key-of-the-caller' };
const awsKeys = { type: 'awsKeys', accessKeyId: 'CALLER', secretAccessKey: 'hush' } as const;

describe('a request', () => {
  test.each([
    ['the caller', apiKey, { 'X-Api-Key': 'key-of-the-caller' }],
    ['the caller', apiKey, { authorization: 'Bearer key-of-the-caller' }],
    ['somebody else', apiKey, { authorization: 'Bearer undefined' }],
    ['somebody else', apiKey, { 'x-api-key': 'key-of-the-caller', authorization: 'Bearer from-elsewhere' }],
    ['nobody', apiKey, { accept: '*/*' }],
    ['the caller', awsKeys, { authorization: 'AWS4-HMAC-SHA256 Credential=CALLER/20260101/…' }],
    ['somebody else', { ...awsKeys, sessionToken: 's' }, { authorization: 'AWS4-HMAC-SHA256 Credential=CALLER/2026' }],
    [
      'the caller',
      { ...awsKeys, sessionToken: 's' },
      { authorization: 'AWS4-HMAC-SHA256 Credential=CALLER/2026', 'x-amz-security-token': 's' },
    ],
  ] as const)('is signed by %s', (signer, credentials, headers) => {
    expect(new Signature(credentials).of(request(headers))).toBe(signer);
  });

  test('is the caller’s where it carries the token that was asked for', async () => {
    const credentials: Credentials = { type: 'tokenProvider', getToken: async () => 'fresh-token' };
    const signature = new Signature(credentials);
    const { credentials: watched } = signature.watching({ credentials } as ClientSettings);
    expect(signature.of(request({ authorization: 'Bearer fresh-token' }))).toBe('somebody else');
    await (watched as typeof credentials & { getToken: () => Promise<string> }).getToken();
    expect(signature.of(request({ authorization: 'Bearer fresh-token' }))).toBe('the caller');
  });
});
