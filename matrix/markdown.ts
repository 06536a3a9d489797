/** Text that may stand in a cell of a Markdown table: pipes escaped, on one line. */
export function tableText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ');
}

/** Numbers footnotes in the order of their first mention; the same text has the same number. */
export class Footnotes {
  readonly #texts: string[] = [];

  /** The mark of a footnote, to stand behind what it explains; nothing where there is nothing to explain. */
  mark(text: string): string {
    if (text === '') return '';
    if (!this.#texts.includes(text)) this.#texts.push(text);
    return `[^${this.#texts.indexOf(text) + 1}]`;
  }

  /** The footnotes themselves, one line each. */
  lines(): string[] {
    return this.#texts.map((text, i) => `[^${i + 1}]: ${text.replace(/\s*\n\s*/g, ' ')}`);
  }
}
