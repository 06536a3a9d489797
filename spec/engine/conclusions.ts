/** From stored outcomes to published results: an adapter's known issues and the freshness of recordings are applied. */
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Matrix } from '../../matrix/model.ts';
import { freshness, loadFreshness } from '../../recordings/freshness.ts';
import { caseResultOf, type FreshnessOf } from '../results/case-result.ts';
import type { CaseResult } from '../results/schema.ts';
import type { StoredOutcome } from '../results/stored-outcome.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { adapterIdentity, type Case } from './case.ts';
import { expand } from './expand.ts';
import { indexOf, type KnownIssuesFile, knownIssuesFrom, reconcile, staticProblems } from './known-issues.ts';
import type { SuiteSettings } from './selection.ts';
import type { RunProblem } from './verdict.ts';

/** An adapter by name, and what is known of it. */
export interface ConcludedSubject {
  readonly implementation: string;
  readonly providerApi: ProviderApiId;
  /** Its known issues, or the path of their file; none, where absent. */
  readonly knownIssues?: string | KnownIssuesFile | undefined;
  /** The options of `atc run` that start it, where it is a program. */
  readonly startedBy?: string | undefined;
}

/** The result of a case on a day. */
export interface Concluded {
  readonly verdict: CaseResult['verdict'];
  readonly reason: string | undefined;
  readonly result: CaseResult;
  /** Where its known issues are not exact. */
  readonly issueProblems: readonly RunProblem[];
}

/** The known issues of an adapter and the freshness policy, ready to be applied. */
export interface Conclusions {
  /** Problems of the known issues that need no run, whatever is selected. */
  readonly issueProblems: () => readonly RunProblem[];
  readonly of: (theCase: Case, outcome: StoredOutcome) => Concluded;
}

let policy: ReturnType<typeof loadFreshness> | undefined;

/**
 * Prepares the conclusions of an adapter. Nothing of the adapter is loaded.
 *
 * @throws {UserError} its known issues or the freshness policy are malformed.
 */
export async function conclusionsFor(
  { implementation, providerApi, knownIssues, startedBy }: ConcludedSubject,
  { matrix, scenarios }: { readonly matrix: Matrix; readonly scenarios: readonly ScenarioFile[] },
  { asOf, thorough: isThorough = false }: Pick<SuiteSettings, 'asOf' | 'thorough'>,
): Promise<Conclusions> {
  policy ??= loadFreshness();
  const believed = await policy;
  const identity = adapterIdentity(implementation, providerApi);
  const issues = await knownIssuesFrom(knownIssues);
  const index = indexOf(issues);
  const freshnessOf: FreshnessOf = (provenance, api) => freshness(provenance, api, believed, asOf);
  return {
    // A thorough run plays more, which may be covered too.
    issueProblems: () => staticProblems(issues, expand(matrix, scenarios, [identity], true)),
    of: (theCase, outcome) => {
      const { conclusion, checks, undecided = [] } = outcome;
      const reconciled = reconcile(theCase.id, implementation, conclusion, checks, index, { undecided, isThorough });
      const { verdict, reason } = reconciled.conclusion;
      const result = caseResultOf(theCase, outcome, reconciled, freshnessOf, startedBy);
      return { verdict, reason, result, issueProblems: reconciled.problems };
    },
  };
}
