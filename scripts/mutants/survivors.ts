/** Why mutants may go unnoticed: `survivors.yaml`. */
import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { wildcard } from '../../lib/escape-regexp.ts';
import { closedObject } from '../../spec/contract/schema-helpers.ts';
import type { Mutant } from './instrument.ts';

const Survivors = Type.Array(
  closedObject('Survivors', {
    why: Type.String({ minLength: 1 }),
    kind: Type.Enum(['equivalent', 'gap']),
    mutants: Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  }),
);

/** `equivalent`: nothing that a service or an adapter sends makes a difference; `gap`: something could, and no case has it. */
export type Explanation = Type.Static<typeof Survivors>[number]['kind'];

/** @throws {UserError} the file is missing or malformed. */
export async function explanations(): Promise<(mutant: Mutant) => Explanation | undefined> {
  const all = await readDataFile(join(import.meta.dirname, 'survivors.yaml'), Survivors, 'survivors');
  const patterns = all.flatMap(({ kind, mutants }) =>
    Object.entries(mutants).flatMap(([file, texts]) =>
      texts.map((text) => ({ kind, file: wildcard(file), text: wildcard(text) })),
    ),
  );
  return (mutant) => patterns.find(({ file, text }) => file.test(mutant.file) && text.test(changeOf(mutant)))?.kind;
}

/** What a mutant does, as `survivors.yaml` names it. */
export const changeOf = ({ original, replacement }: Mutant): string => `${original} → ${replacement}`;

/** How sure the score of a sample is. Pure. */

/**
 * The 95 % interval of a share: Wilson score interval.
 *
 * @param total at least 1
 * @returns lower and upper bound, in percent
 */
export function intervalOf(hits: number, total: number): readonly [number, number] {
  const z = 1.96;
  const p = hits / total;
  const middle = p + (z * z) / (2 * total);
  const half = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return [(100 * (middle - half)) / scale, (100 * (middle + half)) / scale];
}
