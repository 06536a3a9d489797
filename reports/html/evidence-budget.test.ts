import { expect, test } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import { detailedCases, detailRoom, evidenceShown } from './evidence-budget.ts';

const caseOf = (id: string, verdict: CaseResult['verdict'], evidenceSha256?: string) =>
  ({ id, verdict, checks: [], ...(evidenceSha256 ? { evidenceSha256 } : {}) }) as unknown as CaseResult;

test('what makes a run red comes before what is known to fail, until there is no more room', () => {
  const cases = [caseOf('a', 'known-failure', '1'), caseOf('b', 'pass', '2'), caseOf('c', 'fail', '3')];
  const half = detailRoom / 2 + 1;
  expect([...evidenceShown(cases, () => 10)]).toEqual(['3', '1']);
  expect([...evidenceShown(cases, () => half)]).toEqual(['3']);
  expect([...evidenceShown(cases, () => detailRoom * 2)]).toEqual([]);
});

test('one file of evidence takes room once, and findings take room too', () => {
  const shared = [caseOf('a', 'fail', '1'), caseOf('b', 'fail', '1')];
  expect(evidenceShown(shared, () => detailRoom - 10).size).toBe(1);
  const found = { ...caseOf('a', 'fail', '1'), checks: [{ message: 'x'.repeat(detailRoom) }] };
  expect(evidenceShown([found as unknown as CaseResult], () => 1).size).toBe(0);
});

test('a case is shown whole with its evidence; of those of which nothing was seen, so many', () => {
  const blind = Array.from({ length: 300 }, (_, i) => caseOf(`blind-${i}`, 'not-testable'));
  const shown = detailedCases([caseOf('a', 'fail', '1'), caseOf('b', 'fail', '2'), ...blind], new Set(['2']));
  expect(shown.has('a')).toBe(false);
  expect(shown.has('b')).toBe(true);
  expect(shown.size).toBe(201);
});
