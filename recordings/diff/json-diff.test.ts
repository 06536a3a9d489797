import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonEquals } from '../../lib/canonical-json.ts';
import { align, differencesOf } from './json-diff.ts';

const word = fc.constantFrom('type', 'id', 'text', 'index', 'content', 'status', 'a_b', '__proto__', 'constructor', '');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 1.5, 'stop', 'tool_calls', 'some words'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(word, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

test('of any two values a difference is found where there is one, and none where there is none', () => {
  fc.assert(
    fc.property(value, value, (before, after) => {
      expect(differencesOf(before, after).length > 0).toBe(!jsonEquals(before, after));
      expect(differencesOf(before, structuredClone(before))).toEqual([]);
    }),
  );
});

test('any two lists are paired with every item once, in the order of both', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const pairs = align(before, after, (a, b) => (a === b ? 1 : 0));
      expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before);
      expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after);
      expect(pairs.every((pair) => !pair.before || !pair.after || pair.before === pair.after)).toBe(true);
    }),
  );
});

test('of what comes and goes, as much as possible is paired', () => {
  const pairs = align([...'abcde'], [...'xbcydz'], (a, b) => (a === b ? 1 : 0));
  expect(pairs.flatMap(({ before, after }) => (before && after ? [before] : [])).join('')).toBe('bcd');
});

test('lists too long to be compared are paired by place, and soon', () => {
  const long = Array.from({ length: 5000 }, (_, i) => i);
  expect(align(long, [-1, ...long], (a, b) => (a === b ? 1 : 0))[0]).toEqual({ before: 0, after: -1 });
});
