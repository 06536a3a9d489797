import { expect, test } from 'vitest';
import { fitOf } from '../../../spec/wire/schemas/validate.ts';
import type { Definitions } from '../definitions.ts';
import { normalizeRequest, withEnumNumbers } from './google.ts';

const plain: Definitions = {
  Color: { type: 'string', enum: ['RED', 'GREEN'] },
  Box: {
    type: 'object',
    properties: {
      mainColor: { $ref: '#/$defs/Color' },
      maxItems: { type: 'string' },
      label: { type: 'string' },
      anything: {},
      inner: { type: 'array', items: { $ref: '#/$defs/Box' } },
    },
    required: ['label'],
    additionalProperties: false,
  },
};

const problems = fitOf({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'boxes',
  from: [],
  $defs: { ...withEnumNumbers(plain), ...normalizeRequest(withEnumNumbers(plain), 'Sent.') },
});

test.each([
  ['names of the service', { label: 'a', main_color: 'RED' }],
  ['names in camel case', { label: 'a', mainColor: 'RED' }],
  ['null for what is not set', { label: 'a', main_color: null, inner: null }],
  ['enumerations in lower case', { label: 'a', mainColor: 'green' }],
  ['enumerations as numbers', { label: 'a', mainColor: 1 }],
  ['long numbers as text', { label: 'a', max_items: '3' }],
  ['long numbers as numbers', { label: 'a', maxItems: 3 }],
  ['all of it within', { label: 'a', inner: [{ label: 'b', main_color: 'red' }] }],
  ['whatever a member without a type holds', { label: 'a', anything: { some_name: [null] } }],
])('a request may have %s', (_, value) => {
  expect(problems('Sent.Box', value)).toEqual([]);
});

test.each([
  ['a name that nobody knows', { label: 'a', mainHue: 'RED' }],
  ['a value that the enumeration lacks', { label: 'a', mainColor: 'blue' }],
  ['a type of its own', { label: 3 }],
  ['nothing where something is required', {}],
])('a request may not have %s', (_, value) => {
  expect(problems('Sent.Box', value)).not.toEqual([]);
});

test('an answer is as the service writes it: its enumerations may be numbers, and no more', () => {
  expect(problems('Box', { label: 'a', mainColor: 1 })).toEqual([]);
  for (const other of [{ main_color: 'RED' }, { mainColor: 'red' }, { mainColor: null }]) {
    expect(problems('Box', { label: 'a', ...other })).not.toEqual([]);
  }
});
