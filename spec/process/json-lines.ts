import { sizeOf } from './limits.ts';

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
