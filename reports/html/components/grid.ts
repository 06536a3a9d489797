import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import type { CellView, ColumnView, ReportView } from '../view.ts';
import { count, gradeWords } from '../words.ts';
import { legend } from './legend.ts';
import { breakable, link, unseen } from './small.ts';

/** The availability table, cell by cell: what this run has proved, and what is only claimed. */
export function grid({ tools, columns, links }: ReportView): Markup {
  return html`<section aria-labelledby="grid">
    <h2 id="grid">Tools by provider API</h2>
    <p>${tally(columns)} Each cell leads to its claims, its evidence and its cases.</p>
    <div class="scroll" role="region" aria-labelledby="grid-caption" tabindex="0">
      <table class="grid">
        <caption id="grid-caption" class="unseen">Each tool on each provider API, in this run</caption>
        <thead><tr>
          <th scope="col" class="grid-row grid-corner">Tool</th>
          ${columns.map((column) => columnHead(column, links))}
        </tr></thead>
        <tbody>${tools.map(
          (tool, row) => html`<tr>
            <th scope="row" class="grid-row">${tool.title}</th>
            ${columns.map((column) => gridCell(column.cells[row], links))}
          </tr>`,
        )}</tbody>
      </table>
    </div>
    ${legend(columns)}
  </section>`;
}

function tally(columns: readonly ColumnView[]): string {
  const cells = columns.flatMap((c) => c.cells).filter((c) => c?.cell !== undefined);
  const tried = cells.filter((c) => c && c.cases.length > 0).length;
  const claimed = cells.filter((c) => c?.state === 'claimed' || c?.state === 'claimed-in-part').length;
  return `${tried} of ${count(cells.length, 'cell')} ${tried === 1 ? 'was' : 'were'} tried by this run; ${claimed} more ${claimed === 1 ? 'is' : 'are'} claimed and untested.`;
}

function columnHead({ provider, adapters }: ColumnView, links: Links): Markup {
  const { status } = provider.lifecycle;
  return html`<th scope="col" class="grid-column ${adapters.length > 0 ? 'tried' : ''}">
    ${link(links.provider(provider.id), breakable(provider.title))}
    <span class="note">${[status === 'ga' ? [] : status, adapters.length > 0 ? count(adapters.length, 'adapter') : 'no adapter run'].flat().join(' · ')}</span>
  </th>`;
}

function gridCell(view: CellView | undefined, links: Links): Markup {
  if (!view) return html`<td></td>`;
  const { glyph, word, tone } = cellStates[view.state];
  return html`<td class="grid-cell tone-${tone}"><a class="grid-link" href=${links.cell(view.tool.id, view.provider.id)}>
    <span class="glyph" aria-hidden="true">${glyph}</span>
    <span class="word">${unseen(`${view.tool.title}, ${view.provider.title}: `)}${word}</span>
    ${margin(view)}
  </a></td>`;
}

/** Below the word: how many cases, how good the evidence, how long the tool will last. */
function margin({ leading: cases, others, grade, cell }: CellView): Markup {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const lasting = !cell || cell.lifecycle === 'ga' || cell.support === 'no' ? undefined : cell.lifecycle;
  if (cases.length === 0 && lasting === undefined) return null;
  return html`<span class="margin">
    ${cases.length > 0 && html`<span>${unseen(', ')}${passed}/${cases.length}${unseen(' cases pass')}</span>`}
    ${grade && html`<span class="mark mark-${grade}"><span aria-hidden="true">${gradeWords[grade].mark}</span>${unseen(`, evidence ${gradeWords[grade].word}`)}</span>`}
    ${cases.some(isStale) && html`<span class="lasting">${unseen(', ')}stale</span>`}
    ${lasting && html`<span class="lasting">${unseen(', ')}${lasting}</span>`}
    ${others && otherAdapters(others)}
  </span>`;
}

function otherAdapters({ adapters, state }: NonNullable<CellView['others']>): Markup {
  const { glyph, word, tone } = cellStates[state];
  return html`<span class="others toned tone-${tone}">${unseen(', ')}<span aria-hidden="true">${glyph}</span> ${count(adapters, 'more adapter')}${unseen(`: ${word}`)}</span>`;
}
