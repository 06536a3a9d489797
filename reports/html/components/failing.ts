import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { failing } from '../run-numbers.ts';
import type { ReportView } from '../view.ts';
import { verdictLooks } from '../words.ts';
import { findingList } from './findings.ts';
import { badge, link, prose, sourceList } from './small.ts';

/** The cases that make the run red, before all else, each with what was found. */
export function failingCases({ results: { cases, checks }, links }: ReportView): Markup {
  const bad = failing(cases);
  if (bad.length === 0) return null;
  return html`<section aria-labelledby="failing">
    <h2 id="failing">Failing cases</h2>
    <ul class="cards">${bad.map((c) => failingCase(c, checks, links))}</ul>
  </section>`;
}

function failingCase(c: CaseResult, checks: Results['checks'], links: Links): Markup {
  const failed = c.checks.filter((k) => k.status === 'fail');
  const look = verdictLooks[c.verdict];
  return html`<li class="card tone-${look.tone}">
    <h3 class="card-title">${badge(look)} ${link(links.case(c.id), c.title)} <span class="mode">${c.mode}</span></h3>
    <p class="id"><code>${c.id}</code></p>
    ${failed.length === 0 && html`<p>${c.reason}</p>`}
    ${failed.map((k) => html`<p class="note">Check <code>${k.check}</code>, ${k.level}</p>${findingList(k.findings)}${why(checks.find(({ id }) => id === k.check))}`)}
    <p class="replay">Replay it: <code>${c.replay}</code></p>
  </li>`;
}

/** Why a check demands what it does, and who says so. */
const why = (check: Results['checks'][number] | undefined): Markup =>
  check && html`<p class="note">${prose(check.reason)} Sources: ${sourceList(check.sources)}</p>`;
