import type { RunProblem } from '../../../spec/engine/verdict.ts';
import { html, type Markup } from '../markup.ts';

/** What fails the run without being a case: known issues that are not exact, suites that could not be loaded. */
export function problemList(problems: readonly RunProblem[]): Markup {
  if (problems.length === 0) return null;
  return html`<section aria-labelledby="problems">
    <h2 id="problems">Problems of the run</h2>
    <p>These fail the run whatever its cases say.</p>
    <ul class="cards">${problems.map(
      ({ place, message, hint }) => html`<li class="card tone-fail">
        <p><strong>${message}</strong></p>
        <p class="note">at <code>${place}</code></p>
        <p>${hint}</p>
      </li>`,
    )}</ul>
  </section>`;
}
