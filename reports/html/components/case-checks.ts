import type { CaseResult } from '../../../spec/results/schema.ts';
import { checkLabels, count, thousands } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { badge, fold, link } from './elements.ts';
import { findingList } from './findings.ts';

type CheckResult = CaseResult['checks'][number];

/**
 * What was demanded of a case and what was found: first what a check has to say, then the checks that held. Those that had nothing to
 * compare are named, and no pass.
 */
export function caseChecks({ checks }: Pick<CaseResult, 'checks'>, links: Links): Markup {
  const told = checks.filter((k) => k.findings.length > 0 || k.status === 'fail' || k.status === 'warn');
  const held = checks.filter((k) => k.status === 'pass' && !told.includes(k));
  const idle = checks.filter((k) => k.status === 'not-applicable' && !told.includes(k));
  return html`
    ${told.map((k) => finding(k, links))}
    ${held.length > 0 && html`<p class="held-head">${badge(checkLabels.pass)} ${count(held.length, 'check')}, each with its number of comparisons:</p><ul class="held">${held.map((k) => html`<li>${nameOf(k, links)} ${thousands(k.compared)}</li>`)}</ul>`}
    ${idle.length > 0 && fold('Nothing to compare here, so neither passed nor failed', count(idle.length, 'check'), html`<p class="note">${idle.map((k) => k.check).join(', ')}</p>`)}`;
}

/** A check that found something, and what. */
function finding(k: CheckResult, links: Links): Markup {
  const look = checkLabels[k.status];
  return html`<div class="found tone-${look.tone}">
    <p>${badge(look)} ${nameOf(k, links)} <span class="note">${count(k.compared, 'comparison')}</span></p>
    ${findingList(k.findings)}
  </div>`;
}

/** A check, and its level where it is not the usual one. */
const nameOf = ({ check, level }: CheckResult, links: Links): Markup =>
  html`${link(links.check(check), html`<code>${check}</code>`)}${level !== 'MUST' && html` <span class="level">${level}</span>`}`;
