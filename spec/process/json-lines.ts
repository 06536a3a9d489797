import { escapeControl, truncate } from '../../lib/escape-control-characters.ts';

const lineFeed = 0x0a;

/**
 * Cuts bytes into lines, at line feeds alone. Not `node:readline`, which also cuts at U+2028 and U+2029, and these may stand
 * in a JSON text.
 */
export class LineSplitter {
  #rest: Uint8Array[] = [];
  #length = 0;
  readonly #longest: () => number;

  /** @param longest the most bytes of a line */
  constructor(longest: () => number) {
    this.#longest = longest;
  }

  /**
   * @returns the lines that these bytes end, without their line feeds
   * @throws {RangeError} a line is too long.
   * @throws {TypeError} a line is not UTF-8.
   */
  push(bytes: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      lines.push(this.#take(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
    return lines;
  }

  /** What came after the last line feed: a line that was never ended. */
  get unfinished(): boolean {
    return this.#length > 0;
  }

  #take(end: Uint8Array): string {
    this.#keep(end);
    const line = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#rest));
    this.#rest = [];
    this.#length = 0;
    return line;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (this.#length > this.#longest()) {
      throw new RangeError(
        `a line is longer than ${sizeOf(this.#longest())}: end each message with a line feed, and keep it shorter`,
      );
    }
    this.#rest.push(bytes);
  }
}

/** What is told to whoever looks on: a message to the program, one from it, what it logs, or why the conversation ended. */
export type ProtocolMessage = '→' | '←' | '·' | '✗';

/** Longest text of a line that is shown, in characters: enough for a message without the conversation that it carries. */
const longest = 600;

/** Text without the secrets, as they are and as JSON spells them; what would act in a terminal is shown as escapes. Pure. */
export function redacted(text: string, secrets: Iterable<string>): string {
  const spelled = [...secrets].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return escapeControl(spelled.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text));
}

/** The same as one line of bounded length. Pure. */
export function redactedLine(said: ProtocolMessage, text: string, secrets: Iterable<string>): string {
  // Cut last: half a secret is one too.
  return `${said} ${truncate(redacted(text, secrets).replaceAll('\n', '\\n'), longest)}`;
}

/** Limits on a process. They are read whenever they apply, so that a test can change them for one case. */
export interface ProcessLimits {
  /** Bytes of one line on its stdout. */
  readonly line: number;
  /** Bytes of all messages about one request. */
  readonly answer: number;
  /** Milliseconds until it is ready, or has made a client. */
  readonly start: number;
  /** Milliseconds until it has ended a call that was cancelled, a client, or itself. */
  readonly grace: number;
}

const mebibyte = 2 ** 20;

/** Limits of every adapter. Those of time are generous: how long a process takes depends on the load of the machine. */
export const usualLimits: ProcessLimits = {
  line: 16 * mebibyte,
  answer: 64 * mebibyte,
  start: 30_000,
  grace: 10_000,
};

/** A number of bytes in words. Pure. */
export const sizeOf = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes} bytes`;
