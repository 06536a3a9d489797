import Type from 'typebox';
import { expect, test } from 'vitest';
import { hoistDefinitions, validatorFor } from './validator.ts';

const address = Type.Object({ street: Type.String() }, { additionalProperties: false });
const person = Type.Object({ home: address, work: address, others: Type.Array(address) });

test('a part that occurs more than once is said once, also where it lies in another such', () => {
  const pair = Type.Object({ one: person, other: person });
  const shared = hoistDefinitions(pair);
  expect(JSON.stringify(shared).split('"street"')).toHaveLength(3);
  expect(shared).toMatchObject({
    properties: { one: { $ref: '#/$defs/shared-0' }, other: { $ref: '#/$defs/shared-0' } },
    $defs: { 'shared-0': { properties: { home: { $ref: '#/$defs/shared-1' } } } },
  });
});

test('what fits and what does not is the same, and told with the same words', () => {
  const validate = validatorFor(Type.Object({ one: person, other: person }));
  const right = { home: { street: 'a' }, work: { street: 'b' }, others: [] };
  expect(validate({ one: right, other: right })).toBe(true);
  expect(validate({ one: right, other: { ...right, work: { street: 'a', strret: 'b' } } })).toBe(false);
  expect(validate.errors).toMatchObject([
    {
      instancePath: '/other/work',
      keyword: 'additionalProperties',
      params: { additionalProperty: 'strret' },
      parentSchema: { properties: { street: { type: 'string' } } },
    },
  ]);
});

test('a schema with references of its own, and what is a value and no schema, stay as they are', () => {
  const part = { type: 'object', properties: { a: {} } };
  const own = { properties: { one: part, other: part, third: { $ref: '#/properties/one' } } };
  expect(hoistDefinitions(own)).toBe(own);
  expect(hoistDefinitions({ enum: [part, part] })).toEqual({ enum: [part, part], $defs: {} });
});
