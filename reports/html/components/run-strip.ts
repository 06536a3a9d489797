import type { Results } from '../../../spec/results/schema.ts';
import { staleLine } from '../../freshness/stale.ts';
import { html, type Markup } from '../markup.ts';
import { type RunNumbers, runNumbers } from '../run-numbers.ts';
import { count, thousands } from '../words.ts';

/** The run in one strip: how it came out, when, how much, how good the evidence is, who. */
export function runStrip(results: Results): Markup {
  const { run, counts, cases } = results;
  const numbers = runNumbers(results);
  return html`<section class="run" aria-labelledby="run">
    <h2 id="run" class="unseen">This run</h2>
    <dl class="run-strip">
      ${item('Result', headline(numbers, results), html`${bar(numbers)}${thousands(numbers.passed)} of ${count(cases.length, 'case')} pass${numbers.excepted > 0 ? `, ${count(numbers.excepted, 'exception')} listed` : ''}`)}
      ${item('As of', run.asOf, 'ages count from this day')}
      ${item('Comparisons', thousands(counts.compared), `by ${count(results.checks.length, 'check')}, in ${count(counts.executed, 'case')}`)}
      ${item('Evidence', evidenceShare(numbers), evidenceNote(numbers))}
      ${item('Oldest recording', numbers.oldest ?? 'none is live', html`${numbers.oldest ? 'of those from a provider' : 'no provider was asked yet'}; ${staleLine(cases) ?? 'none is stale'}`)}
      ${item(run.adapters.length === 1 ? 'Adapter' : 'Adapters', adapterHeadline(run.adapters), adapterNote(run.adapters))}
    </dl>
    ${selectionNotice(run.selection)}
  </section>`;
}

const item = (name: string, headline: Markup, note: Markup): Markup =>
  html`<div class="run-item"><dt>${name}</dt><dd><strong>${headline}</strong><span class="note">${note}</span></dd></div>`;

function headline({ failed, excepted }: RunNumbers, { cases, problems }: Results): Markup {
  if (cases.length === 0 && problems.length === 0) return html`<span class="toned tone-fail">✕ nothing ran</span>`;
  const bad = [
    failed > 0 ? html`<a href="#failing">${thousands(failed)} failed</a>` : [],
    problems.length > 0 ? html`<a href="#problems">${count(problems.length, 'problem')}</a>` : [],
  ].flat();
  if (bad.length > 0)
    return html`<span class="toned tone-fail">✕ ${bad.map((what, i) => html`${i > 0 && ', '}${what}`)}</span>`;
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
  return live === 0 ? `${percent(documented)} documented` : `${percent(live)} live`;
}

const evidenceNote = ({ evidence: { live, documented, none } }: RunNumbers): string =>
  [`${thousands(live)} live`, `${thousands(documented)} documented`, none > 0 ? `${thousands(none)} without` : []]
    .flat()
    .join(', ');

type Adapters = Results['run']['adapters'];

function adapterHeadline(adapters: Adapters): string {
  const [only] = adapters;
  return adapters.length === 1 && only ? only.id : thousands(adapters.length);
}

/** The packages of the one adapter; of several, whose they are (their packages stand at the end of the page). */
function adapterNote(adapters: Adapters): string {
  const [only] = adapters;
  if (adapters.length === 1 && only) return only.packages.map((p) => `${p.name} ${p.version}`).join(', ');
  const names = [...new Set(adapters.map((a) => a.implementation))];
  return names.length > 4 ? `of ${count(names.length, 'implementation')}` : names.join(', ');
}

function selectionNotice(selection: Results['run']['selection']): Markup {
  const chosen = Object.entries(selection).filter(([, values]) => values.length > 0);
  if (chosen.length === 0) return null;
  const words = chosen.map(([what, values]) => `${what}: ${values.join(', ')}`).join('; ');
  return html`<p class="notice"><strong>Part of the suite.</strong> This run was limited to ${words}. What was left out is shown as untested.</p>`;
}
