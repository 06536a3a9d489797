import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import { badge, link } from '../../html/components/elements.ts';
import { count, gradeWords, supportLabels, thousands } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { CellView } from '../../html/view.ts';
import { tallyOf } from '../data/rows.ts';
import type { SiteLinks } from '../paths.ts';
import { region } from './scroll-region.ts';

/** Cells one below the other: of a column, of a row, or of an adapter. `head`: what the rows are called by. */
export function cellTable(cells: readonly CellView[], head: 'Tool' | 'Provider API', links: SiteLinks): Markup {
  return region(
    `Cells by ${head}`,
    html`<table class="cell-table">
    <caption class="unseen">Cells by ${head}</caption>
    <thead><tr><th scope="col">${head}</th><th scope="col">In this run</th><th scope="col">Claimed</th><th scope="col">Evidence</th><th scope="col" class="number">Cases that pass</th></tr></thead>
    <tbody>${cells.map((view) => row(view, head, links))}</tbody>
  </table>`,
  );
}

function row(view: CellView, head: 'Tool' | 'Provider API', links: SiteLinks): Markup {
  const { tool, provider, cell, cases, leading, state, grade } = view;
  const { passed } = tallyOf(leading);
  return html`<tr>
    <th scope="row">${link(links.cell(tool.id, provider.id), head === 'Tool' ? tool.title : provider.title)}</th>
    <td>${badge(cellStates[state])}</td>
    <td>${cell ? badge(supportLabels[cell.support]) : '–'}${cell && cell.lifecycle !== 'ga' && html` <span class="lasting">${cell.lifecycle}</span>`}</td>
    <td>${grade ? gradeWords[grade].word : '–'}${cases.some(isStale) && html` <span class="lasting">stale</span>`}</td>
    <td class="number">${cases.length === 0 ? '–' : html`${thousands(passed)} of ${thousands(leading.length)}${leading.length < cases.length && html`<span class="note">${count(view.others?.adapters ?? 0, 'more adapter')}</span>`}`}</td>
  </tr>`;
}
