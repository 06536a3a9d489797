import type { CaseResult } from '../../../spec/results/schema.ts';
import { cellStates } from '../../cells/cell-state.ts';
import { isStale } from '../../freshness/stale.ts';
import { count, gradeWords, verdictLabels } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import type { CellView, ReportView } from '../view.ts';
import { caseDetails, knownAs } from './case.ts';
import { claimTable } from './claims.ts';
import { badge, link } from './elements.ts';
import { errataNotes } from './errata.ts';
import { wireShape } from './wire-shape.ts';

/** One cell: claim → shape on the wire → cases, with evidence where there is room. Folded; a link to its inside unfolds it. */
export function cellDetails(view: CellView, { evidence, errata, links }: ReportView): Markup {
  const { tool, provider, cell, cases, anchor } = view;
  const name = `${tool.title} on ${provider.title}`;
  return html`<details class="cell">
    <summary><h4 class="cell-title">${tool.title}</h4> ${badge(cellStates[view.state])} <span class="note">${summaryNote(view)}</span></summary>
    <div id=${anchor} class="inside">
      <p>${tool.description} ${link(links.cell(tool.id, provider.id), 'Link to this cell')}</p>
      ${cell && html`<h5>What is claimed</h5>${claimTable(cell, name)}${wireShape(cell, provider, 5)}${cell.errata && errataNotes(cell.errata, errata, 5)}`}
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

/**
 * The cases that did not pass and that a page has no room for: those of one adapter that are so for one reason together, each with the
 * command that tells what was seen.
 */
function briefCases(cases: readonly CaseResult[]): Markup {
  const alike = [
    ...Map.groupBy(cases, (c) => JSON.stringify([c.adapter, c.verdict, c.reason, c.knownIssues])).values(),
  ];
  if (alike.length === 0) return null;
  return html`<ul class="variants">${alike.map(together)}</ul>`;
}

function together(own: readonly CaseResult[]): Markup {
  const [first] = own as [CaseResult, ...CaseResult[]];
  const { adapter, verdict, reason } = first;
  const names = [...Map.groupBy(own, (c) => c.scenario)];
  return html`<li>
    <p>${badge(verdictLabels[verdict])} <code>${adapter}</code>, ${count(own.length, 'case')}${reason !== undefined && html`: ${reason}`}</p>
    ${knownAs(first)}
    <p class="note">${names.map(([scenario, cases], i) => html`${i > 0 && ', '}<code>${scenario}</code> (${cases.map(({ mode }) => mode).join(', ')})`)}</p>
    ${verdict !== 'not-expressible' && commands(own)}
  </li>`;
}

/** What tells in words what was seen. */
function commands(own: readonly CaseResult[]): Markup {
  const seen = own.filter((c) => c.evidenceSha256 !== undefined);
  if (seen.length === 0) return html`<p class="note">Nothing could be seen.</p>`;
  return html`<ul class="commands">${seen.map((c) => html`<li><code>npm run atc -- can-i-use ${c.id}</code></li>`)}</ul>`;
}

/** What kinds of cases there are, in the order in which they are told. */
const groups: readonly { readonly title: string; readonly kinds: readonly CaseResult['kind'][] }[] = [
  { title: 'Conversations', kinds: ['scenario', 'declaration', 'rejection'] },
  { title: 'Calls that are given up', kinds: ['abort'] },
  { title: 'Clients made in other ways', kinds: ['client-setup'] },
  { title: 'Answers that are not as recorded', kinds: ['fault'] },
];

/**
 * Scenarios × adapters × modes of one cell, as a sign each: a page that holds thousands of cases has no room for more. A verdict leads
 * to its case, where the page has a place for it.
 */
function caseMatrix(cases: readonly CaseResult[], name: string, id: string, links: Links): Markup {
  const adapters = [...new Set(cases.map((c) => c.adapter))];
  const modes = [...new Set(cases.map((c) => c.mode))].sort();
  const columns = adapters.flatMap((adapter) => modes.map((mode) => `${adapter} ${mode}`));
  return html`<div class="scroll" role="region" aria-labelledby="matrix-${id}" tabindex="0"><table class="matrix">
    <caption id="matrix-${id}" class="unseen">Cases of ${name}, scenario by adapter and mode</caption>
    <thead>
      <tr><th rowspan="2" scope="col">Scenario</th>${adapters.map((adapter) => html`<th scope="colgroup" colspan=${modes.length}>${adapter}</th>`)}</tr>
      <tr>${adapters.map(() => modes.map((mode) => html`<th scope="col">${mode}</th>`))}</tr>
    </thead>
    ${groups.map(({ title, kinds }) => {
      const own = cases.filter((c) => kinds.includes(c.kind));
      if (own.length === 0) return null;
      return html`<tbody>
        <tr><th scope="rowgroup" colspan=${columns.length + 1} class="of-kind">${title}</th></tr>
        ${[...Map.groupBy(own, (c) => c.scenario).values()].map((ofScenario) => row(ofScenario, columns, links))}
      </tbody>`;
    })}
  </table></div>`;
}

function row(ofScenario: readonly CaseResult[], columns: readonly string[], links: Links): Markup {
  const at = new Map(ofScenario.map((c) => [`${c.adapter} ${c.mode}`, c]));
  return html`<tr><th scope="row">${ofScenario[0]?.title}</th>${columns.map((column) => verdict(at.get(column), links))}</tr>`;
}

function verdict(c: CaseResult | undefined, links: Links): Markup {
  if (!c) return html`<td></td>`;
  const { glyph, word, tone } = verdictLabels[c.verdict];
  const sign = html`<span aria-hidden="true">${glyph}</span><span class="unseen">${word}</span>`;
  return html`<td class="tone-${tone}">${link(links.case(c.id), sign)}</td>`;
}
