import { describe, expect, it, test } from 'vitest';
import type { Support } from '../../matrix/schema.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { type CellState, cellState, cellStates, gradeOf } from './cell-state.ts';

type Part = Pick<CaseResult, 'kind' | 'verdict'>;
const supports: readonly Support[] = ['yes', 'partial', 'no', 'unknown'];
const verdicts = ['fail', 'not-testable', 'error', 'known-failure', 'not-expressible', 'pass'] as const;
const scenario = (verdict: Part['verdict']): Part => ({ kind: 'scenario', verdict });
const refusal = (verdict: Part['verdict']): Part => ({ kind: 'rejection', verdict });

describe('a cell without cases', () => {
  test.each<[Support, CellState]>([
    ['yes', 'claimed'],
    ['partial', 'claimed-in-part'],
    ['no', 'not-offered'],
    ['unknown', 'unknown'],
  ])('with support %s is %s', (support, state) => {
    expect(cellState(support, [])).toBe(state);
  });
});

it('only declared is not green: nothing was seen to work', () => {
  const declared: Part = { kind: 'declaration', verdict: 'pass' };
  expect(cellState('unknown', [declared, declared])).toBe('declared');
  expect(cellState('unknown', [declared, { ...declared, verdict: 'fail' }])).toBe('fails');
});

it('of an API that is no longer served, what passes is past', () => {
  expect(cellState('yes', [scenario('pass')], 'retired')).toBe('worked');
  expect(cellState('yes', [scenario('fail')], 'retired')).toBe('fails');
  expect(cellState('no', [refusal('pass')], 'retired')).toBe('refused');
});

describe('a cell with cases', () => {
  const saidOf: Record<Part['verdict'], CellState> = {
    pass: 'works',
    fail: 'fails',
    'known-failure': 'known-failure',
    'not-expressible': 'not-expressible',
    'not-testable': 'not-testable',
    error: 'error',
  };

  it('is as good as its worst case, whatever is claimed and whatever else passed: every set of verdicts', () => {
    for (let set = 1; set < 2 ** verdicts.length; set++) {
      const present = verdicts.filter((_, i) => set & (1 << i));
      const worst = present[0] ?? 'pass';
      for (const support of supports) {
        const expected = worst === 'pass' && support === 'partial' ? 'works-in-part' : saidOf[worst];
        expect(cellState(support, present.map(scenario)), `${support}: ${present}`).toBe(expected);
        expect(cellState(support, present.map(scenario).reverse()), `${support}: ${present} reversed`).toBe(expected);
      }
    }
  });

  it('says refused only where every case is a refusal, and all of them passed', () => {
    for (const support of supports) {
      expect(cellState(support, [refusal('pass'), refusal('pass')])).toBe('refused');
      expect(cellState(support, [refusal('pass'), scenario('pass')])).not.toBe('refused');
      for (const verdict of verdicts.slice(0, -1)) {
        expect(cellState(support, [refusal('pass'), refusal(verdict)])).toBe(saidOf[verdict]);
      }
    }
  });

  it('never takes a claim for a proof', () => {
    const proved: readonly CellState[] = ['works', 'works-in-part', 'refused'];
    for (const support of supports) expect(proved).not.toContain(cellState(support, []));
  });
});

it('tells every state from every other without colour: by its word, and good from bad by its shape', () => {
  const looks = Object.values(cellStates);
  expect(new Set(looks.map((look) => look.word)).size).toBe(looks.length);
  for (const [glyph, alike] of Map.groupBy(looks, (look) => look.glyph)) {
    expect(new Set(alike.map((look) => look.tone)).size, `one meaning for ${glyph}`).toBe(1);
  }
});

describe('gradeOf', () => {
  const graded = (evidence: CaseResult['evidence'], kind: Part['kind'] = 'scenario') => ({ kind, evidence });

  it('names what the cases were replayed from', () => {
    expect(gradeOf([graded('live'), graded('live')])).toBe('live');
    expect(gradeOf([graded('documented')])).toBe('documented');
    expect(gradeOf([graded('live'), graded('documented')])).toBe('mixed');
  });

  it('gives no mark where nothing was replayed: refusals, missing recordings, no case at all', () => {
    expect(gradeOf([])).toBeUndefined();
    expect(gradeOf([graded('none')])).toBeUndefined();
    expect(gradeOf([graded('documented', 'rejection')])).toBeUndefined();
    expect(gradeOf([graded('documented', 'rejection'), graded('live')])).toBe('live');
  });
});
