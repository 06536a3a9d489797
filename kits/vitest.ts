/** What other repositories import for vitest: `agent-tools-conformance/vitest`. */
import { UserError } from '../lib/user-error.ts';
import { describeSuite } from '../spec/describe-suite.ts';
import { type Conformance, noCase, prepared } from './conformance.ts';

export type { KnownIssueEntry, KnownIssuesFile } from '../spec/engine/known-issues.ts';
export type { Conformance } from './conformance.ts';

/**
 * Declares the generated suite of an adapter: one test for each case, played against the recordings that this package brings. A test file is
 * this one call; while it runs, connections to anywhere but this machine are refused.
 *
 * ```ts
 * import { describeConformance } from 'agent-tools-conformance/vitest';
 * import { adapter } from './adapter.ts';
 *
 * await describeConformance({ adapter, knownIssues: `${import.meta.dirname}/known-issues.yaml` });
 * ```
 *
 * @throws {Error} the known issues are malformed, there is no such provider API, or no case fits.
 */
export async function describeConformance(given: Conformance): Promise<void> {
  try {
    const rerun = (id: string) => `npx vitest run -t '${id}'`;
    const { subject, settings, source, end } = await prepared(given, rerun);
    if ((await describeSuite(subject, settings, source, end)) === 0) throw noCase();
  } catch (error) {
    // Vitest shows the message of an error alone: place and hint stand in it.
    throw error instanceof UserError ? new Error(String(error)) : error;
  }
}
