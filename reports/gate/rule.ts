import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { firstFailed } from '../compare/cases.ts';
import type { Comparison } from '../compare/compare.ts';
import type { EarlierCase, EarlierRun } from '../compare/earlier-run.ts';
import type { GateFinding } from './schema.ts';

/** What a rule looks at: two runs, and what is otherwise in the later one. */
export interface GateInput {
  readonly before: EarlierRun;
  readonly after: Results;
  readonly comparison: Comparison;
}

/** A thing that a rule found; what to do is the rule's, unless it says so itself. */
export type Found = Omit<GateFinding, 'rule' | 'level' | 'accepted' | 'todo'> & { readonly todo?: string };

/** One thing that a gate looks for. One file each, registered in `rules.ts`. */
export interface Rule {
  readonly id: string;
  readonly level: GateFinding['level'];
  /** What it looks for. */
  readonly title: string;
  /** Why anyone should care. */
  readonly why: string;
  /** What to do about it. */
  readonly todo: string;
  /** Whether who calls the gate may accept what it finds: it may be meant. */
  readonly acceptable?: true;
  /** Pure. */
  readonly find: (input: GateInput) => readonly Found[];
}

/** The file of an adapter, where what is wrong with it is shown. */
export const adapterPlace = ({
  implementation,
  providerApi,
}: Pick<CaseResult, 'implementation' | 'providerApi'>): string =>
  `adapters/${implementation}/${providerApi}/index.ts:1`;

/** What is told of any case. */
export function aboutCase(c: CaseResult): Omit<Found, 'what'> {
  const { id, adapter, implementation, providerApi, tool, replay } = c;
  const failed = firstFailed(c);
  return {
    case: id,
    adapter,
    implementation,
    providerApi,
    tool,
    place: adapterPlace(c),
    // The first finding tells enough; the report has all.
    ...(failed ? { check: { ...failed, findings: failed.findings.slice(0, 1) } } : {}),
    replay,
  };
}

/** A case that came out otherwise, with both verdicts. */
export const aboutChange = (before: EarlierCase, after: CaseResult): Omit<Found, 'what'> => ({
  ...aboutCase(after),
  before: before.verdict,
  after: after.verdict,
});

/** Why a case is not acceptable, in one sentence. */
export const reasonOf = (c: CaseResult): string =>
  firstFailed(c)?.findings[0]?.message ?? c.reason ?? 'no reason was given';
