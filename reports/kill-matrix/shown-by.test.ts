import { expect, it } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import type { PlayedBroken, PlayedCase } from '../../spec/kill-matrix/run-broken.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { shownIn } from './shown-by.ts';

const shownOf = shownIn(await loadMatrix());
const loses = [{ check: 'returns-text', status: 'fail', findings: [{ impact: 'loses' }] }];

/** A case that the unbroken adapter passes and the broken one, where not said otherwise, fails. */
const caseOf = (broken: Partial<CaseResult>): PlayedCase => {
  const common = { kind: 'scenario', tool: 'function-calling', checks: [], ...broken };
  return {
    name: '',
    broken: { verdict: 'fail', ...common } as CaseResult,
    unbroken: {
      ...common,
      checks: [],
      verdict: 'pass',
      ...(broken.trials && { trials: { tried: 9, failed: 0 } }),
    } as never,
  };
};
const other = (tier: string, tool = 'function-calling') => ({ kind: 'scenario', tool, scenario: { tier } });
const shown = (cases: readonly Partial<CaseResult>[], others: readonly object[] = [other('core')]) =>
  shownOf({ broken: { id: 'sample' }, cases: cases.map(caseOf), others } as unknown as PlayedBroken);

it('is the most ordinary place that fails, with the word of its cell', () => {
  expect(shown([{ tier: 'edge' }, { tier: 'core' }])).toEqual({ shownBy: 'core', word: 'in-part' });
  expect(shown([{ tier: 'core' }], [])).toEqual({ shownBy: 'core', word: 'does-not-work' });
  expect(shown([{ tier: 'extended', checks: loses as never }])).toEqual({
    shownBy: 'extended',
    word: 'works-with-gaps',
  });
  expect(shown([{ tier: 'edge' }])).toEqual({ shownBy: 'edge', word: 'works' });
  expect(shown([{ kind: 'fault', tier: 'robustness', trials: { tried: 9, failed: 1 } }])).toEqual({
    shownBy: 'robustness',
    word: 'works',
  });
});

it('is a rejection that fails, or a warning where nothing else is; and nothing where nothing fails', () => {
  const rejected = { kind: 'rejection', tool: 'computer-use' } as const;
  expect(shown([{ ...rejected }], [other('core', 'computer-use')])).toEqual({ shownBy: 'rejection', word: 'works' });
  const warned = { tier: 'core', verdict: 'pass', checks: [{ status: 'warn', level: 'MUST', findings: [] }] } as never;
  expect(shown([warned])).toEqual({ shownBy: 'warning', word: 'works' });
  expect(shown([{ tier: 'core', verdict: 'pass' }])).toEqual({});
});

it('keeps to the best word where a defect shows in several cells', () => {
  const elsewhere = { tier: 'core', tool: 'web-search' } as const;
  expect(shown([{ tier: 'core' }, elsewhere]).word).toBe('in-part');
  expect(shown([{ tier: 'core' }, { ...elsewhere, checks: loses as never }]).word).toBe('works-with-gaps');
});
