import type { Results } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../markup.ts';
import { connectionsTried, count, thousands } from '../words.ts';

/** The end of the page: what was counted, what the words promise, and where the data lies. */
export function about({ run, counts, version, checks, problems }: Results): Markup {
  return html`<footer class="about">
    <h2 id="about">About this run</h2>
    <p>${count(counts.generated, 'case')} generated, ${thousands(counts.executed)} executed, ${thousands(counts.asserted)} asserted, with ${count(counts.compared, 'comparison')} by ${count(checks.length, 'check')}; ${count(problems.length, 'problem')}; ${connectionsTried(counts)}. As of ${run.asOf}.</p>
    <p><em>Documented</em> means: written from public documents, not recorded from the provider. Such a recording shows that an adapter reads and writes what the documents describe. It cannot show that the provider keeps to them. <em>Live</em> means: recorded from the provider, then replayed.</p>
    <p>This page is made from <code>results.json</code> and <code>evidence/</code> beside it, results version ${version}, and from nothing else. It runs no script and asks no other server.</p>
    <table class="packages">
      <caption>Adapters of this run</caption>
      <thead><tr><th scope="col">Adapter</th><th scope="col">Provider API</th><th scope="col">Packages</th></tr></thead>
      <tbody>${run.adapters.map(
        (a) =>
          html`<tr><th scope="row"><code>${a.id}</code></th><td>${a.providerApi}</td><td>${a.packages.map((p) => html`<code>${p.name} ${p.version}</code> `)}</td></tr>`,
      )}</tbody>
    </table>
  </footer>`;
}
