import { bounded, cut } from '../../files/cut.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Provenance } from '../../recordings/format/cassette.ts';
import type { Freshness } from '../../recordings/freshness.ts';
import { scrubBody } from '../../recordings/scrub/body.ts';
import type { ChatOptions } from '../contract/index.ts';
import type { Reconciled } from '../engine/reconcile.ts';
import type { CaseOutcome } from '../engine/run.ts';
import { withNamedIds } from './made-up.ts';
import { type CaseResult, type Evidence, resultsVersion } from './schema.ts';

/** How much of what a provider said is repeated in the index; the evidence has all of it. */
const ofIndex = { text: 4_000, members: 1_000, levels: 50 };

/** Whether a recording of a provider API is still believed on the day of the run. */
export type FreshnessOf = (provenance: Provenance, providerApi: ProviderApiId) => Freshness;

/**
 * What is published of an outcome, as it stands in the index. Pure; `evidenceSha256` is put in by who writes the evidence.
 *
 * @param freshnessOf nothing is said of ages unless told
 * @param chosenBy the options of `atc run` that choose its adapter
 */
export function caseResultOf(
  outcome: CaseOutcome,
  { conclusion, exception }: Reconciled,
  freshnessOf?: FreshnessOf,
  chosenBy: string = `--adapter ${outcome.case.adapter.id}`,
): CaseResult {
  const { case: c, cassette, judgement } = outcome;
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
    mode: c.mode,
    verdict: conclusion.verdict,
    ...(conclusion.reason === undefined ? {} : { reason: cut(conclusion.reason, ofIndex.text) }),
    ...(exception ? { exception: exception.place } : {}),
    checks: (judgement?.checks ?? []).map((check) => (check.findings.length > 0 ? bounded(check, ofIndex) : check)),
    ...(outcome.trials === undefined ? {} : { trials: outcome.trials }),
    ...(c.fault ? { faults: c.fault.family.group } : {}),
    unread: [...new Set((judgement?.steps ?? []).flatMap((s) => s.wire.unread.map((u) => u.what)))].sort(),
    evidence: cassette?.provenance.evidence ?? 'none',
    ...(cassette
      ? { cassette: publishedCassette(cassette, freshnessOf?.(cassette.provenance, c.adapter.providerApi)) }
      : {}),
    replay: `npm run atc -- run ${chosenBy} --tool ${c.tool} --scenario ${c.scenario.id} --mode ${c.mode}${c.fault?.family.isLong ? ' --thorough' : ''}`,
  };
}

function publishedCassette(
  { path, sha256, provenance }: NonNullable<CaseOutcome['cassette']>,
  { since, freshUntil, isStale }: Freshness = { isStale: false },
): NonNullable<CaseResult['cassette']> {
  const { evidence, recordedAt, sources } = provenance;
  return {
    path,
    sha256,
    ...(recordedAt === undefined ? {} : { recordedAt }),
    ...(evidence === 'live' || since === undefined ? {} : { sourcesRead: since }),
    ...(freshUntil === undefined ? {} : { freshUntil }),
    ...(isStale ? { stale: true } : {}),
    sources: sources.map((s) => ({ ...s })),
  };
}

/** All that was seen of a case, or nothing where it was never played. Pure. */
export function evidenceOf({ case: c, cassette, trace, judgement }: CaseOutcome): Evidence | undefined {
  if (!trace || !judgement) return undefined;
  return {
    version: resultsVersion,
    case: c.id,
    mode: c.mode,
    provenance: cassette?.provenance ?? null,
    steps: judgement.steps.map(({ step, wire, adapter }) => ({
      turn: step.turn,
      options: scrubbed(step.options),
      exchanges: [...step.exchanges],
      unexpected: [...step.unexpected],
      wire: [...wire.facts],
      adapter: withNamedIds([...adapter.facts], wire.facts),
      unread: [...wire.unread],
      ...(step.error ? { error: step.error } : {}),
      warnings: step.response?.warnings ?? [],
    })),
    ...(trace.closing.length > 0 ? { closing: [...trace.closing] } : {}),
    unconsumed: [...trace.unconsumed],
    late: [...trace.late],
    connections: { ...trace.connections, refused: [...trace.connections.refused] },
  };
}

/** A caller's options without what opens somebody's server. */
function scrubbed(options: ChatOptions): unknown {
  return JSON.parse(scrubBody({ text: JSON.stringify(options) }, 'application/json').text);
}
