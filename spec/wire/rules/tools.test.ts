import { expect, test } from 'vitest';
import type { Json } from '../../../lib/canonical-json.ts';
import type { Asked } from './rule.ts';
import { strictSchemas } from './tools.ts';

const breachesOf = (parameters: Json | undefined): string[] =>
  strictSchemas({ evidence: { grade: 'types', title: 'any' }, strictIn: () => [{ path: 'p', parameters }] })
    .judge({} as Asked)
    .breaches.map(({ path }) => path);

const closed = (properties: Record<string, Json>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

test.each<[string, Json | undefined, string[]]>([
  ['nothing asked for', closed({}), []],
  ['closed throughout', closed({ a: { anyOf: [closed({ b: { type: 'string' } }), { type: 'null' }] } }), []],
  ['no schema', undefined, ['p']],
  ['open', { type: 'object', properties: {} }, ['p.additionalProperties']],
  ['something optional', { ...(closed({ a: {} }) as object), required: [] }, ['p.required']],
  [
    'open within a list',
    closed({ a: { items: { type: ['object', 'null'] } } }),
    ['p.properties.a.items.additionalProperties'],
  ],
  [
    'open in a definition',
    { ...(closed({}) as object), $defs: { d: { type: 'object' } } },
    ['p.$defs.d.additionalProperties'],
  ],
])('a strict schema: %s', (_, parameters, breaches) => {
  expect(breachesOf(parameters)).toEqual(breaches);
});
