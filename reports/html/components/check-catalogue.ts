import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { checkAnchor } from '../anchor.ts';
import { html, type Markup } from '../markup.ts';
import { thousands } from '../words.ts';
import { prose, sourceList } from './small.ts';

/** Every check: what it demands, why, who says so, and what came of it in this run. */
export function checkCatalogue({ checks, cases }: Results): Markup {
  const times = timesOf(cases);
  return html`<section aria-labelledby="checks">
    <h2 id="checks">Checks</h2>
    <p>Every case is held against every check. A check that had nothing to compare is not applicable; that is no pass.</p>
    <div class="catalogue">${checks.map((check) => {
      const of = (status: Status) => times.get(check.id)?.get(status) ?? 0;
      return html`<article id=${checkAnchor(check.id)} class="check">
        <h3><code>${check.id}</code> <span class="level">${check.level}</span></h3>
        <p><strong>${prose(check.title)}</strong></p>
        <p>${prose(check.reason)}</p>
        <dl class="tally">
          ${number('passed', of('pass'))}
          ${number('failed', of('fail'))}
          ${number('warned', of('warn'))}
          ${number('not applicable', of('not-applicable'))}
        </dl>
        <p class="note">Sources: ${sourceList(check.sources)}</p>
      </article>`;
    })}</div>
  </section>`;
}

type Status = CaseResult['checks'][number]['status'];

/** How often each check came out in each way: one pass over what may be hundreds of thousands. */
function timesOf(cases: readonly CaseResult[]): ReadonlyMap<string, ReadonlyMap<Status, number>> {
  const times = new Map<string, Map<Status, number>>();
  for (const { checks } of cases) {
    for (const { check, status } of checks) {
      const own = times.get(check) ?? new Map<Status, number>();
      times.set(check, own.set(status, (own.get(status) ?? 0) + 1));
    }
  }
  return times;
}

const number = (name: string, n: number): Markup =>
  html`<div class="tally-item ${n === 0 ? 'zero' : name === 'failed' ? 'toned tone-fail' : ''}"><dt>${name}</dt><dd>${thousands(n)}</dd></div>`;
