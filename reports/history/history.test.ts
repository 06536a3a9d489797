import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import type { Side } from '../compare/compare.ts';
import { sample } from '../html/fixtures/sample.ts';
import { ArchivedRun, keptRunOf, sideOf } from './archived-run.ts';
import { historyOf } from './history.ts';

const { results } = sample();

describe('an archived run', () => {
  it('has of every case what came of it, and fits its schema', () => {
    const kept = keptRunOf(results);
    expect(validatorFor(ArchivedRun)(kept)).toBe(true);
    const verdicts = ({ cases }: Pick<Side, 'cases'>) => cases.map((c) => [c.id, c.kind, c.verdict, c.evidence]).sort();
    expect(verdicts(sideOf(kept))).toEqual(verdicts(results));
  });

  it('takes a name that means something to JavaScript for a name', () => {
    const cases = results.cases.map((c) => ({ ...c, tool: '__proto__', scenario: 'constructor' }));
    const text = JSON.stringify(keptRunOf({ ...results, cases }));
    expect(sideOf(JSON.parse(text)).cases[0]).toMatchObject({ tool: '__proto__', scenario: 'constructor' });
  });
});

describe('the history of a run', () => {
  const earlier = (id: string, cases = results.cases) => ({
    id,
    run: { ...keptRunOf({ ...results, cases }), asOf: id.slice(0, 10) },
  });

  it('ends with the run, and compares it with the latest first', () => {
    const fixed = results.cases.map((c) => ({ ...c, verdict: 'pass' as const }));
    const { runs, since } = historyOf(results, [earlier('2026-11-01', fixed), earlier('2026-11-02')]);
    expect(runs.map((run) => run.id)).toEqual(['2026-11-01', '2026-11-02', 'this-run']);
    expect(since.map(({ before, comparison }) => [before.id, comparison.cases.length])).toEqual([
      ['2026-11-02', 0],
      ['2026-11-01', results.cases.filter((c) => c.verdict !== 'pass').length],
    ]);
  });

  it('knows the run among those that are kept, and leaves out those of later days', () => {
    const { runs, since } = historyOf(results, [
      earlier('2026-11-01'),
      earlier(results.run.asOf),
      earlier('2027-01-01'),
    ]);
    expect(runs.map((run) => run.id)).toEqual(['2026-11-01', results.run.asOf]);
    expect(since).toHaveLength(1);
  });

  it('compares with a bounded number of runs', () => {
    const many = Array.from({ length: 28 }, (_, i) => earlier(`2026-09-${String(i + 1).padStart(2, '0')}`));
    expect(historyOf(results, many).since).toHaveLength(10);
  });
});
