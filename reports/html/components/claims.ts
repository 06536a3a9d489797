import type { Cell } from '../../../matrix/model.ts';
import { disagreement } from '../claims.ts';
import { claimantLabels, supportLabels } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { badge, prose, sourceLink, sourceList } from './elements.ts';

/** Who says that a cell works, or does not; where they disagree, that they do. */
export function claimTable(cell: Cell, name: string): Markup {
  if (cell.claims.length === 0) return html`<p>Nobody is on record as claiming anything.</p>`;
  const parties = disagreement(cell.claims);
  return html`
    ${parties !== undefined && html`<p class="notice"><strong>The claims disagree.</strong> They say ${parties}. The table that this run went by holds: ${supportLabels[cell.support].word}.</p>`}
    <table class="claims">
      <caption class="unseen">Claims: ${name}</caption>
      <thead><tr><th scope="col">Who</th><th scope="col">Says</th><th scope="col">Where</th><th scope="col">When</th></tr></thead>
      <tbody>${cell.claims.map(
        (claim) => html`<tr>
          <th scope="row">${claimantLabels[claim.by]}</th>
          <td>${badge(supportLabels[claim.support])}${claim.lifecycle && html` <span class="lasting">${claim.lifecycle}</span>`}${claim.label !== undefined && ` ${claim.label}`}</td>
          <td>${sourceLink(claim.source)}${claim.notes !== undefined && html`<span class="note"> ${prose(claim.notes)}</span>`}</td>
          <td class="day">${claim.date}</td>
        </tr>`,
      )}</tbody>
    </table>
    <p class="note">The cell rests on: ${sourceList(cell.sources)}</p>`;
}
