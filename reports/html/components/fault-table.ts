import { faultGroups } from '../../../spec/faults/groups.ts';
import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { type FaultCounts, faultCounts, faultGroupLabels, type GroupCounts } from '../../faults/counts.ts';
import { thousands } from '../labels.ts';
import { html, type Markup } from '../markup.ts';

/** What adapters survive: a row for each, a column for each kind of thing that happens to answers on their way. */
export function resilience({ run, cases }: Results): Markup {
  const byAdapter = Map.groupBy(cases, (c: CaseResult) => c.adapter);
  const rows = run.adapters.flatMap(({ id }) => {
    const counts = faultCounts(byAdapter.get(id) ?? []);
    return counts ? [{ id, counts }] : [];
  });
  if (rows.length === 0) return null;
  return html`<section aria-labelledby="resilience">
    <h2 id="resilience">When answers are not as recorded</h2>
    <p>Each adapter gets recorded answers changed on their way. <strong>Framing</strong>: the same stream in other pieces and spellings. <strong>Tolerance</strong>: members, events, blocks, tools and reasons that nobody knew, nulls, and events that say nothing; its share is how well an adapter outlives a provider's next release. <strong>Errors</strong>: answers that are torn, refused, late, intercepted or lost. <strong>Mutations</strong>: answers that are not what the provider promised. Survived means that nothing known was lost and nothing but the contract's errors was thrown.</p>
    <div class="scroll" role="region" aria-labelledby="resilience-caption" tabindex="0"><table class="checks survived">
      <caption id="resilience-caption">Faults survived of those tried, by adapter</caption>
      <thead><tr><th scope="col">Adapter</th>${faultGroups.map((group) => html`<th scope="col" class="number">${faultGroupLabels[group]}</th>`)}<th scope="col" class="number">Cuts</th><th scope="col" class="number">Untyped errors</th><th scope="col" class="number">Hangs</th><th scope="col" class="number">Crashes</th></tr></thead>
      <tbody>${rows.map(({ id, counts }) => row(id, counts))}</tbody>
    </table></div>
  </section>`;
}

const row = (id: string, { groups, cuts, untyped, hangs, crashes }: FaultCounts): Markup =>
  html`<tr><th scope="row"><code>${id}</code></th>${faultGroups.map((group) => html`<td class="number">${share(groups[group])}</td>`)}${[cuts, untyped, hangs, crashes].map((n) => html`<td class="number">${thousands(n)}</td>`)}</tr>`;

/** All of them, or what share; a share is never rounded up to all. */
function share({ tried, survived }: GroupCounts): Markup {
  if (tried === 0) return html`<span class="note">not tried</span>`;
  if (survived === tried) return html`<span class="toned tone-pass">✓ all ${thousands(tried)}</span>`;
  const percent = Math.floor((100 * survived) / tried);
  return html`<span class="toned tone-part">◐ ${percent} %</span> <span class="note">${thousands(survived)} of ${thousands(tried)}</span>`;
}
