/** The generated suite: one vitest test per case of an adapter. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { visible } from '../files/visible.ts';
import type { ProviderApiId } from '../matrix/ids.ts';
import type { Adapter } from './contract/index.ts';
import { adapterId, type Case } from './engine/case.ts';
import { type CaseSource, prepareSuite, type SuiteReport, type SuiteSettings } from './engine/suite.ts';
import { acceptableVerdicts, type RunProblem } from './engine/verdict.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `atc run` selects, and has read; absent when vitest is started by itself, which runs everything. */
    conformance?: { readonly settings: SuiteSettings; readonly source: CaseSource };
  }
  interface TaskMeta {
    /** What came of the case, for the reporter that writes the results. */
    conformance?: SuiteReport;
    /** What is wrong with the exceptions file, whatever is selected to run. */
    exceptionProblems?: readonly RunProblem[];
  }
}

/** What the suite has to know of an adapter. */
export interface SuiteSubject {
  readonly implementation: string;
  readonly providerApi: ProviderApiId;
  /** Loads it; only when a case runs. */
  readonly load: () => Promise<Adapter>;
  /** Path of the implementation's exceptions file. */
  readonly exceptions: string;
}

/**
 * Milliseconds until vitest gives a case up. A case ends by itself before: it may take its own time limit and that of its
 * sibling, and each may wait for requests in flight.
 */
const testTimeout = 30_000;

/** The same of a case that plays many conversations, each with a time limit of its own. */
const faultTimeout = 900_000;

/**
 * Declares the cases of an adapter. Its test file is this one call.
 *
 * @throws {UserError} the matrix, a scenario file or the exceptions file is malformed.
 */
export async function describeConformance(subject: SuiteSubject): Promise<void> {
  const { settings, source } = inject('conformance') ?? {};
  const suite = await prepareSuite(subject, settings, source);
  const { failFast = false } = settings ?? {};
  const isFault = ({ kind }: Case) => kind === 'fault';
  const cases = failFast ? suite.cases.toSorted((a, b) => Number(isFault(a)) - Number(isFault(b))) : suite.cases;
  let hasFailed = false;
  describe(adapterId(subject.implementation, subject.providerApi), () => {
    for (const theCase of cases) {
      const timeout = theCase.kind === 'fault' ? faultTimeout : testTimeout;
      test(theCase.id, { timeout }, async ({ task, skip }) => {
        // Told by the run, which then is one of the other cases alone.
        if (failFast && hasFailed && isFault(theCase)) skip('what changes no answer fails already');
        const report = await suite.run(theCase);
        task.meta.conformance = report;
        hasFailed ||= !acceptableVerdicts.includes(report.verdict);
        // What a provider said stands in it: reporters print it, and write it into files.
        expect.soft(report.verdict, visible(report.reason ?? '')).toBeOneOf([...acceptableVerdicts]);
        expect.soft(report.exceptionProblem, 'the exceptions file is strict').toBeUndefined();
      });
    }
    test('the exceptions file is strict', ({ task }) => {
      task.meta.exceptionProblems = suite.exceptionProblems;
      expect(suite.exceptionProblems, 'each exception fits a case, has not expired and still fails').toEqual([]);
    });
    afterAll(() => suite.close());
  });
}
