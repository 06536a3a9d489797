import { section } from '../../reports/pages/elements.ts';
import { alone } from '../../reports/pages/frame.ts';
import { html, type Markup } from '../../reports/pages/markup.ts';
import { stylesheet } from '../../reports/pages/stylesheet.ts';
import type { ProbeResults } from './probe.ts';
import { placesOf } from './text.ts';

/** The page of a probe, which stands alone and runs no script. What a server said is text in it. Pure. */
export function probePage(results: ProbeResults, day: string): string {
  const { providerApi, baseUrl, model, requests, verdicts, findings, scenarios } = results;
  const main: Markup = html`
    <h1>${baseUrl} as ${providerApi}</h1>
    <p class="strip"><b>model ${model}</b><span>${requests} requests</span>${Object.entries(verdicts).map(([word, count]) => html`<span>${count} ${word}</span>`)}</p>
    ${section(
      'differences',
      'Differences from the provider’s wire',
      'Each is listed once, the worst first. What "differs" is a notice.',
      findings.length === 0
        ? html`<p>None.</p>`
        : table(
            [html`<span class="num">Impact</span>`, 'What', 'Rule and source'],
            findings.map((finding) => [
              finding.impact,
              html`${finding.message}<p class="fine mut">${placesOf(finding)} (${finding.times}×)</p>`,
              html`${finding.rule}<p class="fine mut">${finding.source}</p>`,
            ]),
          ),
    )}
    ${section(
      'scenarios',
      'Scenarios',
      'With the request that was sent, and the response that decided.',
      table(
        ['Scenario', 'Verdict', 'Request and response'],
        scenarios.map(({ scenario, mode, title, verdict, reason, tries, request, response }) => [
          html`${title}<p class="fine mut">${scenario}/${mode}</p>`,
          html`${verdict} (${tries}×)${reason !== undefined && html`<p class="fine mut">${reason}</p>`}`,
          html`<details><summary>${response ? `status ${response.status}` : 'no response'}</summary><pre class="seen">${request}</pre><pre class="seen">${response?.body}</pre></details>`,
        ]),
      ),
    )}`;
  const page = {
    title: `Probe of ${providerApi}`,
    description: 'What differs between a server and the API of the provider that it stands for.',
    section: 'grid' as const,
    main,
  };
  return alone(page, day, { css: stylesheet, code: '' });
}

const table = (heads: readonly Markup[], rows: readonly (readonly Markup[])[]): Markup =>
  html`<table class="data stack"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
