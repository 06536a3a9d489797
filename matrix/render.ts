import { Footnotes, renderAdrTable, tableText } from './adr-table.ts';
import type { Cell, Matrix, ProviderApi } from './model.ts';
import { adrTables, type Lifecycle, type Support } from './schema.ts';

/** The tables that the matrix can be printed as: the ADR's in its two drafts, and today's. */
export const tableViews = [...adrTables, 'current'] as const;
export type TableView = (typeof tableViews)[number];

/** The matrix as a Markdown table, ending with a line break. */
export function renderMatrix(matrix: Matrix, as: TableView): string {
  return as === 'current' ? renderTodayTable(matrix) : renderAdrTable(matrix, as);
}

const words: { readonly [support in Support]: string } = {
  yes: '✅ yes',
  partial: '◐ partial',
  no: '❌ no',
  unknown: '? unknown',
};

/**
 * All rows and columns as they stand today: support by mark and word, the lifecycle where it is not general
 * availability, variants in parentheses, and footnotes for whatever needs saying.
 */
export function renderTodayTable(matrix: Matrix): string {
  const footnotes = new Footnotes();
  const heading = ['Tool', ...matrix.providers.map((p) => headingOf(p) + footnotes.mark(lifecycleNote(p)))];
  const lines = [
    heading,
    heading.map(() => '--'),
    ...matrix.tools.map((tool) => [
      tableText(tool.title),
      ...matrix.providers.map((p) => textOf(p.cells[tool.id]) + footnotes.mark(noteOf(p.cells[tool.id], p))),
    ]),
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return `${[...table, '', ...footnotes.lines()].join('\n')}\n`;
}

function headingOf(provider: ProviderApi): string {
  const { status } = provider.lifecycle;
  return tableText(status === 'ga' ? provider.title : `${provider.title}, ${status}`);
}

function textOf(cell: Cell): string {
  const lifecycle = cell.support === 'no' ? '' : unlessGa(cell.lifecycle);
  const variants = (cell.variants ?? []).filter((v) => v.support !== 'no').map((v) => v.title);
  return tableText(words[cell.support] + lifecycle + (variants.length > 0 ? ` (${variants.join(', ')})` : ''));
}

const unlessGa = (lifecycle: Lifecycle): string => (lifecycle === 'ga' ? '' : `, ${lifecycle}`);

/** Dates and notes of a column's lifecycle. */
function lifecycleNote({ lifecycle }: ProviderApi): string {
  const dates = [
    lifecycle.since === undefined ? [] : [`${capital(lifecycle.status)} since ${lifecycle.since}.`],
    lifecycle.until === undefined ? [] : [`Retired from ${lifecycle.until}.`],
  ].flat();
  return [...dates, lifecycle.notes ?? ''].join(' ').trim();
}

/** What a cell's mark does not say: its notes, and where a surface or a variant is not as the cell. */
function noteOf(cell: Cell, provider: ProviderApi): string {
  const surfaces = provider.surfaces.flatMap(({ id, title }) => {
    const surface = cell.surfaces?.[id];
    return surface ? [sentence(title, [surface.support, ...otherLifecycle(surface, cell)], surface.notes)] : [];
  });
  const variants = (cell.variants ?? []).flatMap((variant) => {
    const differs = [...(variant.support === cell.support ? [] : [variant.support]), ...otherLifecycle(variant, cell)];
    return differs.length > 0 || variant.notes ? [sentence(variant.title, differs, variant.notes)] : [];
  });
  return [cell.notes ?? '', ...surfaces, ...variants].join(' ').trim();
}

const otherLifecycle = (part: { readonly lifecycle?: Lifecycle }, cell: Cell): Lifecycle[] =>
  part.lifecycle === undefined || part.lifecycle === cell.lifecycle ? [] : [part.lifecycle];

/** `Vertex AI: no. The SDK throws.` */
function sentence(title: string, words: readonly string[], notes: string | undefined): string {
  const said = words.length > 0 ? [`${words.join(', ')}.`] : [];
  return `${title}: ${[...said, ...(notes === undefined ? [] : [notes])].join(' ')}`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
