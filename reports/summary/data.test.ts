import { expect, test } from 'vitest';
import { sample } from '../html/fixtures/sample.ts';
import { summaryData } from './data.ts';

const { results } = sample();

test('counts what came out how, and names what fails with the command that plays it', () => {
  const data = summaryData(results);
  expect(Object.values(data.verdicts).reduce((sum, n) => sum + n, 0)).toBe(results.cases.length);
  expect(data).toMatchObject({ isGreen: false, counts: results.counts, problems: results.problems });
  const [first] = data.failed;
  expect(first).toMatchObject({
    verdict: 'fail',
    reason: expect.any(String),
    replay: expect.stringContaining('npm run atc'),
  });
  expect(data.failed.map(({ verdict }) => verdict)).not.toContain('known-failure');
});

test('of a run in which all is well nothing is named', () => {
  const cases = results.cases.filter(({ verdict }) => verdict === 'pass');
  const counts = { ...results.counts, generated: cases.length, executed: cases.length };
  expect(summaryData({ ...results, cases, counts, problems: [] })).toMatchObject({ isGreen: true, failed: [] });
});

test('what a provider wrote is shown and cannot act', () => {
  const cases = results.cases.map((c) => ({ ...c, reason: '\u001b[2J' }));
  expect(JSON.stringify(summaryData({ ...results, cases }))).toContain('\\\\u001b[2J');
});
