import type { CaseResult } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../markup.ts';
import { count, verdictLooks } from '../words.ts';
import { badge } from './small.ts';

/**
 * The cases that did not pass and that a page has no room for: those of one adapter that are so for one reason together, each with the
 * command that tells what was seen.
 */
export function briefCases(cases: readonly CaseResult[]): Markup {
  const alike = [...Map.groupBy(cases, (c) => JSON.stringify([c.adapter, c.verdict, c.reason, c.exception])).values()];
  if (alike.length === 0) return null;
  return html`<ul class="variants">${alike.map(together)}</ul>`;
}

function together(own: readonly CaseResult[]): Markup {
  const [first] = own as [CaseResult, ...CaseResult[]];
  const { adapter, verdict, reason, exception } = first;
  const names = [...Map.groupBy(own, (c) => c.scenario)];
  return html`<li>
    <p>${badge(verdictLooks[verdict])} <code>${adapter}</code>, ${count(own.length, 'case')}${reason !== undefined && html`: ${reason}`}</p>
    ${exception !== undefined && html`<p class="note">Listed as an exception at <code>${exception}</code>.</p>`}
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
