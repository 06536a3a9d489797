import { type CellState, cellStates } from '../../cells/cell-state.ts';
import { html, type Markup } from '../markup.ts';
import type { ColumnView } from '../view.ts';
import { gradeWords } from '../words.ts';
import { badge } from './small.ts';

/** The signs of the grid: how often each is there, and, folded, what all of them mean. */
export function legend(columns: readonly ColumnView[]): Markup {
  const cells = columns.flatMap((c) => c.cells);
  const signs = (Object.keys(cellStates) as CellState[]).map((state) => ({
    ...cellStates[state],
    times: cells.filter((c) => c?.state === state).length,
  }));
  return html`
    <ul class="key" aria-label="Cells by sign">${signs
      .filter(({ times }) => times > 0)
      .map((sign) => html`<li>${badge(sign)} ${sign.times}</li>`)}</ul>
    <details class="fold legend"><summary>What the signs mean</summary>
      <table>
        <caption class="unseen">Signs of the grid</caption>
        <thead><tr><th scope="col">Sign</th><th scope="col">Meaning</th></tr></thead>
        <tbody>${signs.map((sign) => html`<tr><th scope="row">${badge(sign)}</th><td>${sign.meaning}</td></tr>`)}</tbody>
      </table>
      <dl class="marks">
        ${mark(html`<span class="mark mark-live">${gradeWords.live.mark}</span> live`, 'The cases were replayed from what was recorded from the provider itself.')}
        ${mark(html`<span class="mark mark-documented">${gradeWords.documented.mark}</span> documented`, 'The cases were replayed from what was written from public documents: SDK types, specifications, vendor pages. No provider has been asked.')}
        ${mark(html`<span class="lasting">stale</span>`, 'A recording behind the cell is older than recordings/freshness.json allows: record it again, or read its sources again.')}
        ${mark('no mark', 'Nothing was replayed: a refusal is proved by what was not sent.')}
        ${mark(html`<span class="lasting">preview, deprecated, retired</span>`, 'How long the tool will last on that API, where it is not generally available.')}
      </dl>
    </details>`;
}

const mark = (sign: Markup, meaning: string): Markup =>
  html`<div class="marks-item"><dt>${sign}</dt><dd>${meaning}</dd></div>`;
