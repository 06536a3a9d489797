import { badge, fold, link, sourceLink } from '../../html/components/elements.ts';
import { count, verdictLabels } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { ListedReason } from '../../implementations/behaviour.ts';
import type { SiteLinks } from '../paths.ts';
import { replayLine } from './replay.ts';
import { verdict } from './scenario-matrix.ts';

/** More reasons, and more cases of one, than that are counted: the page's data has all. */
const most = { reasons: 200, cases: 20 };

/** Why cases are excepted, who says so, and how to see it. */
export function reasonList(reasons: readonly ListedReason[], links: SiteLinks): Markup {
  return html`<ol class="reasons">${reasons.slice(0, most.reasons).map((one) => reason(one, links))}</ol>
    ${reasons.length > most.reasons && html`<p class="note">… and ${count(reasons.length - most.reasons, 'reason')} more, in the JSON of this page.</p>`}`;
}

function reason({ cases, checks, command, ...one }: ListedReason, links: SiteLinks): Markup {
  const said = [
    one.source === undefined ? [] : sourceLink({ title: 'Source', url: one.source }),
    one.reproduction === undefined ? [] : html`<span>shown by <code>${one.reproduction}</code></span>`,
    one.until === undefined ? [] : html`<span>listed until <span class="day">${one.until}</span></span>`,
  ].flat();
  return html`<li class="reason">
    <p class="reason-head">${badge(verdictLabels[one.verdict])} <span class="note">${count(cases.length, 'case')}${checks.length > 0 && html`, by ${checks.map((check, i) => html`${i > 0 && ', '}${link(links.check(check), html`<code>${check}</code>`)}`)}`}</span></p>
    <p>${one.reason}</p>
    ${said.length > 0 && html`<p class="note reason-said">${said.map((each, i) => html`${i > 0 && ' · '}${each}`)}</p>`}
    ${command !== undefined && replayLine(command)}
    ${fold('Its cases', count(cases.length, 'case'), caseItems(cases, links))}
  </li>`;
}

function caseItems(cases: ListedReason['cases'], links: SiteLinks): Markup {
  return html`<ul class="reason-cases">${cases.slice(0, most.cases).map((c) => html`<li>${verdict(c, links)} <code class="id">${c.id}</code></li>`)}</ul>
    ${cases.length > most.cases && html`<p class="note">… and ${count(cases.length - most.cases, 'case')} more, in the JSON of this page.</p>`}`;
}
