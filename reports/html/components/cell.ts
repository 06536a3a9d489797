import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import type { CellView, ReportView } from '../view.ts';
import { count, gradeWords } from '../words.ts';
import { caseDetails } from './case.ts';
import { claimTable } from './claims.ts';
import { driftNotes } from './drift.ts';
import { scenarioTable } from './scenarios.ts';
import { badge, link } from './small.ts';
import { wireShape } from './wire-shape.ts';

/** One cell: claim → shape on the wire → scenarios → cases with their evidence. Folded; a link to its inside unfolds it. */
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

function caseList({ cases, tool }: CellView, evidence: ReportView['evidence'], links: Links): Markup {
  return [...Map.groupBy(cases, (c) => c.adapter)].map(
    ([adapter, own]) => html`
      <h5>What ${adapter} did</h5>
      ${scenarioTable(own, `${tool.title} through ${adapter}`, links)}
      <div class="cases">${own.map((c) => caseDetails(c, c.evidenceSha256 === undefined ? undefined : evidence.get(c.evidenceSha256), links))}</div>`,
  );
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
