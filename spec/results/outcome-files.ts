/** Files in which workers leave outcomes and evidence: sent to another process, these are more than anything else that is. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { notWritten } from '../../lib/write-atomic.ts';
import type { StoredCase, StoredOutcome } from './stored-outcome.ts';

/** Bytes that wait to be written, at most; of some ten cases. */
const mostWaiting = 2 ** 17;

/** Appends cases to a file of its own: an outcome is a line of JSON, and the line behind it is its evidence, where it has any. */
export class OutcomeWriter {
  readonly #folder: string;
  #handle: number | undefined;
  #waiting: Buffer[] = [];
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws {UserError} as {@link flush}. */
  write({ outcome, evidence }: StoredCase): void {
    for (const line of [Buffer.from(`${JSON.stringify(outcome)}\n`), ...(evidence ? [evidence] : [])]) {
      this.#waiting.push(line);
      this.#bytes += line.length;
    }
    if (this.#bytes > mostWaiting) this.flush();
  }

  /**
   * Brings to disk what waits for it.
   *
   * @throws {UserError} the disk is full, or the folder cannot be written to; `where` is the folder.
   */
  flush(): void {
    if (this.#bytes === 0) return;
    try {
      this.#handle ??= openSync(join(this.#folder, `${randomUUID()}.jsonl`), 'ax');
      appendFileSync(this.#handle, Buffer.concat(this.#waiting));
    } catch (error) {
      throw notWritten(error, this.#folder);
    }
    this.#waiting = [];
    this.#bytes = 0;
  }

  /** Throws as {@link flush}. */
  close(): void {
    this.flush();
    if (this.#handle !== undefined) closeSync(this.#handle);
  }
}

/** Reads the cases that the writers of a folder have written, while they go on. */
export class OutcomeReader {
  readonly #folder: string;
  /** Of each file that was met: how far its cases were read. */
  readonly #files = new Map<string, { readonly handle: number; end: number }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The whole cases that are there and were not read before; none, where there is no such folder. */
  read(): StoredCase[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).flatMap((name) => {
      const file = this.#files.get(name) ?? { handle: openSync(join(this.#folder, name), 'r'), end: 0 };
      this.#files.set(name, file);
      const { cases, length } = casesIn(bytesBehind(file.end, file.handle));
      file.end += length;
      return cases;
    });
  }

  close(): void {
    for (const { handle } of this.#files.values()) closeSync(handle);
    this.#files.clear();
  }
}

function bytesBehind(start: number, handle: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(handle).size - start));
  let length = 0;
  for (let more = -1; more !== 0 && length < bytes.length; length += more) {
    more = readSync(handle, bytes, length, bytes.length - length, start + length);
  }
  return bytes.subarray(0, length);
}

/** The whole cases at the start of some bytes, and how many bytes they take. */
function casesIn(bytes: Buffer): { readonly cases: StoredCase[]; readonly length: number } {
  const cases: StoredCase[] = [];
  let start = 0;
  for (;;) {
    const middle = bytes.indexOf('\n', start) + 1;
    if (middle === 0) break;
    const outcome = JSON.parse(bytes.toString('utf8', start, middle)) as StoredOutcome;
    const end = outcome.evidenceSha256 === undefined ? middle : bytes.indexOf('\n', middle) + 1;
    if (end === 0) break;
    cases.push({ outcome, evidence: end === middle ? undefined : bytes.subarray(middle, end) });
    start = end;
  }
  return { cases, length: start };
}
