import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { validatorFor } from '../../lib/validator.ts';
import { meaningDifferences, valuesNear } from '../checks/lib/schema-meaning.ts';
import { loadScenarios } from '../scenarios/load.ts';

const file = (await loadScenarios()).find(({ tool }) => tool === 'function-calling');
const declarations = (file?.declarations ?? []).flatMap((set) => set.declarations);
const schemas = declarations.flatMap(({ what, tools: [tool], valid, invalid = [] }) =>
  tool?.type === 'function' && valid ? [{ what, schema: tool.parameters as JsonObject, valid, invalid }] : [],
);

/** Every schema that lacks one keyword of another. */
function lesser(schema: Json, isMap = false): Json[] {
  if (Array.isArray(schema)) return schema.flatMap((item, i) => lesser(item).map((less) => schema.with(i, less)));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const { [key]: _, ...rest } = schema;
    const isValue = !isMap && ['enum', 'const', 'default', 'examples', 'required', 'type'].includes(key);
    const below = isValue
      ? []
      : lesser(value, !isMap && isJsonObject(value) && /propert.*s$|defs|defin|Schemas/i.test(key));
    return [...(saysNothing(key, value) ? [] : [rest]), ...below.map((less) => ({ ...schema, [key]: less }))];
  });
}

const saysNothing = (key: string, value: Json): boolean =>
  key === '$schema' || value === true || jsonIsEmpty(value) || (key === 'properties' && isJsonObject(value));
const jsonIsEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0;

test.each(schemas)('$what: examples are what they say', ({ schema, valid, invalid }) => {
  const accepts = validatorFor(schema);
  expect(valid.filter((value) => !accepts(value))).toEqual([]);
  expect(invalid.filter((value) => accepts(value))).toEqual([]);
  expect(valuesNear(valid, invalid).some((value) => !accepts(value)) || schema.properties === undefined).toBe(true);
});

test.each(schemas)('$what: a keyword that is lost is seen', ({ schema, valid, invalid }) => {
  // Arguments are always an object.
  const unseen = lesser(schema).filter(
    (less) =>
      isJsonObject(less) &&
      'type' in less &&
      meaningDifferences(schema, less as JsonObject, { valid: [...valid], invalid: [...invalid] }).length === 0,
  );
  expect(unseen).toEqual([]);
});
