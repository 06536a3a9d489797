import type { Results } from '../../../spec/results/schema.ts';
import { html, type Markup } from '../markup.ts';
import { failing } from '../run-numbers.ts';

/** What this page is: one sentence, and one paragraph on the difference it rests on. */
export function intro({ cases, problems }: Results): Markup {
  return html`<header class="intro">
    <div>
      <p class="kicker">Conformance report</p>
      <h1>Agent Tools Conformance</h1>
      <p class="lede">Which agent tools really work, through which adapter, on which provider API: proven by replaying recorded HTTP, not claimed in a table.</p>
    </div>
    <p class="what">A <em>claim</em> is what someone says of a tool on a provider API: a decision record, a vendor’s page, the types of an SDK, each with its source and date. <em>Evidence</em> is what a run saw: HTTP is replayed to an adapter, and what the adapter returned is held against what the wire said, fact by fact. A cell that no case has tried stays a claim, whoever made it.</p>
    <nav aria-label="On this page"><ul class="jump">
      ${problems.length > 0 && html`<li><a href="#problems">Problems of the run</a></li>`}
      ${failing(cases).length > 0 && html`<li><a href="#failing">Failing cases</a></li>`}
      <li><a href="#grid">Tools by provider API</a></li>
      ${cases.some(({ kind }) => kind === 'fault') && html`<li><a href="#resilience">When answers are not as recorded</a></li>`}
      <li><a href="#cells">Cells in detail</a></li>
      <li><a href="#checks">Checks</a></li>
      <li><a href="#worth">What the checks are worth</a></li>
      <li><a href="#about">About this run</a></li>
    </ul></nav>
  </header>`;
}
