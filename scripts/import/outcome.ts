import type { Accepted } from '../review/accept.ts';

/** What was read of a file. */
export interface ImportedFile {
  readonly file: string;
  readonly format: string;
  readonly sha256: string;
  readonly taken: readonly { readonly exchange: number; readonly operation: string; readonly transport: string }[];
  readonly leftOut: readonly { readonly exchange: number; readonly reason: string }[];
}

/** What comes of the exchanges of a transport. */
export interface ImportedCassette {
  readonly path: string;
  readonly operations: readonly string[];
  readonly losses: readonly string[];
  readonly outcome: Accepted['outcome'] | 'dry-run';
  /** Why it was not written. */
  readonly reason?: string;
  /** Where it is kept then. */
  readonly keptAt?: string;
}

/** What came of an import. Plain JSON. */
export interface ImportOutcome {
  readonly files: readonly ImportedFile[];
  readonly cassettes: readonly ImportedCassette[];
}
