import { piecesMarkup } from '../grid/cell-markup.ts';
import { type Piece, piecesOf, toneOf } from '../grid/cell-text.ts';
import type { Column, GridData } from '../grid/data.ts';
import type { Choice } from '../grid/filter-state.ts';
import { few, type ShownTable, shownTable } from '../grid/table.ts';
import type { ShownCell } from '../grid/visible-cell.ts';
import { count } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { breakable, link } from './elements.ts';

/** A table of the grid that scrolls in a place of its own. */
export interface TableFrame {
  /** Of its caption, which a heading says to the eye. */
  readonly id: string;
  readonly caption: string;
  /** Where cells and columns lead to; nowhere unless told. */
  readonly links?: Links;
}

/** The grid under a choice, as a table. */
export function gridTable(data: GridData, choice: Choice, { id, caption, links }: TableFrame): Markup {
  const shown = shownTable(data, choice);
  return html`<div class="scroll grid-scroll ${shown.columns.length > roomy ? 'many' : ''}" role="region" aria-labelledby=${id} tabindex="0">
    <table class="grid ${shown.columns.length < few ? 'few' : ''}">
      <caption id=${id} class="unseen">${caption}</caption>
      <thead><tr>
        <th scope="col" class="grid-row grid-corner">Tool</th>
        ${shown.columns.map((c) => columnHead(data.columns[c], links))}
      </tr></thead>
      <tbody>${shown.rows.map(
        (r) => html`<tr>
          ${rowHead(data.rows[r], links)}
          ${shown.columns.map((c) => gridCell(shown, data, r, c, links))}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

const rowHead = (row: GridData['rows'][number] | undefined, links: Links | undefined): Markup =>
  html`<th scope="row" class="grid-row">${row && link(links?.tool(row.id), row.title)}</th>`;

/** More columns than that never fit a screen, so that the page itself can never hold the head of the table. */
const roomy = 12;

function columnHead(column: Column | undefined, links: Links | undefined): Markup {
  if (!column) return null;
  const { id, title, lifecycle, implementations } = column;
  const said = [lifecycle === 'ga' ? [] : lifecycle, adaptersOf(implementations.length)].flat();
  return html`<th scope="col" class="grid-column ${implementations.length > 0 ? 'tried' : ''}">
    ${link(links?.provider(id), breakable(title))}
    ${said.length > 0 && html`<span class="note">${said.join(' · ')}</span>`}
  </th>`;
}

/** One is as usual, and not said. */
const adaptersOf = (n: number): string[] => (n === 1 ? [] : [n === 0 ? 'no adapter run' : count(n, 'adapter')]);

function gridCell({ cells }: ShownTable, data: GridData, r: number, c: number, links: Links | undefined): Markup {
  const [cell, row, column] = [cells[r]?.[c], data.rows[r], data.columns[c]];
  if (!cell || !row || !column) return html`<td></td>`;
  const name = `${row.title}, ${column.title}: `;
  const address = links?.cell(row.id, column.id);
  return html`<td class="grid-cell tone-${toneOf(cell)}">${cellLink(cell, name, address)}</td>`;
}

/**
 * What stands in a cell, which leads somewhere where there is a place to lead to.
 *
 * @param name whose it is, for who hears of the link alone
 * @param more what stands below
 */
export function cellLink(
  cell: ShownCell,
  name: string,
  address: string | undefined,
  more: readonly Piece[] = [],
): Markup {
  return address === undefined
    ? html`<div class="grid-link">${piecesMarkup([...piecesOf(cell), ...more])}</div>`
    : html`<a class="grid-link" href=${address}>${piecesMarkup([...piecesOf(cell, name), ...more])}</a>`;
}
