/** What other repositories import: `agent-tools-conformance/vitest`. */
import { isDay } from '../lib/calendar-date.ts';
import { assertKnown } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { installGuard } from '../recordings/network-guard/socket-guard.ts';
import type { Adapter } from './contract/index.ts';
import { describeSuite } from './describe-suite.ts';
import { type KnownIssuesFile, noMoreExceptions } from './engine/known-issues.ts';
import { today } from './engine/selection.ts';

export type { KnownIssueEntry, KnownIssuesFile } from './engine/known-issues.ts';

/** An adapter, and what is known of it. */
export interface Conformance {
  readonly adapter: Adapter;
  /**
   * Its known issues by their ids, or the path of a YAML file of them. Whatever fails and none covers fails the suite, and so does what one
   * covers and passes. None, where absent.
   */
  readonly knownIssues?: string | KnownIssuesFile;
  /** The day that the age of recordings is computed against, YYYY-MM-DD; today, where absent. */
  readonly asOf?: string;
  /** Rows of the matrix, such as `web-search`; all, where absent. */
  readonly tools?: readonly string[];
  /** Conversations by their ids; all, where absent. */
  readonly scenarios?: readonly string[];
  /** `complete`, `stream`; both, where absent. */
  readonly modes?: readonly ('complete' | 'stream')[];
}

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
    await describeGiven(given);
  } catch (error) {
    // Vitest shows the message of an error alone: place and hint stand in it.
    throw error instanceof UserError ? new Error(String(error)) : error;
  }
}

async function describeGiven({ adapter, knownIssues, asOf = today(), ...given }: Conformance): Promise<void> {
  const { exceptions, ...selection }: typeof given & { readonly exceptions?: unknown } = given;
  if (exceptions !== undefined) throw noMoreExceptions(typeof exceptions === 'string' ? exceptions : '<file>');
  const { implementation, providerApi } = adapter;
  assertKnown('provider API', providerApi, providerApiIds);
  if (!isDay(asOf)) throw new UserError(`"${asOf}": not a date`, { hint: 'use YYYY-MM-DD, for example 2026-11-20' });
  installGuard();
  const subject = { implementation, providerApi, load: async () => adapter, knownIssues };
  const cases = await describeSuite(subject, { asOf, ...selection });
  if (cases > 0) return;
  throw new UserError('no case matches this selection', {
    hint: 'leave out "tools", "scenarios" or "modes", or look up their ids in the report',
  });
}
