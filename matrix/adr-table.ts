import type { Claim, Matrix, ProviderApi, Tool } from './model.ts';
import type { AdrTable } from './schema.ts';

const marks = { yes: '✅', no: '❌', partial: '◐', unknown: '?' } as const;

/**
 * The table "AI Agent Tool Types Availability" of the ADR (microsoft/agent-framework ADR 0002, 2025-06-23) in one of
 * its two drafts, made of the claims of that draft. With the committed matrix it is the ADR's own text to the letter.
 * A cell without such a claim shows as `?`.
 */
export function renderAdrTable(matrix: Matrix, table: AdrTable): string {
  const { rows, columns } = adrShape(matrix, table);
  const heading = ['Tool Type', ...columns.map((c) => c.adrTitle), 'Description'];
  const lines = [
    heading.map(tableText),
    heading.map(() => '--'),
    ...rows.map((tool) =>
      [tool.title, ...columns.map((c) => adrMark(adrClaim(c, tool, table))), tool.description].map(tableText),
    ),
  ];
  return `${lines.map((cells) => cells.join(' | ')).join('\n')}\n`;
}

/** The rows that the ADR has, in the order of that draft, and the columns that it has. */
export function adrShape(
  matrix: Matrix,
  table: AdrTable,
): { rows: readonly Tool[]; columns: readonly (ProviderApi & { adrTitle: string })[] } {
  const rows = matrix.tools.flatMap((tool) => (tool.adrOrder ? [{ tool, at: tool.adrOrder[table] }] : []));
  const columns = matrix.providers.flatMap((p) => (p.adrTitle === undefined ? [] : [{ ...p, adrTitle: p.adrTitle }]));
  return { rows: rows.sort((a, b) => a.at - b.at).map((r) => r.tool), columns };
}

/** What a draft of the ADR says of a cell. */
export function adrClaim(provider: ProviderApi, tool: Tool, table: AdrTable): Claim | undefined {
  return provider.cells[tool.id].claims.find((claim) => claim.by === table);
}

/** A claim as the ADR prints it: `✅ (File Search)`. */
export function adrMark(claim: Claim | undefined): string {
  if (!claim) return marks.unknown;
  return claim.label === undefined ? marks[claim.support] : `${marks[claim.support]} (${claim.label})`;
}

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
