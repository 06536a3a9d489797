import type { CaseResult } from '../../../spec/results/schema.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { verdictLooks } from '../words.ts';
import { link } from './small.ts';

/** What kinds of cases there are, in the order in which they are told. */
const groups: readonly { readonly title: string; readonly kinds: readonly CaseResult['kind'][] }[] = [
  { title: 'Conversations', kinds: ['scenario', 'declaration', 'refusal'] },
  { title: 'Calls that are given up', kinds: ['abort'] },
  { title: 'Clients made in other ways', kinds: ['setup'] },
  { title: 'Answers that are not as recorded', kinds: ['fault'] },
];

/**
 * Scenarios × adapters × modes of one cell, as a sign each: a page that holds thousands of cases has no room for more. A verdict leads
 * to its case, where the page has a place for it.
 */
export function caseMatrix(cases: readonly CaseResult[], name: string, id: string, links: Links): Markup {
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
  const { glyph, word, tone } = verdictLooks[c.verdict];
  const sign = html`<span aria-hidden="true">${glyph}</span><span class="unseen">${word}</span>`;
  return html`<td class="tone-${tone}">${link(links.case(c.id), sign)}</td>`;
}
