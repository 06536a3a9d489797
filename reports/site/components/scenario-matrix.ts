import type { CaseResult } from '../../../spec/results/schema.ts';
import { link } from '../../html/components/elements.ts';
import { verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { SiteLinks } from '../paths.ts';
import { region } from './scroll-region.ts';

/** What kinds of cases there are, in the order in which they are told. */
const groups: readonly { readonly title: string; readonly kinds: readonly CaseResult['kind'][] }[] = [
  { title: 'Conversations', kinds: ['scenario', 'declaration', 'rejection'] },
  { title: 'Calls that are given up', kinds: ['abort'] },
  { title: 'Clients made in other ways', kinds: ['client-setup'] },
  { title: 'Answers that are not as recorded', kinds: ['fault'] },
];

/** Scenarios × adapters × modes of one cell, a table for each kind of case. Each verdict leads to its case. */
export function scenarioMatrices(cases: readonly CaseResult[], name: string, links: SiteLinks): Markup {
  const adapters = [...new Set(cases.map((c) => c.adapter))].sort();
  return groups.map(({ title, kinds }) => {
    const own = cases.filter((c) => kinds.includes(c.kind));
    return own.length > 0 && matrix(own, adapters, title, name, links);
  });
}

function matrix(
  cases: readonly CaseResult[],
  adapters: readonly string[],
  title: string,
  name: string,
  links: SiteLinks,
): Markup {
  const modes = [...new Set(cases.map((c) => c.mode))].sort();
  const columns = adapters.flatMap((adapter) => modes.map((mode) => ({ adapter, mode })));
  return region(
    title,
    html`<table class="matrix">
    <caption><span class="unseen">${name}: </span>${title}</caption>
    <thead>
      <tr><th rowspan="2" scope="col">Scenario</th>${adapters.map((adapter) => html`<th scope="colgroup" colspan=${modes.length}>${link(links.adapter(adapter), adapter)}</th>`)}</tr>
      <tr>${columns.map(({ mode }) => html`<th scope="col">${mode}</th>`)}</tr>
    </thead>
    <tbody>${[...Map.groupBy(cases, (c) => c.scenario)].map(([scenario, own]) => {
      const at = new Map(own.map((c) => [`${c.adapter} ${c.mode}`, c]));
      return html`<tr>
        <th scope="row">${own[0]?.title} <code class="id">${scenario}</code></th>
        ${columns.map(({ adapter, mode }) => html`<td>${verdict(at.get(`${adapter} ${mode}`), links)}</td>`)}
      </tr>`;
    })}</tbody>
  </table>`,
  );
}

/** A verdict that leads to its case. */
export function verdict(c: CaseResult | undefined, links: SiteLinks): Markup {
  if (!c) return html`<span class="note">–<span class="unseen"> not generated</span></span>`;
  const { glyph, word, tone } = verdictLabels[c.verdict];
  return html`<a class="verdict tone-${tone}" href=${links.case(c.id)}><span class="glyph" aria-hidden="true">${glyph}</span> ${word}</a>`;
}
