import { join } from 'node:path';
import { isStale } from '../../reports/freshness/stale.ts';
import { summaryData } from '../../reports/summary/data.ts';
import { isGreen, summarize } from '../../reports/summary/summary.ts';
import type { Results } from '../../spec/results/schema.ts';
import { colours } from '../colours.ts';

/** Where the results are, and what fails a run besides its verdicts. */
export interface Telling {
  readonly folder: string;
  /** Whether the summary is JSON: then nothing else is printed to standard output. */
  readonly json?: boolean | undefined;
  /** Whether a finding of a check that SHOULD hold fails the run; or of which implementation's adapters it does. */
  readonly errorOnWarnings?: boolean | string | undefined;
  /** Whether a recording that is older than it may be fails the run. */
  readonly failOnStale?: boolean | undefined;
}

/**
 * Prints the summary of a run.
 *
 * @returns the exit code: 0 when every case is acceptable, else 1.
 */
export function tell(results: Results, { folder, json, errorOnWarnings, failOnStale }: Telling): number {
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...summaryData(results, errorOnWarnings), report: join(folder, 'index.html') }, null, 2)}\n`
      : `${summarize(results, colours)}\n\nreport: ${join(folder, 'index.html')}\n`,
  );
  const isTooOld = failOnStale === true && results.cases.some(isStale);
  return isGreen(results, errorOnWarnings) && !isTooOld ? 0 : 1;
}
