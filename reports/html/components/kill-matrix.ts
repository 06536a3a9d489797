import { providerApiIds } from '../../../matrix/ids.ts';
import { coverageOf } from '../../../spec/kill-matrix/coverage.ts';
import { phases } from '../../../spec/kill-matrix/known-defects.ts';
import type { KillMatrix, PlayedDefect } from '../../../spec/kill-matrix/schema.ts';
import type { Results } from '../../../spec/results/schema.ts';
import { count, thousands } from '../labels.ts';
import { html, type Markup } from '../markup.ts';
import { fold, prose, sourceLink } from './elements.ts';

/** What the checks are worth: the adapters broken on purpose, where they sit, and which check catches which. */
export function worth(matrix: KillMatrix | undefined, { checks }: Results): Markup {
  return html`<section aria-labelledby="worth">
    <h2 id="worth">What the checks are worth</h2>
    <p>A check that nothing fails proves nothing when it passes. So adapters are broken on purpose, each by one defect as real adapters have had it, and each has to be caught by the check meant for it, in cases that the unbroken adapter passes.</p>
    ${
      matrix
        ? body(
            matrix,
            checks.map((c) => c.id),
          )
        : html`<p class="notice"><strong>Not known here.</strong> This page was made without the kill matrix. <code>npm run kill-matrix</code> makes it, and <code>npm run atc -- report</code> takes it up.</p>`
    }
  </section>`;
}

function body(matrix: KillMatrix, checks: readonly string[]): Markup {
  const { kills, missed } = matrix;
  const others = checks.filter((id) => !kills.some((k) => k.check === id));
  return html`
    ${others.length > 0 && html`<p class="notice tone-part"><strong>Of other checks.</strong> The kill matrix was made without ${others.map((id) => html`<code>${id}</code> `)}, which this run has. Make it again: <code>npm run kill-matrix</code></p>`}
    <p><strong>${matrix.caught} of ${count(matrix.broken, 'broken adapter')} caught</strong>; ${matrix.checks - matrix.idleChecks.length} of ${count(matrix.checks, 'check')} kill at least one.</p>
    ${missed.map(({ id, caughtBy, why, command }) => html`<p class="notice tone-fail"><strong>Missed:</strong> <code>${id}</code>, which <code>${caughtBy}</code> should catch. ${why.join('; ')}. Look at it: <code>${command}</code></p>`)}
    ${coverage(matrix)}
    ${kills.map((k) => check(k, matrix))}`;
}

function coverage({ matrix }: KillMatrix): Markup {
  const { count: of } = coverageOf(matrix);
  return html`<div class="scroll" role="region" aria-labelledby="worth-coverage" tabindex="0"><table class="checks">
    <caption id="worth-coverage">Broken adapters by provider API and phase</caption>
    <thead><tr><th scope="col">Provider API</th>${phases.map((phase) => html`<th scope="col" class="number">${phase}</th>`)}</tr></thead>
    <tbody>${providerApiIds.map(
      (api) =>
        html`<tr><th scope="row"><code>${api}</code></th>${phases.map((phase) => html`<td class="number">${thousands(of(api, phase))}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}

function check({ check: id, level, broken }: KillMatrix['kills'][number], { matrix }: KillMatrix): Markup {
  const own = matrix.filter((b) => b.caught && b.caughtBy === id);
  const label = html`<code>${id}</code> <span class="level">${level}</span>`;
  if (own.length === 0) return html`<p>${label} <strong>kills nothing</strong></p>`;
  return fold(label, count(broken.length, 'kill'), html`<ul class="findings">${own.map(defect)}</ul>`);
}

function defect({ id, defect: what, providerApi, phase, modelledOn }: PlayedDefect): Markup {
  return html`<li>
    <p>${prose(what)}</p>
    <p class="note"><code>${id}</code> over <code>${providerApi}</code>, ${phase}${modelledOn.length > 0 && html`; as in ${modelledOn.map((known, i) => html`${i > 0 && ' · '}${sourceLink({ title: `${known.id} ${known.defect}`, url: known.url })}`)}`}</p>
  </li>`;
}
