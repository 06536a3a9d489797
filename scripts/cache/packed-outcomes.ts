/** The form in which a cache keeps the outcomes of a unit. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { linesOf } from '../../lib/lines-of.ts';
import type { StoredCase, StoredOutcome } from '../../spec/results/stored-outcome.ts';

/** Outcomes, and all of their evidence in one piece: it is ten times as long as the rest, and mostly nobody looks at it. */
export interface PackedOutcomes {
  readonly outcomes: readonly StoredOutcome[];
  /** Its lines, one after the other, compressed. */
  readonly evidence: Uint8Array;
}

export function packed(cases: readonly StoredCase[]): PackedOutcomes {
  const lines = Buffer.concat(cases.flatMap(({ evidence }) => evidence ?? []));
  return { outcomes: cases.map(({ outcome }) => outcome), evidence: zstdCompressSync(lines) };
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
