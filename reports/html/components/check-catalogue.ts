import type { Results } from '../../../spec/results/schema.ts';
import { checkAnchor } from '../anchor.ts';
import { html, type Markup } from '../markup.ts';
import { thousands } from '../words.ts';
import { prose, sourceList } from './small.ts';

/** Every check: what it demands, why, who says so, and what came of it in this run. */
export function checkCatalogue({ checks, cases }: Results): Markup {
  const all = cases.flatMap((c) => c.checks);
  return html`<section aria-labelledby="checks">
    <h2 id="checks">Checks</h2>
    <p>Every case is held against every check. A check that had nothing to compare is not applicable; that is no pass.</p>
    <div class="catalogue">${checks.map((check) => {
      const own = all.filter((k) => k.check === check.id);
      const times = (status: (typeof own)[number]['status']) => own.filter((k) => k.status === status).length;
      return html`<article id=${checkAnchor(check.id)} class="check">
        <h3><code>${check.id}</code> <span class="level">${check.level}</span></h3>
        <p><strong>${prose(check.title)}</strong></p>
        <p>${prose(check.reason)}</p>
        <dl class="tally">
          ${number('passed', times('pass'))}
          ${number('failed', times('fail'))}
          ${number('warned', times('warn'))}
          ${number('not applicable', times('not-applicable'))}
        </dl>
        <p class="note">Sources: ${sourceList(check.sources)}</p>
      </article>`;
    })}</div>
  </section>`;
}

const number = (name: string, n: number): Markup =>
  html`<div class="tally-item ${n === 0 ? 'zero' : name === 'failed' ? 'toned tone-fail' : ''}"><dt>${name}</dt><dd>${thousands(n)}</dd></div>`;
