/** The cases of an adapter for any runner of tests: what other repositories import as `agent-tools-conformance/cases`. */
import { escapeControl } from '../lib/escape-control-characters.ts';
import { keepConnected } from '../recordings/transport/connection.ts';
import { prepareSuite, type SuiteReport } from '../spec/engine/suite.ts';
import { acceptableVerdicts, type RunProblem } from '../spec/engine/verdict.ts';
import type { Tier } from '../spec/scenarios/schema.ts';
import { type Conformance, noCase, prepared } from './conformance.ts';

export type { Conformance } from './conformance.ts';

/** One case. */
export interface RunnableCase {
  /** `<adapter>/<tool>/<scenario>/<mode>` */
  readonly id: string;
  readonly tool: string;
  readonly scenario: string;
  readonly mode: 'complete' | 'stream';
  readonly tier: Tier | undefined;
  /**
   * Runs it. Cases run one after the other, each to its end before the next.
   *
   * @throws {Error} it fails, and no known issue covers that.
   */
  readonly run: () => Promise<void>;
}

/** The cases of an adapter. */
export interface Cases {
  readonly cases: readonly RunnableCase[];
  /**
   * Prints what explains the failures, and lets go of what the cases shared. To be called once, after the last case.
   *
   * @throws {Error} the adapter declares what works in no core case.
   */
  readonly close: () => Promise<void>;
}

/**
 * Makes the cases of an adapter ready to run.
 *
 * ```js
 * import { after, test } from 'node:test';
 * import { prepareCases } from 'agent-tools-conformance/cases';
 * import { adapter } from './adapter.js';
 *
 * const { cases, close } = await prepareCases({ adapter });
 * for (const { id, run } of cases) test(id, run);
 * after(close);
 * ```
 *
 * @param rerun what to type to run one case again
 * @throws {UserError} the known issues are malformed or not exact, there is no such provider API, its recordings are not installed, or no
 * case fits.
 */
export async function prepareCases(
  given: Conformance,
  rerun = (id: string) => `node --test --test-name-pattern '${id}'`,
): Promise<Cases> {
  const { subject, settings, source, end } = await prepared(given, rerun);
  const suite = await prepareSuite(subject, settings, source);
  if (suite.cases.length === 0) throw noCase();
  const [problem] = suite.issueProblems();
  if (problem) throw errorOf(problem);
  const disconnect = keepConnected();
  const reports: SuiteReport[] = [];
  return {
    cases: suite.cases.map((theCase) => ({
      id: theCase.id,
      tool: theCase.tool,
      scenario: theCase.scenario.id,
      mode: theCase.mode,
      tier: theCase.scenario.tier,
      run: async () => {
        const report = await suite.run(theCase);
        reports.push(report);
        const { verdict, reason, issueProblems } = report;
        if (!acceptableVerdicts.includes(verdict)) throw new Error(escapeControl(reason ?? verdict));
        const [inexact] = issueProblems;
        if (inexact) throw errorOf(inexact);
      },
    })),
    close: async () => {
      await disconnect();
      await suite.close();
      await end(reports, suite.cases);
    },
  };
}

/** Runners show the message of an error alone: place and hint stand in it. */
const errorOf = ({ place, message, hint }: RunProblem): Error => new Error(`${place}: ${message}\n  → ${hint}`);
