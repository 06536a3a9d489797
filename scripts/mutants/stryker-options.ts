import { join } from 'node:path';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import type { Target } from './targets.ts';

/** Below this share of detected mutants, in percent, a run fails. */
export const breakAt = 85;

/**
 * How StrykerJS is run for one target.
 *
 * @param root the repository
 * @param report path of the JSON report
 * @param sandboxes a folder for copies of the project; it is outside of the repository, where nobody commits them
 */
export function strykerOptions(
  target: Target,
  root: string,
  report: string,
  sandboxes: string,
  { concurrency, thorough }: { readonly concurrency: number; readonly thorough: boolean },
): PartialStrykerOptions & Record<string, unknown> {
  return {
    plugins: [join(root, 'scripts/mutants/plugin.ts')],
    testRunner: 'conformance',
    columns: target.columns,
    thorough,
    mutate: [...target.mutate],
    coverageAnalysis: 'perTest',
    concurrency,
    tempDirName: sandboxes,
    cleanTempDir: 'always',
    // What no case of a reference adapter reads.
    ignorePatterns: ['/docs', '/reports', '/scripts', '/adapters/*', '!/adapters/reference', '**/*.test.ts'],
    // Types are stripped and not checked, and the TypeScript that StrykerJS would read this file with is another.
    disableTypeChecks: false,
    tsconfigFile: 'none.json',
    testRunnerNodeArgs: permissions(root, sandboxes),
    // A worker that plays thousands of mutants keeps what each reload of a module leaves behind.
    maxTestRunnerReuse: 1_500,
    timeoutMS: 5_000,
    dryRunTimeoutMinutes: 10,
    reporters: ['json', 'clear-text'],
    jsonReporter: { fileName: report },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
    allowConsoleColors: false,
    thresholds: { high: 95, low: breakAt, break: null },
    warnings: false,
  };
}

/** A mutant may read what is tested and the libraries, and write nothing; the socket guard keeps it from the network. */
function permissions(root: string, sandboxes: string): string[] {
  return ['--permission', `--allow-fs-read=${sandboxes}`, `--allow-fs-read=${root}`, '--no-warnings'];
}
