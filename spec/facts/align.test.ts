import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, type Likeness } from './align.ts';

/** Words: equal by spelling, alike by first letter. */
const words: Likeness<string> = { equal: (l, r) => l === r, alike: (l, r) => l[0] === r[0] };
const show = (left: string[], right: string[], likeness = words) =>
  align(left, right, likeness).map((p) => `${p.left ?? '-'}:${p.right ?? '-'}${p.moved ? ' moved' : ''}`);

describe('align', () => {
  it('finds one missing element without shifting the others', () => {
    expect(show(['a', 'b', 'c', 'd'], ['a', 'c', 'd'])).toEqual(['a:a', 'b:-', 'c:c', 'd:d']);
    expect(show(['a', 'b', 'c'], ['b', 'c'])).toEqual(['a:-', 'b:b', 'c:c']);
    expect(show(['a', 'b'], ['a', 'x', 'b'])).toEqual(['a:a', 'b:b', '-:x']);
  });

  it('takes the longest common order, whatever lies between', () => {
    expect(show(['x', 'a', 'y', 'b', 'z'], ['a', 'q', 'b'])).toEqual(['x:-', 'a:a', 'y:-', 'b:b', 'z:-', '-:q']);
  });

  it('pairs what is only alike, in order', () => {
    expect(show(['a1', 'b1', 'a2'], ['a3', 'a4'])).toEqual(['a1:a3', 'b1:-', 'a2:a4']);
  });

  it('marks what is equal and stands elsewhere', () => {
    expect(show(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a:a', 'b:b', 'c:c moved']);
  });

  it('holds together by key what stands elsewhere or differs', () => {
    const keyed = { ...words, key: (word: string) => word.split('#')[1] };
    expect(show(['a#1', 'b#2'], ['x#2', 'a#1'], keyed)).toEqual(['a#1:a#1', 'b#2:x#2']);
  });

  it('uses every element exactly once', () => {
    const list = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const pairs = align(left, right, words);
        expect(pairs.flatMap((p) => p.left ?? [])).toEqual(left);
        expect(pairs.flatMap((p) => p.right ?? []).sort()).toEqual([...right].sort());
      }),
    );
  });

  it('leaves alone on the left exactly what was dropped on the right', () => {
    const list = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
    const strict = { equal: words.equal, alike: () => false };
    fc.assert(
      fc.property(list, fc.nat(), (left, n) => {
        const dropped = left[n % left.length];
        const pairs = align(
          left,
          left.filter((word) => word !== dropped),
          strict,
        );
        expect(pairs.filter((p) => p.right === undefined || p.moved)).toEqual([{ left: dropped }]);
      }),
    );
  });
});
