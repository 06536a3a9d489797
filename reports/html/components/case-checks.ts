import type { CaseResult } from '../../../spec/results/schema.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { checkLooks, thousands } from '../words.ts';
import { findingList } from './findings.ts';
import { badge, link } from './small.ts';

/** What was demanded of a case and what was found. Checks that had nothing to compare are named, and no pass. */
export function caseChecks({ checks, title, mode }: CaseResult, links: Links): Markup {
  const applied = checks.filter((k) => k.status !== 'not-applicable');
  const idle = checks.filter((k) => k.status === 'not-applicable');
  return html`
    ${
      applied.length > 0 &&
      html`<table class="checks">
      <caption>Checks of “${title}”, ${mode}</caption>
      <thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">Result</th><th scope="col" class="number">Compared</th></tr></thead>
      <tbody>${applied.map(
        (k) => html`<tr>
          <th scope="row">${link(links.check(k.check), html`<code>${k.check}</code>`)}</th>
          <td class="word-whole">${k.level}</td>
          <td>${badge(checkLooks[k.status])}</td>
          <td class="number">${thousands(k.compared)}</td>
        </tr>${k.findings.length > 0 && html`<tr><td colspan="4" class="of-above tone-${checkLooks[k.status].tone}">${findingList(k.findings)}</td></tr>`}`,
      )}</tbody>
    </table>`
    }
    ${idle.length > 0 && html`<p class="note">Nothing to compare here, so neither passed nor failed: ${idle.map((k) => k.check).join(', ')}.</p>`}`;
}
