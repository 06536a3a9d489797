import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { count, verdictLabels } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { failing } from '../run-numbers.ts';
import type { ReportView } from '../view.ts';
import { badge, link, prose, sourceList } from './elements.ts';
import { findingList } from './findings.ts';

type Check = Results['checks'][number];

/** The cases that make the run red, before all else, each with what was found. */
export function failingCases({ results: { cases, checks }, links }: ReportView): Markup {
  const bad = failing(cases);
  if (bad.length === 0) return null;
  const byId = new Map(checks.map((check) => [check.id, check]));
  return html`<section aria-labelledby="failing">
    <h2 id="failing">Failing cases</h2>
    <ul class="cards">${bad.slice(0, most).map((c) => failingCase(c, byId, links))}</ul>
    ${bad.length > most && html`<p>And ${count(bad.length - most, 'case')} more:</p><ul>${bad.slice(most).map(inALine(links))}</ul>`}
  </section>`;
}

/** More than that nobody reads one by one. */
const most = 100;

const inALine = (links: Links) => (c: CaseResult) =>
  html`<li>${badge(verdictLabels[c.verdict])} ${link(links.case(c.id), html`<code>${c.id}</code>`)}</li>`;

function failingCase(c: CaseResult, checks: ReadonlyMap<string, Check>, links: Links): Markup {
  const failed = c.checks.filter((k) => k.status === 'fail');
  const look = verdictLabels[c.verdict];
  return html`<li class="card tone-${look.tone}">
    <h3 class="card-title">${badge(look)} ${link(links.case(c.id), c.title)} <span class="mode">${c.mode}</span></h3>
    <p class="id"><code>${c.id}</code></p>
    ${failed.length === 0 && html`<p>${c.reason}</p>`}
    ${failed.map((k) => html`<p class="note">Check <code>${k.check}</code>, ${k.level}</p>${findingList(k.findings)}${why(checks.get(k.check))}`)}
    <p class="replay">Replay it: <code>${c.replay}</code></p>
  </li>`;
}

/** Why a check demands what it does, and who says so. */
const why = (check: Check | undefined): Markup =>
  check && html`<p class="note">${prose(check.reason)} Sources: ${sourceList(check.sources)}</p>`;
