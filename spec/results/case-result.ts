import { truncate } from '../../lib/escape-control-characters.ts';
import { memoize } from '../../lib/memoize.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Freshness } from '../../recordings/freshness.ts';
import type { Case } from '../engine/case.ts';
import type { Reconciled } from '../engine/known-issues.ts';
import { caseName, withLighterImpacts } from '../engine/known-issues.ts';
import type { CaseResult, ListedIssue, Results } from './schema.ts';
import { ofIndex, type StoredOutcome } from './stored-outcome.ts';

type UsedCassette = NonNullable<StoredOutcome['cassette']>;

/** Whether a recording of a provider API is still believed on the day of the run. */
export type FreshnessOf = (provenance: UsedCassette['provenance'], providerApi: ProviderApiId) => Freshness;

/**
 * The published result of a case. Pure.
 *
 * @param freshnessOf nothing is said of ages unless told
 * @param startedBy the options of `atc run` that start its adapter, where that is a program
 */
export function caseResultOf(
  c: Case,
  { checks, trials, unread, cassette, evidenceSha256 }: Omit<StoredOutcome, 'conclusion'>,
  { conclusion, issues, unexpectedPasses }: Omit<Reconciled, 'problems'>,
  freshnessOf?: FreshnessOf,
  startedBy?: string,
): CaseResult {
  return {
    id: c.id,
    kind: c.kind,
    adapter: c.adapter.id,
    implementation: c.adapter.implementation,
    providerApi: c.adapter.providerApi,
    tool: c.tool,
    scenario: c.scenario.id,
    title: c.scenario.title,
    purpose: c.scenario.purpose,
    ...(c.scenario.tier === undefined ? {} : { tier: c.scenario.tier }),
    mode: c.mode,
    verdict: conclusion.verdict,
    ...(conclusion.reason === undefined ? {} : { reason: truncate(conclusion.reason, ofIndex.text) }),
    ...(issues.length > 0 ? { knownIssues: issues.map(({ id }) => id) } : {}),
    ...(Object.keys(unexpectedPasses).length > 0
      ? { unexpectedPasses: structuredClone(unexpectedPasses) as Record<string, string[]> }
      : {}),
    ...uncountedOf(c, issues),
    checks: [...withLighterImpacts(checks, caseName(c.id), issues)],
    ...(trials === undefined ? {} : { trials }),
    ...(c.fault ? { faults: c.fault.family.group } : {}),
    unread: [...unread],
    evidence: cassette?.provenance.evidence ?? 'none',
    ...(cassette
      ? { cassette: publishedCassette(cassette, freshnessOf?.(cassette.provenance, c.adapter.providerApi)) }
      : {}),
    ...(evidenceSha256 === undefined ? {} : { evidenceSha256 }),
    replay: ['npm run atc -- run', c.id, startedBy, c.fault?.family.isLong && '--thorough'].filter(Boolean).join(' '),
  };
}

/** What known issues with a state cover of a case: it is disputed, unconfirmed or intended. */
function uncountedOf({ id }: Case, issues: Reconciled['issues']): Pick<CaseResult, 'uncounted'> {
  const groups = issues.flatMap(({ state, covers }) => (state === undefined ? [] : (covers[caseName(id)] ?? [])));
  return groups.length > 0 ? { uncounted: [...new Set(groups)] } : {};
}

function publishedCassette(
  { path, transport, sha256, provenance }: UsedCassette,
  { since, freshUntil, isStale }: Freshness = { isStale: false },
): NonNullable<CaseResult['cassette']> {
  const { evidence, recordedAt, sources } = provenance;
  return {
    path,
    transport,
    sha256,
    ...(recordedAt === undefined ? {} : { recordedAt }),
    ...(evidence === 'live' || since === undefined ? {} : { sourcesRead: since }),
    ...(freshUntil === undefined ? {} : { freshUntil }),
    ...(isStale ? { stale: true } : {}),
    sources: sources.map((s) => ({ ...s })),
  };
}

/** A recording as messages show it: its file, and what of it was played; older results do not say the latter. */
export const shownCassette = ({ path, transport }: NonNullable<CaseResult['cassette']>): string =>
  transport === undefined ? path : `${path}#${transport}`;

/** By adapter and id. */
const byName = memoize(
  (issues: readonly ListedIssue[]): ReadonlyMap<string, ListedIssue> =>
    new Map(issues.map((issue) => [`${issue.adapter}/${issue.id}`, issue])),
);

/** Finds the known issues that cover what was found in a case of a run. */
export function issuesIn({
  knownIssues = [],
}: Pick<Results['run'], 'knownIssues'>): (c: Pick<CaseResult, 'adapter' | 'knownIssues'>) => readonly ListedIssue[] {
  const all = byName(knownIssues);
  return (c) => (c.knownIssues ?? []).flatMap((id) => all.get(`${c.adapter}/${id}`) ?? []);
}
