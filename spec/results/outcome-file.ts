/** Files in which workers leave outcomes and evidence: sent to another process, these are more than anything else that is. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notWritten } from '../../files/write-atomic.ts';
import type { StoredCase, StoredOutcome } from './stored-outcome.ts';

/** Where a case stands in a file. Plain JSON: it crosses a process boundary. */
export interface OutcomePlace {
  /** Name of the file. */
  readonly file: string;
  /** Position of the outcome, a line of JSON; the evidence follows it. */
  readonly start: number;
  readonly outcomeBytes: number;
  readonly evidenceBytes: number;
}

/** Appends cases to a file of its own: each is on disk as soon as its place is known. */
export class OutcomeWriter {
  readonly #file = `${randomUUID()}.jsonl`;
  readonly #folder: string;
  #handle: number | undefined;
  #start = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws {UserError} the disk is full, or the folder cannot be written to; `where` is the folder. */
  write({ outcome, evidence = '' }: StoredCase): OutcomePlace {
    const parts = [Buffer.from(`${JSON.stringify(outcome)}\n`), Buffer.from(evidence)] as const;
    const [{ length: outcomeBytes }, { length: evidenceBytes }] = parts;
    try {
      this.#handle ??= openSync(join(this.#folder, this.#file), 'ax');
      appendFileSync(this.#handle, Buffer.concat(parts));
    } catch (error) {
      throw notWritten(error, this.#folder);
    }
    const start = this.#start;
    this.#start += outcomeBytes + evidenceBytes;
    return { file: this.#file, start, outcomeBytes, evidenceBytes };
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
  }
}

/** The cases at these places, in the same order. */
export function readOutcomes(folder: string, places: readonly OutcomePlace[]): StoredCase[] {
  const files = new Map<string, Buffer>();
  return places.map(({ file, start, outcomeBytes, evidenceBytes }) => {
    const bytes = files.get(file) ?? readFileSync(join(folder, file));
    files.set(file, bytes);
    const middle = start + outcomeBytes;
    return {
      outcome: JSON.parse(bytes.toString('utf8', start, middle)) as StoredOutcome,
      evidence: evidenceBytes === 0 ? undefined : bytes.toString('utf8', middle, middle + evidenceBytes),
    };
  });
}
