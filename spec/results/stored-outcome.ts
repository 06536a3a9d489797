/**
 * Outcomes of cases as plain JSON, before known issues and freshness are applied: what a worker writes, and what can be kept. All but
 * the time follows from adapter, scenario, cassettes and engine alone.
 */
import { truncateDeep } from '../../lib/escape-control-characters.ts';
import type { Provenance } from '../../recordings/format/cassette.ts';
import type { WireTransport } from '../../recordings/format/exchange.ts';
import type { ProvisionalVerdict } from '../engine/decide-verdict.ts';
import type { CaseOutcome, TrialCounts } from '../engine/run.ts';
import type { Trace } from '../engine/trace.ts';
import type { CheckResult } from '../engine/verdict.ts';
import { evidenceLine, evidenceOf, withStableIds } from './evidence-line.ts';

/** How much of what a provider said is repeated in the index; the evidence has all of it. */
export const ofIndex = { text: 4_000, members: 1_000, levels: 50 };

/** Outcome of one case. */
export interface StoredOutcome {
  /** Id of the case. */
  readonly case: string;
  readonly conclusion: ProvisionalVerdict;
  /** Long findings are cut. */
  readonly checks: readonly CheckResult[];
  /** Checks that compare modes, where there was no other mode to compare with. */
  readonly undecided?: readonly string[];
  readonly trials?: TrialCounts;
  /** Things on the wire that the reader has no words for, sorted. */
  readonly unread: readonly string[];
  readonly cassette?: {
    readonly path: string;
    readonly transport: WireTransport;
    readonly sha256: string;
    readonly provenance: Pick<Provenance, 'evidence' | 'recordedAt' | 'sources'>;
  };
  /** SHA-256 of the line of evidence; absent where nothing was observed. */
  readonly evidenceSha256?: string;
  readonly connections?: Pick<Trace['connections'], 'attempts' | 'unseen'>;
  /** How long the case took. */
  readonly milliseconds: number;
}

/** An outcome with its evidence, a line of JSON with its end: bytes, for whoever passes it on need not read it. */
export interface StoredCase {
  readonly outcome: StoredOutcome;
  readonly evidence: Buffer | undefined;
}

/** The stored form of an outcome. Pure. */
export function storedCaseOf(
  outcome: CaseOutcome,
  { undecided, milliseconds }: Required<Pick<StoredOutcome, 'undecided' | 'milliseconds'>>,
): StoredCase {
  const { case: c, conclusion, cassette, judgement, trials } = outcome;
  const seen = evidenceOf(outcome);
  const evidence = seen && evidenceLine(seen);
  const checks = (judgement?.checks ?? []).map((check) =>
    check.findings.length > 0 ? truncateDeep(check, ofIndex) : check,
  );
  return {
    outcome: {
      case: c.id,
      conclusion,
      checks: checks.some(({ findings }) => findings.length > 0)
        ? withStableIds(checks, [
            seen?.steps.map(({ wire }) => wire),
            checks.map(({ findings }) => findings.map(({ wire }) => wire)),
          ])
        : checks,
      ...(undecided.length > 0 ? { undecided } : {}),
      ...(trials === undefined ? {} : { trials }),
      unread: [...new Set((judgement?.steps ?? []).flatMap((s) => s.wire.unread.map((u) => u.what)))].sort(),
      ...(cassette ? { cassette: withoutNotes(cassette) } : {}),
      ...(evidence ? { evidenceSha256: evidence.sha256 } : {}),
      ...(seen ? { connections: withoutRefused(seen.connections) } : {}),
      milliseconds,
    },
    evidence: evidence?.bytes,
  };
}

function withoutNotes({ path, transport, sha256, provenance }: NonNullable<CaseOutcome['cassette']>) {
  const { evidence, recordedAt, sources } = provenance;
  return {
    path,
    transport,
    sha256,
    provenance: { evidence, ...(recordedAt === undefined ? {} : { recordedAt }), sources },
  };
}

const withoutRefused = ({ attempts, unseen }: Trace['connections']) => ({
  attempts,
  ...(unseen === undefined ? {} : { unseen }),
});
