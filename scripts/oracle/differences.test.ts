import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

interface Case {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

describe('differences of two runs', () => {
  const [one, other] = ['a/b/c/complete', 'a/b/c/stream'].map((id) => ({ id, verdict: 'pass', reason: '' })) as [
    Case,
    Case,
  ];

  it('are none where the same cases have the same results, in whatever order', () => {
    expect(differencesOf([one, other], [other, one])).toEqual([]);
  });

  it('name the member, its cases and the values of the first', () => {
    const changed = [one, other].map((each) => ({ ...each, verdict: 'fail', reason: 'lost' }));
    const found = differencesOf([one, other], changed);
    expect(found.map(({ member, cases }) => [member, cases.length])).toEqual([
      ['reason', 2],
      ['verdict', 2],
    ]);
    expect(found[1]?.example).toContain('after  "fail"');
  });

  it('name a case that one run lacks', () => {
    expect(differencesOf([one, other], [one])).toEqual([{ member: 'case', cases: ['a/b/c/stream'], example: '' }]);
  });
});
