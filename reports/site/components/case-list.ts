import type { CaseResult } from '../../../spec/results/schema.ts';
import { link } from '../../html/components/elements.ts';
import { count } from '../../html/labels.ts';
import { html, type Markup } from '../../html/markup.ts';
import type { SiteLinks } from '../paths.ts';
import { verdict } from './scenario-matrix.ts';
import { region } from './scroll-region.ts';

/** As many cases as one looks through; the page's data names all of them. */
const most = 200;

/** Cases with what is to be said of each. */
export function caseList(
  cases: readonly { readonly case: CaseResult; readonly says: string | undefined }[],
  caption: string,
  links: SiteLinks,
): Markup {
  return html`${region(
    caption,
    html`<table class="case-list">
    <caption class="unseen">${caption}</caption>
    <thead><tr><th scope="col">Case</th><th scope="col">Verdict</th><th scope="col">First finding</th></tr></thead>
    <tbody>${cases.slice(0, most).map(
      ({ case: c, says }) => html`<tr>
        <th scope="row">${link(links.case(c.id), c.title)} <span class="mode">${c.mode}</span> <code class="id">${c.id}</code></th>
        <td>${verdict(c, links)}</td>
        <td>${says}</td>
      </tr>`,
    )}</tbody>
  </table>`,
  )}
  ${cases.length > most && html`<p class="note">… and ${count(cases.length - most, 'case')} more, in the JSON of this page.</p>`}`;
}
