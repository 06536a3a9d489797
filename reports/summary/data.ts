import { visibleIn } from '../../files/visible.ts';
import type { Results } from '../../spec/results/schema.ts';
import { isAcceptable, isGreen } from './summary.ts';

/** What a run prints, as data: how many cases came out how, those that fail it with the command that plays each, and its problems. Pure. */
export function summaryData(results: Results, errorOnWarnings: boolean | string = false) {
  const { run, counts, cases, problems } = results;
  const verdicts = Object.entries(Object.groupBy(cases, ({ verdict }) => verdict));
  return visibleIn({
    asOf: run.asOf,
    selection: run.selection,
    isGreen: isGreen(results, errorOnWarnings),
    counts,
    ...(run.notRun ? { notRun: run.notRun } : {}),
    verdicts: Object.fromEntries(verdicts.map(([verdict, own]) => [verdict, own?.length ?? 0])),
    failed: cases
      .filter((c) => !isAcceptable(c))
      .map(({ id, verdict, reason, replay }) => ({ id, verdict, ...(reason === undefined ? {} : { reason }), replay })),
    problems,
  });
}
