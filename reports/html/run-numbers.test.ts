import { expect, it } from 'vitest';
import { sample } from './fixtures/sample.ts';
import { count, thousands } from './labels.ts';
import { failing, runNumbers } from './run-numbers.ts';

it('adds up a run, and counts refusals apart from what was replayed', () => {
  expect(runNumbers(sample().results)).toEqual({
    passed: 4,
    excepted: 1,
    failed: 3,
    evidence: { live: 1, documented: 4, none: 0 },
    refusals: 3,
    oldest: '2026-10-02',
  });
});

it('takes the oldest recording from live ones alone: what is documented was never recorded', () => {
  const { results } = sample();
  const cases = results.cases.map((c) =>
    c.evidence === 'documented' && c.cassette ? { ...c, cassette: { ...c.cassette, recordedAt: '2020-01-01' } } : c,
  );
  expect(runNumbers({ ...results, cases }).oldest).toBe('2026-10-02');
  expect(runNumbers({ ...results, cases: cases.filter((c) => c.evidence !== 'live') }).oldest).toBeUndefined();
});

it('names what makes a run red', () => {
  expect(failing(sample().results.cases).map((c) => c.verdict)).toEqual(['fail', 'not-testable', 'error']);
});

it('writes numbers the same on every machine', () => {
  expect([0, 999, 1000, 1234567].map(thousands)).toEqual(['0', '999', '1\u202f000', '1\u202f234\u202f567']);
  expect([count(1, 'case'), count(2, 'case'), count(1, 'entry', 'entries')]).toEqual(['1 case', '2 cases', '1 entry']);
});
