import type { Results } from '../../../spec/results/schema.ts';
import { staleLine } from '../../freshness/stale.ts';
import { html, type Markup } from '../markup.ts';
import { type RunNumbers, runNumbers } from '../run-numbers.ts';
import { connectionsTried, count, thousands } from '../words.ts';

/** The run in one strip: when, who, how much, how it came out, and how good the evidence is. */
export function runStrip(results: Results): Markup {
  const { run, counts, cases } = results;
  const numbers = runNumbers(results);
  return html`<section class="run" aria-labelledby="run">
    <h2 id="run" class="unseen">This run</h2>
    <dl class="run-strip">
      ${item('Result', headline(numbers, results), html`${bar(numbers)}<span class="note">${numbers.passed} of ${count(cases.length, 'case')} pass${numbers.excepted > 0 ? `, ${count(numbers.excepted, 'exception')} listed` : ''}</span>`)}
      ${item('As of', run.asOf, html`<span class="note">all ages are computed against this day</span>`)}
      ${item('Evidence', evidenceShare(numbers), html`<span class="note">${evidenceNote(numbers)}</span>`)}
      ${item('Oldest recording', numbers.oldest ?? 'none recorded live', html`<span class="note">${numbers.oldest ? 'of those recorded from a provider' : 'no provider has been asked yet'}; ${staleLine(cases) ?? 'none is stale'}</span>`)}
      ${item('Comparisons', thousands(counts.compared), html`<span class="note">${count(counts.generated, 'case')} generated, ${thousands(counts.executed)} executed, ${thousands(counts.asserted)} asserted; ${connectionsTried(counts)}</span>`)}
      ${item(run.adapters.length === 1 ? 'Adapter' : 'Adapters', adapterHeadline(run.adapters), html`<span class="note">${adapterNote(run.adapters)}</span>`)}
    </dl>
    ${selectionNotice(run.selection)}
  </section>`;
}

const item = (name: string, headline: Markup, rest: Markup): Markup =>
  html`<div class="run-item"><dt>${name}</dt><dd><strong>${headline}</strong>${rest}</dd></div>`;

function headline({ failed, excepted }: RunNumbers, { cases, problems }: Results): Markup {
  const bad = failed + problems.length;
  if (cases.length === 0) return html`<span class="toned tone-fail">✕ nothing ran</span>`;
  if (bad > 0)
    return html`<span class="toned tone-fail">✕ ${[failed > 0 ? `${thousands(failed)} failed` : [], problems.length > 0 ? count(problems.length, 'problem') : []].flat().join(', ')}</span>`;
  return html`<span class="toned tone-pass">✓ ${excepted > 0 ? 'as expected' : 'all pass'}</span>`;
}

/** The verdicts as a bar, for the eye; the words beside it say the same. */
function bar({ passed, excepted, failed }: RunNumbers): Markup {
  const parts = [
    { tone: 'pass', n: passed },
    { tone: 'part', n: excepted },
    { tone: 'fail', n: failed },
  ].filter(({ n }) => n > 0);
  const total = passed + excepted + failed;
  if (total === 0) return null;
  let at = 0;
  const pieces = parts.map(({ tone, n }) => {
    const x = at;
    at += n;
    return html`<rect class="tone-${tone}" x=${x} y="0" width=${n} height="1"/>`;
  });
  return html`<svg class="bar" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
}

function evidenceShare({ evidence: { live, documented, none } }: RunNumbers): string {
  const total = live + documented + none;
  if (total === 0) return 'none';
  const percent = (n: number) => `${Math.floor((100 * n) / total)} %`;
  if (documented === total) return 'documented only';
  if (live === total) return 'all live';
  return `${percent(live)} live, ${percent(documented)} documented`;
}

function evidenceNote({ evidence: { live, documented, none }, refusals }: RunNumbers): string {
  const parts = [`live ${live}`, `documented ${documented}`, ...(none > 0 ? [`none ${none}`] : [])];
  return `${parts.join(', ')}${refusals > 0 ? `; ${count(refusals, 'refusal')} ${refusals === 1 ? 'needs' : 'need'} no recording` : ''}`;
}

type Adapters = Results['run']['adapters'];

function adapterHeadline(adapters: Adapters): string {
  const [only] = adapters;
  return adapters.length === 1 && only ? only.id : thousands(adapters.length);
}

/** The packages of the one adapter; of several, their names (their packages stand at the end of the page). */
function adapterNote(adapters: Adapters): string {
  const [only] = adapters;
  if (adapters.length !== 1 || !only) {
    const byImplementation = [...Map.groupBy(adapters, (a) => a.implementation)];
    return byImplementation.map(([name, own]) => `${name} on ${count(own.length, 'provider API')}`).join(', ');
  }
  return only.packages.map((p) => `${p.name} ${p.version}`).join(', ');
}

function selectionNotice(selection: Results['run']['selection']): Markup {
  const chosen = Object.entries(selection).filter(([, values]) => values.length > 0);
  if (chosen.length === 0) return null;
  const words = chosen.map(([what, values]) => `${what}: ${values.join(', ')}`).join('; ');
  return html`<p class="notice"><strong>Part of the suite.</strong> This run was limited to ${words}. What was left out is shown as untested.</p>`;
}
