/** From stored outcomes to published results: an adapter's exceptions and the freshness of recordings are applied. */
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import type { Matrix } from '../../matrix/model.ts';
import { freshness, loadFreshness } from '../../recordings/freshness.ts';
import { caseResultOf, type FreshnessOf } from '../results/case-result.ts';
import type { CaseResult } from '../results/schema.ts';
import type { StoredOutcome } from '../results/stored-outcome.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { adapterId, adapterIdentity, type Case } from './case.ts';
import {
  type ExceptionEntry,
  exceptionsFrom,
  exceptionsOf,
  faultsListed,
  reconcile,
  staticProblems,
} from './exceptions.ts';
import { expand } from './expand.ts';
import type { RunProblem } from './verdict.ts';

/** An adapter by name, and what is known of it. */
export interface ConcludedSubject {
  readonly implementation: string;
  readonly providerApi: ProviderApiId;
  /** The implementation's exceptions, or the path of their file. */
  readonly exceptions: string | readonly ExceptionEntry[];
  /** The options of `atc run` that choose it; unless told, `--adapter` with its id. */
  readonly chosenBy?: string | undefined;
}

/** The result of a case on a day. */
export interface Concluded {
  readonly verdict: CaseResult['verdict'];
  readonly reason: string | undefined;
  readonly result: CaseResult;
  /** How its exception is not strict. */
  readonly exceptionProblem: RunProblem | undefined;
}

/** The exceptions of an adapter and the freshness policy, ready to be applied. */
export interface Conclusions {
  /** Problems of the exceptions file that need no run, whatever is selected. */
  readonly exceptionProblems: () => readonly RunProblem[];
  /** The `fault` cases that the exceptions are about, by id: these are run whole. */
  readonly faultsListed: (cases: readonly Case[]) => ReadonlySet<string>;
  readonly of: (theCase: Case, outcome: StoredOutcome) => Concluded;
}

let policy: ReturnType<typeof loadFreshness> | undefined;

/**
 * Prepares the conclusions of an adapter. Nothing of the adapter is loaded.
 *
 * @throws {UserError} its exceptions or the freshness policy are malformed.
 */
export async function conclusionsFor(
  { implementation, providerApi, exceptions, chosenBy }: ConcludedSubject,
  { matrix, scenarios }: { readonly matrix: Matrix; readonly scenarios: readonly ScenarioFile[] },
  asOf: string,
): Promise<Conclusions> {
  policy ??= loadFreshness();
  const believed = await policy;
  const identity = adapterIdentity(implementation, providerApi);
  const possible = providerApiIds.map((api) => adapterId(implementation, api));
  const listed = exceptionsOf(await exceptionsFrom(exceptions), identity.id, possible);
  const freshnessOf: FreshnessOf = (provenance, api) => freshness(provenance, api, believed, asOf);
  return {
    // A thorough run plays more, which may be listed too.
    exceptionProblems: () => staticProblems(listed, expand(matrix, scenarios, [identity], true), asOf),
    faultsListed: (cases) => faultsListed(listed, cases),
    of: (theCase, outcome) => {
      const { conclusion, checks, undecided } = outcome;
      const reconciled = reconcile(theCase.id, conclusion, checks, listed, asOf, undecided);
      const { verdict, reason } = reconciled.conclusion;
      const result = caseResultOf(theCase, outcome, reconciled, freshnessOf, chosenBy);
      return { verdict, reason, result, exceptionProblem: reconciled.problem };
    },
  };
}
