/** The form in which a cache keeps the outcomes of a unit. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { linesOf } from '../../lib/lines-of.ts';
import type { CheckResult } from '../../spec/engine/verdict.ts';
import type { StoredCase, StoredOutcome } from '../../spec/results/stored-outcome.ts';

/** Outcomes, and all of their evidence in one piece: it is ten times as long as the rest, and mostly nobody looks at it. */
export interface PackedOutcomes {
  readonly outcomes: readonly StoredOutcome[];
  /** Its lines, one after the other, compressed. */
  readonly evidence: Uint8Array;
}

export function packed(cases: readonly StoredCase[]): PackedOutcomes {
  const lines = Buffer.concat(cases.flatMap(({ evidence }) => evidence ?? []));
  return { outcomes: withSharedChecks(cases.map(({ outcome }) => outcome)), evidence: zstdCompressSync(lines) };
}

/** The same, with equal results of checks as one object each: of an object that comes again, what is serialized is a reference. */
function withSharedChecks(outcomes: readonly StoredOutcome[]): readonly StoredOutcome[] {
  const known = new Map<string, CheckResult>();
  const shared = (result: CheckResult): CheckResult => {
    if (result.findings.length > 0) return result;
    const { check, level, status, compared } = result;
    const key = [check, level, status, compared].join(' ');
    const first = known.get(key) ?? result;
    known.set(key, first);
    return first;
  };
  return outcomes.map((outcome) => ({ ...outcome, checks: outcome.checks.map(shared) }));
}

/** The same cases again. Their evidence is unpacked when the first is looked at. */
export function unpacked({ outcomes, evidence }: PackedOutcomes): StoredCase[] {
  let lines: readonly Buffer[] | undefined;
  const lineAt = (place: number): Buffer | undefined => {
    lines ??= linesOf(zstdDecompressSync(evidence));
    return lines[place];
  };
  let places = 0;
  return outcomes.map((outcome) => {
    if (outcome.evidenceSha256 === undefined) return { outcome, evidence: undefined };
    const place = places++;
    return {
      outcome,
      get evidence() {
        return lineAt(place);
      },
    };
  });
}
