import { alone } from '../../reports/pages/frame.ts';
import { html, type Markup } from '../../reports/pages/markup.ts';
import { stylesheet } from '../../reports/pages/stylesheet.ts';
import type { ProbeResults } from './probe.ts';

/** The page of a probe, which stands alone and runs no script. What a server said is text in it. Pure. */
export function probePage(results: ProbeResults, day: string): string {
  const { providerApi, baseUrl, model, requests, verdicts, findings, scenarios } = results;
  const main: Markup = html`
    <h1>${baseUrl} as ${providerApi}</h1>
    <p class="strip"><b>model ${model}</b><span>${requests} requests</span>${Object.entries(verdicts).map(([word, count]) => html`<span>${count} ${word}</span>`)}</p>
    <h2>Differences from the provider’s wire</h2>
    ${
      findings.length === 0
        ? html`<p>None.</p>`
        : table(
            ['Impact', 'What', 'Where', 'By'],
            findings.map(({ impact, message, path, in: places, times, rule, source }) => [
              impact,
              message,
              html`<code>${path}</code> of ${places.join(', ')} (${times}×)`,
              html`${rule}: ${source}`,
            ]),
          )
    }
    <h2>Scenarios</h2>
    ${table(
      ['Scenario', 'Verdict', 'Request and response'],
      scenarios.map(({ scenario, mode, title, verdict, reason, tries, request, response }) => [
        html`${title} <code>${scenario}/${mode}</code>`,
        html`${verdict}${reason === undefined ? '' : `: ${reason}`} (${tries}×)`,
        html`<details><summary>${response ? `status ${response.status}` : 'no response'}</summary><pre>${request}</pre><pre>${response?.body}</pre></details>`,
      ]),
    )}`;
  const page = {
    title: `Probe of ${providerApi}`,
    description: 'What differs between a server and the API of the provider that it stands for.',
    section: 'grid' as const,
    main,
  };
  return alone(page, day, { css: stylesheet, code: '' });
}

const table = (heads: readonly string[], rows: readonly (readonly Markup[])[]): Markup =>
  html`<table class="data"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
