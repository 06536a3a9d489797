import type { Results } from '../../../spec/results/schema.ts';
import { notRunLine } from '../../summary/summary.ts';
import { html, type Markup } from '../markup.ts';
import { connectionsTried, count, thousands } from '../words.ts';

/** The end of the page: what was counted, what the words promise, and where the data lies. */
export function about({ run, counts, version, checks, problems, cases }: Results): Markup {
  const refusals = cases.filter((c) => c.kind === 'refusal').length;
  return html`<footer class="about">
    <h2 id="about">About this run</h2>
    <p>${count(counts.generated, 'case')} generated, ${thousands(counts.executed)} executed, ${thousands(counts.asserted)} asserted, with ${count(counts.compared, 'comparison')} by ${count(checks.length, 'check')}; ${count(problems.length, 'problem')}; ${connectionsTried(counts)}${run.notRun && `; ${notRunLine(run.notRun)}`}. As of ${run.asOf}.</p>
    <p>A <em>claim</em> is what someone says of a tool on a provider API: a decision record, a vendor’s page, the types of an SDK, each with its source and date. <em>Evidence</em> is what a run saw: HTTP is replayed to an adapter, and what the adapter returned is held against what the wire said, fact by fact. A cell that no case has tried stays a claim, whoever made it.</p>
    <p><em>Documented</em> means: written from public documents, not recorded from the provider. Such a recording shows that an adapter reads and writes what the documents describe. It cannot show that the provider keeps to them. <em>Live</em> means: recorded from the provider, then replayed. ${refusals > 0 && `${count(refusals, 'refusal')} ${refusals === 1 ? 'needs' : 'need'} no recording: a refusal is proved by what was not sent.`}</p>
    <p>This page is made from <code>results.json</code> and <code>evidence/</code> beside it, results version ${version}, and from nothing else. It asks no server for anything. Its one script works the switches above the grid, and without it all they show is there as tables.</p>
    <table class="packages">
      <caption>Adapters of this run</caption>
      <thead><tr><th scope="col">Implementation</th><th scope="col">Provider APIs</th><th scope="col">Packages</th></tr></thead>
      <tbody>${alike(run.adapters).map(
        (own) => html`<tr>
          <th scope="row">${own[0]?.implementation}</th>
          <td>${own.map((a) => html`<code>${a.providerApi}</code> `)}</td>
          <td>${own[0]?.packages.map((p) => html`<code>${p.name} ${p.version}</code> `)}</td>
        </tr>`,
      )}</tbody>
    </table>
  </footer>`;
}

/** Adapters of one implementation that wrap the same packages, together. */
const alike = (adapters: Results['run']['adapters']): Results['run']['adapters'][] => [
  ...Map.groupBy(adapters, (a) => JSON.stringify([a.implementation, a.packages])).values(),
];
