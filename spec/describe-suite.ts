/** The cases of an adapter as tests of vitest. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { escapeControl } from '../lib/escape-control-characters.ts';
import { type CassetteSource, repositoryCassettes } from '../recordings/format/cassette-path.ts';
import { keepConnected } from '../recordings/transport/connection.ts';
import { adapterId, type Case } from './engine/case.ts';
import type { CaseSource, SuiteSettings } from './engine/selection.ts';
import { prepareSuite, type SuiteReport, type SuiteSubject } from './engine/suite.ts';
import { acceptableVerdicts, type RunProblem } from './engine/verdict.ts';
import { type OutcomePlace, OutcomeWriter } from './results/stored-outcome.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Where the outcome of the case is, for the reporter that writes the results. */
    conformance?: OutcomePlace;
    /** Problems that belong to no case. */
    problems?: readonly RunProblem[];
  }
  interface ProvidedContext {
    /** The folder for outcomes; absent where nobody collects them. */
    outcomes?: string;
  }
}

/**
 * Milliseconds until vitest gives a case up. A case ends by itself before: it may take its own time limit and that of its
 * sibling, and each may wait for requests in flight; the first one of a program in Python waits until its library is imported.
 */
const testTimeout = 240_000;

/** The same of a case that plays many conversations, each with a time limit of its own. */
const faultTimeout = 900_000;

let shelf: { readonly of: string; readonly shelf: CassetteSource } | undefined;

/** The same recordings for the adapters of a provider API that a process runs one after the other, and no longer. */
function shelfFor(
  { providerApi }: SuiteSubject,
  { cassettes = repositoryCassettes }: Partial<SuiteSettings> = {},
): CassetteSource {
  const of = JSON.stringify([providerApi, cassettes]);
  if (shelf?.of !== of) shelf = { of, shelf: { ...cassettes } };
  return shelf.shelf;
}

/**
 * Declares one test for each case of an adapter, one for its known issues and one for its process.
 *
 * @param source what another process has read already
 * @param onEnd is told what came of the cases, once all have run
 * @returns how many cases there are
 * @throws {UserError} the matrix, a scenario file or the known issues are malformed.
 */
export async function describeSuite(
  subject: SuiteSubject,
  settings?: SuiteSettings,
  source?: CaseSource,
  onEnd?: (reports: readonly SuiteReport[], cases: readonly Case[]) => void | Promise<void>,
): Promise<number> {
  const suite = await prepareSuite(subject, settings, source, shelfFor(subject, settings));
  const { failFast = false } = settings ?? {};
  const isFault = ({ kind }: Case) => kind === 'fault';
  const cases = failFast ? suite.cases.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b))) : suite.cases;
  let hasFailed = false;
  const folder = inject('outcomes');
  let writer: OutcomeWriter | undefined;
  const reports: SuiteReport[] = [];
  describe(adapterId(subject.implementation, subject.providerApi), () => {
    // What it returns vitest calls at the end.
    beforeAll(keepConnected);
    for (const theCase of cases) {
      const timeout = theCase.kind === 'fault' ? faultTimeout : testTimeout;
      test(theCase.id, { timeout }, async ({ task, skip }) => {
        // A failing fault case skips nothing: how many had run by then would depend on how processes share the cases.
        if (failFast && hasFailed && isFault(theCase)) skip('another case failed');
        const report = await suite.run(theCase);
        if (onEnd) reports.push(report);
        if (folder !== undefined) {
          writer ??= new OutcomeWriter(folder);
          task.meta.conformance = writer.write(report);
        }
        hasFailed ||= !isFault(theCase) && !acceptableVerdicts.includes(report.verdict);
        // An assertion that holds takes as long as one that fails.
        if (acceptableVerdicts.includes(report.verdict) && report.issueProblems.length === 0) return;
        // What a provider said stands in it: reporters print it, and write it into files.
        expect.soft(report.verdict, escapeControl(report.reason ?? '')).toBeOneOf([...acceptableVerdicts]);
        expect.soft(report.issueProblems, 'what known issues cover fails').toEqual([]);
      });
    }
    test('known issues are exact', ({ task }) => {
      task.meta.problems = suite.issueProblems;
      expect(suite.issueProblems, 'each covers cases that there are, and none what another one covers').toEqual([]);
    });
    test('the process of the adapter fails in no case but those that say so', ({ task }) => {
      task.meta.problems = suite.processProblems();
      expect(task.meta.problems).toEqual([]);
    });
    afterAll(async () => {
      writer?.close();
      await suite.close();
      await onEnd?.(reports, suite.cases);
    });
  });
  return cases.length;
}
