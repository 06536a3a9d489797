import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import type { CellView, ReportView } from '../view.ts';
import { count, gradeWords } from '../words.ts';
import { briefCases } from './brief-cases.ts';
import { caseDetails } from './case.ts';
import { caseMatrix } from './case-matrix.ts';
import { claimTable } from './claims.ts';
import { driftNotes } from './drift.ts';
import { badge, link } from './small.ts';
import { wireShape } from './wire-shape.ts';

/** One cell: claim → shape on the wire → cases, with evidence where there is room. Folded; a link to its inside unfolds it. */
export function cellDetails(view: CellView, { evidence, drift, links }: ReportView): Markup {
  const { tool, provider, cell, cases, anchor } = view;
  const name = `${tool.title} on ${provider.title}`;
  return html`<details class="cell">
    <summary><h4 class="cell-title">${tool.title}</h4> ${badge(cellStates[view.state])} <span class="note">${summaryNote(view)}</span></summary>
    <div id=${anchor} class="inside">
      <p>${tool.description} ${link(links.cell(tool.id, provider.id), 'Link to this cell')}</p>
      ${cell && html`<h5>What is claimed</h5>${claimTable(cell, name)}${wireShape(cell, provider, 5)}${cell.drift && driftNotes(cell.drift, drift, 5)}`}
      ${cases.length === 0 ? html`<p class="none">${cellStates[view.state].meaning}</p>` : caseList(view, evidence, links)}
    </div>
  </details>`;
}

/** Every case as a sign; those that the page has room for, with all that was seen; the others that did not pass in short. */
function caseList({ cases, tool, provider, anchor }: CellView, evidence: ReportView['evidence'], links: Links): Markup {
  const [shown, others] = [true, false].map((has) => cases.filter((c) => (links.case(c.id) !== undefined) === has));
  return html`
    <h5>What the run did</h5>
    ${caseMatrix(cases, `${tool.title} on ${provider.title}`, anchor, links)}
    ${briefCases((others ?? []).filter((c) => c.verdict !== 'pass'))}
    ${shown && shown.length > 0 && html`<div class="cases">${shown.map((c) => caseDetails(c, evidence.get(c.evidenceSha256 ?? ''), links))}</div>`}`;
}

function summaryNote({ cases, grade, cell }: CellView): string {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  return [
    cases.length > 0 ? `${passed} of ${count(cases.length, 'case')} pass` : [],
    grade ? gradeWords[grade].word : [],
    cases.some(isStale) ? 'stale' : [],
    !cell || cell.lifecycle === 'ga' ? [] : cell.lifecycle,
  ]
    .flat()
    .join(' · ');
}
