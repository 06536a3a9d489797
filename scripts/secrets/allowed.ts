import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { Found } from '../../recordings/scrub/second-net.ts';

/** What is like a secret on purpose: where, by its SHA-256, and why. */
export const AllowedSchema = Type.Array(
  Type.Object(
    {
      path: Type.String({ minLength: 1 }),
      kind: Type.String({ minLength: 1 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      reason: Type.String({ minLength: 10 }),
    },
    { additionalProperties: false },
  ),
);

export type Allowed = Type.Static<typeof AllowedSchema>[number];

/** Something that was found in a file, by name and SHA-256. */
export interface Finding extends Pick<Found, 'kind' | 'line' | 'column'> {
  readonly name: string;
  readonly sha256: string;
  /** Whether it is in the files as they are now, and not only in the history. */
  readonly isNow: boolean;
}

/** A finding, told by what was found, without telling that. */
export function findingOf({ kind, line, column, range }: Found, name: string, text: string, isNow: boolean): Finding {
  const sha256 = createHash('sha256')
    .update(text.slice(...range))
    .digest('hex');
  return { kind, line, column, name, sha256, isNow };
}

/** Findings that nobody allowed, each once, and what is allowed and was not found. */
export function held(findings: readonly Finding[], allowed: readonly Allowed[]): { found: Finding[]; idle: Allowed[] } {
  const keyOf = ({ kind, sha256 }: Pick<Finding, 'kind' | 'sha256'>, path: string) => `${path}\n${kind}\n${sha256}`;
  const byKey = new Map<string, Finding>();
  // What is there now is worth more than what was.
  for (const finding of findings.toSorted((a, b) => Number(b.isNow) - Number(a.isNow))) {
    const key = keyOf(finding, finding.name);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  const keys = new Set(allowed.map((entry) => keyOf(entry, entry.path)));
  return {
    found: [...byKey].flatMap(([key, finding]) => (keys.has(key) ? [] : [finding])),
    idle: allowed.filter((entry) => !byKey.has(keyOf(entry, entry.path))),
  };
}
