import { expect, test } from 'vitest';
import type { ClientSettings } from '../../spec/contract/client.ts';
import { accountNamesOf, messageWithoutNames, withoutNames } from './account-names.ts';

const names = accountNamesOf({
  baseUrl: 'https://contoso-tides.services.ai.azure.com/api/projects/harbour',
  parameters: { resource: 'contoso-tides', project: 'harbour', region: 'us-east-1' },
} as unknown as ClientSettings);

test.each([
  ['https://contoso-tides.openai.azure.com/x?a=1', 'https://resource.openai.azure.com/x?a=1'],
  ['The resource "contoso-tides" was not found.', 'The resource "resource" was not found.'],
  ['/api/projects/harbour/agents', '/api/projects/project/agents'],
  ['%2Fprojects%2Fharbour%2Fagents', '%2Fprojects%2Fproject%2Fagents'],
  ['What is the tide at harbour today? get_harbour', 'What is the tide at harbour today? get_harbour'],
  ['my-contoso-tides-2', 'my-contoso-tides-2'],
  ['us-east-1', 'us-east-1'],
])('%s', (before, after) => {
  expect(withoutNames(before, names)).toBe(after);
});

test('in a message and its body; bytes stay', () => {
  const url = 'https://contoso-tides.example/';
  const headers = [['x', 'contoso-tides']] as const;
  expect(messageWithoutNames({ method: 'GET', url, headers, body: { text: '"contoso-tides"' } }, names)).toEqual({
    method: 'GET',
    url: 'https://resource.example/',
    headers: [['x', 'resource']],
    body: { text: '"resource"' },
  });
  const bytes = { text: '/wA=', encoding: 'base64' } as const;
  expect(messageWithoutNames({ status: 200, headers: [], body: bytes }, names).body).toBe(bytes);
});
