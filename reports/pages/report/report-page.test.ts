import { expect, it } from 'vitest';
import type { CaseResult } from '../../../spec/results/schema.ts';
import { runNumbers } from './report-page.ts';

it('adds up to the cases: what passed, what known issues cover, and what makes the run red', () => {
  const verdicts: CaseResult['verdict'][] = [
    'pass',
    'pass',
    'known-failure',
    'not-expressible',
    'fail',
    'error',
    'not-testable',
  ];
  const cases = verdicts.map((verdict) => ({ verdict }));
  expect(runNumbers({ cases })).toEqual({ passed: 2, excepted: 2, failed: 3 });
});
