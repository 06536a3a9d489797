import type { Results } from '../../../spec/results/schema.ts';
import { type CellState, cellStates } from '../../cells/cell-state.ts';
import { staleLine } from '../../freshness/stale.ts';
import { anchorOf } from '../anchor.ts';
import { scriptPlace } from '../document.ts';
import { packed } from '../grid/compress.ts';
import type { GridData } from '../grid/data.ts';
import { type Choice, optionsOf, usual } from '../grid/filter-state.ts';
import { gridDataOf } from '../grid/grid-data.ts';
import { shownTable } from '../grid/table.ts';
import { count, gradeWords, thousands } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { type RunNumbers, runNumbers } from '../run-numbers.ts';
import type { ReportView } from '../view.ts';
import { changes, type RunBefore } from './changes.ts';
import { segments, select } from './controls.ts';
import { badge, fold } from './elements.ts';
import { gridTable } from './grid-table.ts';
import { implementations } from './implementations.ts';
import { intro } from './intro.ts';

/** The first screen of a report, whether it is one page or many. */
export interface Overview {
  /** What stands before everything: what this is, and the navigation that was given. */
  readonly head: Markup;
  /** The run, what has changed, the grid, and the implementations side by side. */
  readonly body: Markup;
  /** What the page's script shows the grid from; see `DocumentParts`. */
  readonly data: string;
}

/**
 * The first screen: what this is, the run, what has changed since the run before where there is one to compare, and the grid.
 *
 * @param navigation where else to look, which differs between one page and many
 */
export function overview(view: ReportView, navigation: Markup, before?: RunBefore): Overview {
  const data = gridDataOf(view);
  const { results, links } = view;
  return {
    head: intro(navigation),
    body: html`${runStrip(results)}${before && changes(before, links)}${grid(data, usual, links)}${implementations(results, data, links)}${scriptPlace}`,
    data: packed(data),
  };
}

const frame = {
  id: 'grid-caption',
  caption:
    'Each tool on each provider API, in this run. Each cell leads to its claims, its evidence and its cases; arrow keys lead from cell to cell.',
};

/** The availability table, cell by cell: what this run has proved, and what is only claimed. */
function grid(data: GridData, choice: Choice, links: Links): Markup {
  const { sentence, times } = shownTable(data, choice);
  return html`<section aria-labelledby="grid">
    <h2 id="grid" class="unseen">Tools by provider API</h2>
    ${switches(data)}
    <div class="over-grid">
      <p id="shown" role="status">${sentence}</p>
      ${legend(data, times)}
    </div>
    ${gridTable(data, choice, { ...frame, links })}
    ${plainTables(data)}
  </section>`;
}

/** The signs of the grid: how often each is there, and, folded, what all of them mean. */
function legend({ states }: GridData, times: ReadonlyMap<CellState, number>): Markup {
  return html`
    <ul id="signs" class="key" aria-label="Cells by sign">${states.map(
      (state) =>
        html`<li data-state=${state} hidden=${!times.has(state)}>${badge(cellStates[state])} <span class="times">${times.get(state) ?? 0}</span></li>`,
    )}</ul>
    <details class="fold legend"><summary>What the signs mean</summary>
      <table>
        <caption class="unseen">Signs of the grid</caption>
        <thead><tr><th scope="col">Sign</th><th scope="col">Meaning</th></tr></thead>
        <tbody>${Object.values(cellStates).map((look) => html`<tr><th scope="row">${badge(look)}</th><td>${look.meaning}</td></tr>`)}</tbody>
      </table>
      <dl class="marks">
        ${mark(html`<span class="mark mark-live">${gradeWords.live.mark}</span> live`, 'The cases were replayed from what was recorded from the provider itself.')}
        ${mark(html`<span class="mark mark-documented">${gradeWords.documented.mark}</span> documented`, 'The cases were replayed from what was written from public documents: SDK types, specifications, vendor pages. No provider has been asked.')}
        ${mark('today, 12d', 'How old the evidence was on the day of the run: days since the oldest recording behind the cell was made or, of a documented one, since its sources were last read.')}
        ${mark(html`<span class="lasting">stale</span>`, 'A recording behind the cell is older than recordings/freshness.json allows: record it again, or read its sources again.')}
        ${mark('no mark', 'Nothing was replayed: a rejection is proved by what was not sent.')}
        ${mark(html`<span class="lasting">preview, deprecated, retired</span>`, 'How long the tool will last on that API, where it is not generally available and the head of the column does not say the same of all of it.')}
        ${mark('+◐', 'More adapters were tried on the cell, and that is the worst of their words. The cell itself has the best library’s; the reference adapter’s, where no library is judged.')}
      </dl>
    </details>`;
}

const mark = (sign: Markup, meaning: string): Markup =>
  html`<div class="marks-item"><dt>${sign}</dt><dd>${meaning}</dd></div>`;

/** What the switches show, as tables that need none: each draft of the ADR, and each implementation. */
function plainTables(data: GridData): Markup {
  const { table, through } = optionsOf(data);
  const drafts = table.filter((t) => t !== 'current');
  const implementations = through.length > 2 ? through.filter((t) => t !== 'leading') : [];
  const views = [
    ...drafts.map((t): [string, Choice] => [draftNames[t], { ...usual, table: t }]),
    ...implementations.map((name): [string, Choice] => [`Through ${name}`, { ...usual, through: name }]),
  ];
  if (views.length === 0) return null;
  const many = [
    drafts.length > 0 ? `${count(drafts.length, 'draft')} of the ADR` : [],
    implementations.length > 0 ? count(implementations.length, 'implementation') : [],
  ];
  return fold(
    'The same as plain tables',
    many.flat().join(', '),
    html`<div class="plain-tables">${views.map(([name, choice]) => one(name, choice, data))}</div>`,
  );
}

const draftNames = { 'adr-2025-06-23': 'What the ADR of 2025-06-23 says', 'adr-draft': 'What its earlier draft says' };

function one(name: string, choice: Choice, data: GridData): Markup {
  const { sentence } = shownTable(data, choice);
  return fold(
    name,
    sentence,
    gridTable(data, choice, { id: `table-${anchorOf(choice.table, choice.through)}`, caption: name }),
  );
}

/**
 * What the grid shows, chosen. Of no use without the script: hidden then, and where a script may run the place is kept until it
 * does, so that nothing jumps.
 */
function switches(data: GridData): Markup {
  const options = optionsOf(data);
  const titles = new Map([...data.rows, ...data.columns].map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) ?? id;
  return html`<div id="switches" class="switches" role="group" aria-label="What the table shows" hidden>
    ${options.table.length > 1 && segments('table', 'Table', options.table, (table) => tableWords[table])}
    ${segments('mode', 'Mode', options.mode, (mode) => mode)}
    ${select('through', 'Through', options.through, (name) => (name === 'leading' ? 'leading' : name))}
    ${select('tool', 'Tool', options.tool, (id) => (id === 'all' ? 'all' : titleOf(id)))}
    ${select('api', 'Provider API', options.api, (id) => (id === 'all' ? 'all' : titleOf(id)))}
    ${select('state', 'Verdict', options.state, (state) => (state === 'all' ? 'any' : cellStates[state].word))}
    ${select('evidence', 'Evidence', options.evidence, (grade) => evidenceWords[grade])}
    <button type="button" id="reset" class="reset">Reset</button>
  </div>`;
}

const tableWords: Readonly<Record<Choice['table'], string>> = {
  current: 'Today',
  'adr-2025-06-23': 'ADR 2025-06-23',
  'adr-draft': 'Earlier draft',
};

const evidenceWords: Readonly<Record<Choice['evidence'], string>> = {
  all: 'any',
  live: gradeWords.live.word,
  documented: gradeWords.documented.word,
  mixed: gradeWords.mixed.word,
  none: 'none replayed',
};

/** The run in one strip: how it came out, when, how much, how good the evidence is, who. */
function runStrip(results: Results): Markup {
  const { run, counts, cases } = results;
  const numbers = runNumbers(results);
  return html`<section class="run" aria-labelledby="run">
    <h2 id="run" class="unseen">This run</h2>
    <dl class="run-strip">
      ${item('Result', headline(numbers, results), html`${bar(numbers)}${thousands(numbers.passed)} of ${count(cases.length, 'case')} pass${numbers.excepted > 0 ? `, ${thousands(numbers.excepted)} known` : ''}`)}
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
