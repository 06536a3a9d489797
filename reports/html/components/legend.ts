import { type CellState, cellStates } from '../../cells/cell-state.ts';
import type { GridData } from '../grid/data.ts';
import { html, type Markup } from '../markup.ts';
import { gradeWords } from '../words.ts';
import { badge } from './small.ts';

/** The signs of the grid: how often each is there, and, folded, what all of them mean. */
export function legend({ states }: GridData, times: ReadonlyMap<CellState, number>): Markup {
  return html`
    <ul id="signs" class="key" aria-label="Cells by sign">${states.map(
      (state) =>
        html`<li data-state=${state} hidden=${!times.has(state)}>${badge(cellStates[state])} <span class="times">${times.get(state) ?? 0}</span></li>`,
    )}</ul>
    <details class="fold legend"><summary>What the signs mean</summary>
      <table>
        <caption class="unseen">Signs of the grid</caption>
        <thead><tr><th scope="col">Sign</th><th scope="col">Meaning</th></tr></thead>
        <tbody>${Object.values(cellStates).map((look) => html`<tr><th scope="row">${badge(look)}</th><td>${look.meaning}</td></tr>`)}</tbody>
      </table>
      <dl class="marks">
        ${mark(html`<span class="mark mark-live">${gradeWords.live.mark}</span> live`, 'The cases were replayed from what was recorded from the provider itself.')}
        ${mark(html`<span class="mark mark-documented">${gradeWords.documented.mark}</span> documented`, 'The cases were replayed from what was written from public documents: SDK types, specifications, vendor pages. No provider has been asked.')}
        ${mark('today, 12d', 'How old the evidence was on the day of the run: days since the oldest recording behind the cell was made or, of a documented one, since its sources were last read.')}
        ${mark(html`<span class="lasting">stale</span>`, 'A recording behind the cell is older than recordings/freshness.json allows: record it again, or read its sources again.')}
        ${mark('no mark', 'Nothing was replayed: a refusal is proved by what was not sent.')}
        ${mark(html`<span class="lasting">preview, deprecated, retired</span>`, 'How long the tool will last on that API, where it is not generally available and the head of the column does not say the same of all of it.')}
        ${mark('+◐', 'More adapters were tried on the cell, and that is how good they are together. The cell itself says what the reference adapter shows.')}
      </dl>
    </details>`;
}

const mark = (sign: Markup, meaning: string): Markup =>
  html`<div class="marks-item"><dt>${sign}</dt><dd>${meaning}</dd></div>`;
