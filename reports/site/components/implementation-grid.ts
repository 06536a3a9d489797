import { escapeControl } from '../../../lib/escape-control-characters.ts';
import { cellAnchor } from '../../html/anchor.ts';
import { breakable, link } from '../../html/components/elements.ts';
import { cellLink } from '../../html/components/grid-table.ts';
import { type Piece, toneOf } from '../../html/grid/cell-text.ts';
import type { GridData } from '../../html/grid/data.ts';
import { usual } from '../../html/grid/filter-state.ts';
import { few } from '../../html/grid/table.ts';
import { shownCell } from '../../html/grid/visible-cell.ts';
import { count } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { ImplementationCell, ImplementationView } from '../implementation-view.ts';
import type { SiteLinks } from '../paths.ts';
import { behaviourPieces } from './behaviours.ts';

/** The grid of one implementation: a column for each provider API that it has an adapter for. */
export function implementationGrid(view: ImplementationView, data: GridData, links: SiteLinks): Markup {
  const columns = view.columns.flatMap(({ provider }) => data.columns.findIndex(({ id }) => id === provider.id));
  const rows = data.rows.flatMap((_, r) => (columns.some((c) => data.cells[r]?.[c]) ? [r] : []));
  const own = new Map(view.cells.map((cell) => [cell.anchor, cell]));
  return html`<div class="scroll grid-scroll" role="region" aria-label="Table: Tools by provider API" tabindex="0">
    <table class="grid own-grid ${columns.length < few ? 'few' : ''}">
      <caption class="unseen">Tools by provider API, through ${view.id}</caption>
      <thead><tr>
        <th scope="col" class="grid-row grid-corner">Tool</th>
        ${columns.map((c) => html`<th scope="col" class="grid-column tried">${link(links.provider(data.columns[c]?.id ?? ''), breakable(data.columns[c]?.title ?? ''))}</th>`)}
      </tr></thead>
      <tbody>${rows.map(
        (r) => html`<tr>
          <th scope="row" class="grid-row">${link(links.tool(data.rows[r]?.id ?? ''), data.rows[r]?.title)}</th>
          ${columns.map((c) => ownCell(data, r, c, view, own, links))}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

function ownCell(
  data: GridData,
  r: number,
  c: number,
  { id }: ImplementationView,
  own: ReadonlyMap<string, ImplementationCell>,
  links: SiteLinks,
): Markup {
  const [cell, row, column] = [data.cells[r]?.[c], data.rows[r], data.columns[c]];
  if (!cell || !row || !column) return html`<td></td>`;
  const shown = shownCell(cell, column, { ...usual, through: escapeControl(id) }, data.asOf);
  const place = cellAnchor(row.id, column.id);
  const told = own.get(place);
  const more = told && told.behaviours.length > 0 ? behaviour(told) : undefined;
  // What does not work is told on this page; of what does, the page of the cell says more.
  return html`<td id=${more ? undefined : place} class="grid-cell tone-${toneOf(shown)}">${cellLink(shown, `${row.title}, ${column.title}: `, more ? `#${place}` : links.cell(row.id, column.id), more)}</td>`;
}

const behaviour = ({ failing, behaviours }: ImplementationCell): Piece[] => [
  { look: 'margin', is: [{ to: 'ears', is: ', ' }, { is: `by ${count(failing.length, 'check')}` }] },
  ...behaviourPieces(behaviours),
];
