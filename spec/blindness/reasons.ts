/** Why members may go unnoticed: `unnoticed.yaml`. */
import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { wildcard } from '../../lib/escape-regexp.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { closedObject } from '../contract/schema-helpers.ts';

const Reason = closedObject('Reason', {
  reason: Type.String({ minLength: 1 }),
  of: Type.Optional(Type.Array(Type.Enum([...providerApiIds]), { minItems: 1 })),
  patterns: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
});

const File = closedObject('UnnoticedMembers', {
  opaque: Type.Array(Type.String({ minLength: 1 })),
  reasons: Type.Array(Reason),
  gaps: Type.Array(Reason),
});

/** What may go unnoticed, and what should not and does. */
export type Unnoticed = Type.Static<typeof File>;

/** @throws {UserError} the file is missing or malformed. */
export const loadUnnoticed = (): Promise<Unnoticed> =>
  readDataFile(join(import.meta.dirname, 'unnoticed.yaml'), File, 'unnoticed members');

/** A pattern of a reason. */
export interface ReasonPattern {
  readonly kind: 'reason' | 'gap';
  readonly pattern: string;
}

/** The reasons that hold for one provider API. */
export class Reasons {
  readonly opaque: ReadonlySet<string>;
  readonly #patterns: readonly (ReasonPattern & { readonly fits: RegExp })[];

  constructor({ opaque, reasons, gaps }: Unnoticed, providerApi: string) {
    this.opaque = new Set(opaque);
    const patternsOf = (kind: ReasonPattern['kind'], all: Unnoticed['reasons']) =>
      all
        .filter(({ of }) => of === undefined || (of as readonly string[]).includes(providerApi))
        .flatMap(({ patterns }) => patterns.map((pattern) => ({ kind, pattern, fits: wildcard(pattern) })));
    this.#patterns = [...patternsOf('gap', gaps), ...patternsOf('reason', reasons)];
  }

  /** The patterns that cover a signature, gaps first. */
  of(signature: string): readonly ReasonPattern[] {
    return this.#patterns.filter(({ fits }) => fits.test(signature));
  }

  covers(signature: string): boolean {
    return this.#patterns.some(({ fits }) => fits.test(signature));
  }
}
