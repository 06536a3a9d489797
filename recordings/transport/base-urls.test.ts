import { expect, test } from 'vitest';
import { baseUrlsOf, isProvider, rebaseUrl, replayNamesOf } from './base-urls.ts';

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

test('a variant that is another service is at home there, and the names of an account become those of replay', () => {
  const column = {
    id: 'example',
    baseUrl: own,
    surfaces: [
      {
        id: 'cloud',
        baseUrl: 'https://{resource}.cloud.example/api/{project}',
        recording: { parameters: { resource: { replay: 'example-resource' } } },
      },
    ],
  };
  const settings = { baseUrl: 'https://mine.cloud.example/api/secret', surface: 'cloud' };
  const homes = baseUrlsOf(settings, column);
  expect(homes.map(({ called, own: at }) => isProvider(called, at))).toEqual([true]);
  expect(rebaseUrl('https://mine.cloud.example/api/secret/v1/x?y', homes, replayNamesOf(settings, column))).toBe(
    'https://example-resource.cloud.example/api/project/v1/x?y',
  );
});
