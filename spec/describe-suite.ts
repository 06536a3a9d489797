/** The cases of an adapter as tests of vitest. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { escapeControl } from '../lib/escape-control-characters.ts';
import { type CassetteSource, repositoryCassettes } from '../recordings/format/cassette-path.ts';
import { keepConnected } from '../recordings/transport/connection.ts';
import { adapterId, type Case } from './engine/case.ts';
import type { CaseSource, SuiteSettings } from './engine/selection.ts';
import { prepareSuite, type SuiteReport, type SuiteSubject } from './engine/suite.ts';
import { acceptableVerdicts, type RunProblem } from './engine/verdict.ts';
import { OutcomeWriter } from './results/outcome-files.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Problems that belong to no case. */
    problems?: readonly RunProblem[];
  }
  interface ProvidedContext {
    /** The folder for outcomes; absent where nobody collects them, so that a case is a test. */
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

const timeoutOf = ({ kind }: Case): number => (kind === 'fault' ? faultTimeout : testTimeout);

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
 * Declares one test for each case of an adapter, one for its known issues and one for its process. Where outcomes are collected, the cases of
 * a tool are one test, which fails where it could not run them: what came of them, and of the known issues, the results say.
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
  const note = (theCase: Case, { verdict }: SuiteReport) => {
    hasFailed ||= !isFault(theCase) && !acceptableVerdicts.includes(verdict);
  };
  // A failing fault case leaves out nothing: how many had run by then would depend on how processes share the cases.
  const isLeftOut = (theCase: Case) => failFast && hasFailed && isFault(theCase);
  const reports: SuiteReport[] = [];
  const testOf = (theCase: Case) =>
    test(theCase.id, { timeout: timeoutOf(theCase) }, async ({ skip }) => {
      if (isLeftOut(theCase)) skip('another case failed');
      const report = await suite.run(theCase);
      if (onEnd) reports.push(report);
      note(theCase, report);
      // An assertion that holds takes as long as one that fails.
      if (acceptableVerdicts.includes(report.verdict) && report.issueProblems.length === 0) return;
      // What a provider said stands in it: reporters print it, and write it into files.
      expect.soft(report.verdict, escapeControl(report.reason ?? '')).toBeOneOf([...acceptableVerdicts]);
      expect.soft(report.issueProblems, 'what known issues cover fails').toEqual([]);
    });
  const folder = inject('outcomes');
  const writer = folder === undefined ? undefined : new OutcomeWriter(folder);
  const testOfSeveral = (name: string, some: readonly Case[], writer: OutcomeWriter) =>
    test(name, { timeout: some.reduce((sum, theCase) => sum + timeoutOf(theCase), 0) }, async () => {
      for (const theCase of some) {
        if (isLeftOut(theCase)) continue;
        if (!failFast) {
          // Whoever collects outcomes knows the known issues.
          writer.write(await suite.outcomeOf(theCase));
          continue;
        }
        const report = await suite.run(theCase);
        note(theCase, report);
        writer.write(report);
      }
      writer.flush();
    });
  describe(adapterId(subject.implementation, subject.providerApi), () => {
    // What it returns vitest calls at the end.
    beforeAll(keepConnected);
    if (writer) {
      const of = Map.groupBy(cases, (c) => (failFast && isFault(c) ? `${c.tool}, with faults` : c.tool));
      for (const [name, some] of of) testOfSeveral(name, some, writer);
    } else {
      for (const theCase of cases) testOf(theCase);
      test('known issues are exact', ({ task }) => {
        task.meta.problems = suite.issueProblems();
        expect(task.meta.problems, 'each covers cases that there are, and none what another one covers').toEqual([]);
      });
    }
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
