import type { CaseResult } from '../../../spec/results/schema.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { verdictLooks } from '../words.ts';
import { badge, link } from './small.ts';

/** Scenarios × modes of one adapter in one cell, each verdict leading to its case. */
export function scenarioTable(cases: readonly CaseResult[], name: string, links: Links): Markup {
  const modes = [...new Set(cases.map((c) => c.mode))].sort();
  return html`<table class="scenarios">
    <caption class="unseen">Scenarios of ${name}</caption>
    <thead><tr><th scope="col">Scenario</th>${modes.map((mode) => html`<th scope="col">${mode}</th>`)}</tr></thead>
    <tbody>${[...Map.groupBy(cases, (c) => c.scenario).values()].map(
      (ofScenario) => html`<tr>
        <th scope="row">${ofScenario[0]?.title}<span class="note">${ofScenario[0]?.purpose}</span></th>
        ${modes.map(
          (mode) =>
            html`<td>${verdictLink(
              ofScenario.find((c) => c.mode === mode),
              links,
            )}</td>`,
        )}
      </tr>`,
    )}</tbody>
  </table>`;
}

function verdictLink(c: CaseResult | undefined, links: Links): Markup {
  if (!c) return html`<span class="note">not generated</span>`;
  return link(links.case(c.id), badge(verdictLooks[c.verdict]), 'plain');
}
