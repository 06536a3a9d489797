/** Whether two JSON Schemas mean the same: what they accept, and what they say to the model. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import { validatorFor } from '../../../lib/validator.ts';
import type { SchemaExamples } from '../../engine/case.ts';
import { shown } from '../../facts/describe.ts';

/** A difference, by the end of the group of its finding. */
export interface MeaningDifference {
  readonly group: string;
  readonly message: string;
}

/**
 * How a schema as it was sent differs in meaning from the schema as it was declared. Values decide: examples, and what differs from a valid
 * one in a single place. A schema may be written in another way, such as with its references resolved. Pure.
 */
export function meaningDifferences(
  declared: JsonObject,
  sent: JsonObject,
  { valid = [], invalid = [] }: SchemaExamples,
): readonly MeaningDifference[] {
  if (jsonEquals(declared, sent)) return [];
  const accepts = validatorFor(declared);
  let acceptsSent: (value: Json) => boolean;
  try {
    acceptsSent = validatorFor(sent) as (value: Json) => boolean;
  } catch (error) {
    return [{ group: 'invalid', message: `is no valid JSON Schema any more: ${(error as Error).message}` }];
  }
  const values = valuesNear(valid, invalid);
  const stricter = values.find((value) => accepts(value) && !acceptsSent(value));
  const looser = values.find((value) => !accepts(value) && acceptsSent(value));
  const sentAnnotations = annotationsOf(sent);
  const lost = annotationsOf(declared).filter(
    ({ keyword, value }) => !sentAnnotations.some((one) => one.keyword === keyword && jsonEquals(one.value, value)),
  );
  return [
    ...(stricter === undefined ? [] : [{ group: 'stricter', message: `no longer accepts ${shown(stricter)}` }]),
    ...(looser === undefined
      ? []
      : [{ group: 'looser', message: `accepts ${shown(looser)}, which the declared schema does not` }]),
    ...[...new Set(lost.map(({ keyword }) => keyword))].map((keyword) => ({
      group: `${keyword}.missing`,
      message: `lost its ${keyword} ${shown(lost.find((one) => one.keyword === keyword)?.value)}`,
    })),
  ];
}

/** Examples, and each valid one changed in one place, at every depth. */
export function valuesNear(valid: readonly JsonObject[], invalid: readonly JsonObject[]): readonly Json[] {
  const all: Json[] = [...valid, ...invalid, ...valid.flatMap(changedOnce)];
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

const others: readonly Json[] = [null, true, '', 'x', 0, -1, 2.5, [], {}];

function changedOnce(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    return [
      value.slice(1),
      [...value, ...value.slice(0, 1)],
      ...others.map((other) => [...value, other]),
      ...value.flatMap((item, i) => [...others, ...changedOnce(item)].map((changed) => value.with(i, changed))),
    ];
  }
  if (isJsonObject(value)) {
    return [
      ...others.map((other) => ({ ...value, extra: other })),
      ...Object.entries(value).flatMap(([name, member]) => {
        const { [name]: _, ...rest } = value;
        return [rest, ...[...others, ...changedOnce(member)].map((changed) => ({ ...value, [name]: changed }))];
      }),
    ];
  }
  if (typeof value === 'number') return [value + 1, value - 1];
  return typeof value === 'string' ? [`${value}x`, value.slice(1)] : [];
}

/** Keywords that accept nothing and forbid nothing, but tell the model something. Source: JSON Schema 2020-12, validation, 7 to 9. */
const annotations = new Set(['title', 'description', 'default', 'examples', 'format', 'deprecated', 'contentEncoding']);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const inPlace = new Set(
  'items contains additionalProperties propertyNames not if then else unevaluatedProperties unevaluatedItems'.split(
    ' ',
  ),
);
const inList = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const byName = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

function annotationsOf(schema: Json): { readonly keyword: string; readonly value: Json }[] {
  const found: { keyword: string; value: Json }[] = [];
  withKeywords(schema, (keyword, value) => {
    if (annotations.has(keyword)) found.push({ keyword, value });
    return true;
  });
  return found;
}

/** A schema with those of its keywords, at every depth, that are wanted. Names of properties are no keywords. */
export function withKeywords<T extends Json>(schema: T, isWanted: (keyword: string, value: Json) => boolean): T {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([keyword, value]) => isWanted(keyword, value));
  const within = (value: Json) => withKeywords(value, isWanted);
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (inPlace.has(keyword)) return [keyword, within(value)];
      if (inList.has(keyword) && Array.isArray(value)) return [keyword, value.map(within)];
      if (!byName.has(keyword) || !isJsonObject(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(one)]))];
    }),
  ) as T;
}
