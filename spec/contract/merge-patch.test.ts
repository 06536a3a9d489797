import { expect, test } from 'vitest';
import type { Json } from '../../lib/canonical-json.ts';
import { mergePatch } from './merge-patch.ts';

test.each<[string, Json | undefined, Json, Json]>([
  ['a member is replaced', { a: 'b' }, { a: 'c' }, { a: 'c' }],
  ['a member is added', { a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  ['null removes a member', { a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  ['null for no member does nothing', { a: 1 }, { b: null }, { a: 1 }],
  ['objects are merged', { a: { b: 'c', d: 1 } }, { a: { b: 'd', c: null } }, { a: { b: 'd', d: 1 } }],
  ['a list is replaced whole', { a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  ['null inside a list stays', { a: [1] }, { a: [null] }, { a: [null] }],
  ['an object replaces a list', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['nulls in a new object are not kept', {}, { a: { b: { c: null } } }, { a: { b: {} } }],
  ['what is no object replaces all', { a: 1 }, 'text', 'text'],
  ['there need be no target', undefined, { a: 1 }, { a: 1 }],
])('%s', (_title, target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test('a member named __proto__ becomes a member and nothing else', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}') as Json);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});
