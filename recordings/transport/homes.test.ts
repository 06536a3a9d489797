import { expect, test } from 'vitest';
import { isProvider } from './homes.ts';

const own = 'https://api.example.com';

test.each([
  ['https://api.example.com', own, true],
  ['https://api.example.com/v1', own, true],
  ['http://api.example.com', own, false],
  ['https://api.example.com:8443', own, false],
  ['https://api.example.com.evil.example', own, false],
  ['https://apiXexample.com', own, false],
  ['https://localhost', own, false],
  ['https://mine.services.ai.azure.com/api/projects/p', 'https://{resource}.services.ai.azure.com/api', true],
  ['https://a.b.services.ai.azure.com', 'https://{resource}.services.ai.azure.com', false],
])('%s is the provider at %s: %s', (baseUrl, ownBaseUrl, expected) => {
  expect(isProvider(baseUrl, ownBaseUrl)).toBe(expected);
});
