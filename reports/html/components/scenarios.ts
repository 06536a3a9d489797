import type { CaseResult } from '../../../spec/results/schema.ts';
import { caseAnchor } from '../anchor.ts';
import { html, type Markup } from '../markup.ts';
import { verdictLooks } from '../words.ts';
import { badge } from './small.ts';

/** Scenarios × modes of one adapter in one cell, each verdict leading to its case. */
export function scenarioTable(cases: readonly CaseResult[], name: string): Markup {
  const modes = [...new Set(cases.map((c) => c.mode))].sort();
  return html`<table class="scenarios">
    <caption class="unseen">Scenarios of ${name}</caption>
    <thead><tr><th scope="col">Scenario</th>${modes.map((mode) => html`<th scope="col">${mode}</th>`)}</tr></thead>
    <tbody>${[...Map.groupBy(cases, (c) => c.scenario).values()].map(
      (ofScenario) => html`<tr>
        <th scope="row">${ofScenario[0]?.title}<span class="note">${ofScenario[0]?.purpose}</span></th>
        ${modes.map((mode) => html`<td>${verdictLink(ofScenario.find((c) => c.mode === mode))}</td>`)}
      </tr>`,
    )}</tbody>
  </table>`;
}

function verdictLink(c: CaseResult | undefined): Markup {
  if (!c) return html`<span class="note">not generated</span>`;
  return html`<a class="plain" href="#${caseAnchor(c.id)}">${badge(verdictLooks[c.verdict])}</a>`;
}
