import type { LibraryOption } from '../../../spec/engine/library-options.ts';
import type { Impact } from '../../../spec/verdicts/impact.ts';
import { cellStates } from '../../cells/cell-state.ts';
import { movedCells, newerPackages } from '../../newest/text.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool, SnapshotVerdict } from '../../snapshot/schema.ts';
import { count, link, list, prose, section, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { Page, PagesModel } from '../model.ts';
import { issuesOfAdapter, paths, type To } from '../paths.ts';
import { letters, shortWord, tag, word as wordOf } from '../words.ts';
import { type CellCounts, columnsOf, countsOf, wordCounts } from './cells.ts';
import { recordMark, recordSection } from './decision-record.ts';
import { type IssueRow, type IssueState, type IssueView, issueRow, issueRows, issuesIn } from './issue.ts';

/** What a library does where, and what is wrong with it. */
export function libraryPage(library: SnapshotLibrary, view: IssueView): Page {
  const { model, to } = view;
  return {
    path: paths.library(library.id),
    title: library.title,
    description: `What works through ${library.title}, and its known issues by impact`,
    section: 'libraries',
    main: html`
      <p class="crumb">${link(to(paths.index), 'Grid')} / ${link(to(paths.libraries), 'Libraries')}</p>
      <h1>${library.title}</h1>
      <p class="lede wide">${roles[library.role]}${packages(library)}${count(library.adapters.length, 'provider API')}.${optionsOf(library, model).length > 0 && html` <a href="#options">Judged with options</a>.`}</p>
      ${newestNote(library, model, to)}
      ${tabs(library, model, to)}
      ${ownTable(library, model, to)}
      ${recordSection(library, model, to)}
      ${issueSection(library, view)}
      ${apartSection(library, view)}
      ${optionSection(library, model)}`,
  };
}

/** What something is that is no library. */
export const roles: Readonly<Record<SnapshotLibrary['role'], string>> = {
  library: '',
  reference:
    'This project’s own adapters on the official SDKs: what they can do, the provider API allows. Not a library. ',
  example: 'Shows how an adapter is written. Not a library. ',
};

/** Each package with its version, once. */
export function packages({ adapters }: SnapshotLibrary): string {
  const all = adapters.flatMap(({ packages: own }) => Object.entries(own).map((each) => each.join(' ')));
  return all.length === 0 ? '' : `${[...new Set(all)].join(', ')}. `;
}

const tabs = (current: SnapshotLibrary, { lookup }: PagesModel, to: To): Markup =>
  to(paths.libraries) !== undefined &&
  html`<nav class="tabs" aria-label="Library">${lookup.snapshot.libraries.map(
    ({ id, title }) =>
      html`<a href=${to(paths.library(id))} aria-current=${id === current.id ? 'page' : undefined}>${title}</a>`,
  )}</nav>`;

/** What an impact does, above the issues that have it, and what those are called that are folded. */
const impactWords: Readonly<Record<Impact, readonly [verb: string, does: string, folded: string]>> = {
  breaks: ['break', 'the conversation fails, or goes wrong without an error', 'that break it'],
  rejects: ['reject', 'the library throws a clear error before it sends anything', 'that reject'],
  loses: ['lose', 'information of the response or the request is missing', 'that lose information'],
  differs: ['differ', 'another form of the same information, which the service accepts', 'that differ'],
};

/** The most rows of an impact that are shown unfolded. One that only differs is a note. */
const mostShown = (impact: Impact): number => (impact === 'differs' ? 0 : 6);

/** What counts against a library, the worst first. */
function issueSection({ id }: SnapshotLibrary, view: IssueView): Markup {
  const rows = issueRows(view.model, id, undefined);
  const all = issuesIn([...rows.values()].flat());
  if (all === 0)
    return section('issues', 'Known issues', null, html`<p class="empty">None is counted in this run.</p>`);
  const parts = [...rows].map(([impact, own]) => {
    const n = issuesIn(own);
    return `${n} ${n === 1 ? impact : impactWords[impact][0]}`;
  });
  return section(
    'issues',
    'Known issues',
    html`${count(all, 'issue')}: ${parts.join(', ')}. Those that keep most conversations from working come first. ${link(view.to(`${paths.knownIssues}#${issuesOfAdapter(id)}`), 'By provider API')}`,
    [...rows].map(([impact, own]) => ofImpact(impact, own, view)),
  );
}

function ofImpact(impact: Impact, rows: readonly IssueRow[], view: IssueView): Markup {
  const [, does, folded] = impactWords[impact];
  const shown = rows.slice(0, mostShown(impact));
  const more = rows.slice(shown.length);
  return html`<div class="impact"><h3>${tag(impact)}</h3><p>${count(issuesIn(rows), 'issue')}: ${does}</p></div>
    ${shown.length > 0 && issueList(shown, view)}
    ${more.length > 0 && html`<details class="more"><summary>${shown.length > 0 ? `${issuesIn(more)} more ${folded}` : `${count(issuesIn(more), 'note')}`}</summary>${issueList(more, view)}</details>`}`;
}

const issueList = (rows: readonly IssueRow[], view: IssueView): Markup =>
  html`<ul class="issues">${rows.map((row) => issueRow(row, view))}</ul>`;

const apart: readonly (readonly [NonNullable<IssueState>, string, string])[] = [
  ['unconfirmed', 'Unconfirmed', 'No recording or document of the provider confirms these yet.'],
  ['by_design', 'By design', 'The maintainers mean these so, and say where.'],
  ['disputed', 'Disputed', 'Somebody contests these, and it is not settled.'],
];

/** What counts nowhere. */
function apartSection({ id }: SnapshotLibrary, view: IssueView): Markup {
  const found = apart.flatMap(([state, title, why]) => {
    const rows = [...issueRows(view.model, id, state).values()].flat();
    return rows.length > 0 ? [{ title, why, rows }] : [];
  });
  if (found.length === 0) return null;
  return section(
    'not-counted',
    'Not counted',
    'These change no word and no number.',
    found.map(
      ({ title, why, rows }) => html`<div class="impact"><h3>${title}</h3><p>${why}</p></div>
        <details class="more"><summary>${count(issuesIn(rows), 'finding')}</summary>${issueList(rows, view)}</details>`,
    ),
  );
}

/** What the newest releases of a library change, where they were run. */
function newestNote({ id, adapters }: SnapshotLibrary, { newest, results, lookup }: PagesModel, to: To): Markup {
  const own = newest?.adapters.filter((ran) => adapters.some((adapter) => adapter.id === ran.id)) ?? [];
  if (!newest || own.length === 0) return null;
  const ofLibrary = { ...newest, adapters: own };
  const newer = newerPackages(ofLibrary, results).map(({ name, after }) => `${name} ${after}`);
  const fixed = own.flatMap((ran) => ran.fixed).length;
  const failing = own.flatMap((ran) => ran.failing).length;
  const moved = movedCells(ofLibrary, results).map(({ adapter, tool, pinned, newest: word }) => {
    const api = adapters.find((each) => each.id === adapter)?.providerApi ?? '';
    const cell = `${lookup.titles.tool(tool)} on ${lookup.titles.providerApi(api)}`;
    return html`${link(to(paths.cell(tool, api, id)), cell)} ${cellStates[word].word} (was: ${cellStates[pinned].word})`;
  });
  return html`<p class="note"><b>On the newest releases</b> (${newest.asOf}): ${newer.length > 0 ? newer.join(', ') : 'those above'}: ${count(fixed, 'known issue')} fixed${failing > 0 && `, ${count(failing, 'case')} failing anew`}, ${moved.length > 0 ? list(moved) : 'no word moved'}.</p>`;
}

/** An option of the library, with the provider APIs whose bridges choose the same. */
interface ChosenOption extends LibraryOption {
  readonly providerApis: readonly string[];
}

/** Each option once, in the order of the files. Pure. */
function optionsOf({ id }: SnapshotLibrary, { results }: Pick<PagesModel, 'results'>): readonly ChosenOption[] {
  const all = results.run.adapters
    .filter(({ implementation }) => implementation === id)
    .flatMap(({ providerApi, libraryOptions = [] }) => libraryOptions.map((option) => ({ providerApi, option })));
  return [
    ...Map.groupBy(all, ({ option }) => JSON.stringify([option.option, option.value, option.why])).values(),
  ].flatMap(([first, ...others]) =>
    first ? [{ ...first.option, providerApis: [first, ...others].map(({ providerApi }) => providerApi) }] : [],
  );
}

const isUnused = ({ value }: LibraryOption): boolean => value === 'not used';

/** What the verdicts hold under: options that all provider APIs share, then, folded, those of some. */
function optionSection(library: SnapshotLibrary, model: PagesModel): Markup {
  const options = optionsOf(library, model);
  if (options.length === 0) return null;
  const used = options.filter((option) => !isUnused(option));
  const isShared = ({ providerApis }: ChosenOption) => providerApis.length === library.adapters.length;
  const table = tableOf(model.lookup.titles.providerApi, isShared);
  return section(
    'options',
    'Options that the adapter sets',
    `Judged with these ${used.length}. Everything else is the library’s default.`,
    html`${table(used.filter(isShared))}
      ${folded(
        'more for some provider APIs',
        table,
        used.filter((option) => !isShared(option)),
      )}
      ${folded('not used, and why', table, options.filter(isUnused))}`,
  );
}

type Table = (options: readonly ChosenOption[]) => Markup;

const folded = (what: string, table: Table, options: readonly ChosenOption[]): Markup =>
  options.length > 0 &&
  html`<details class="more"><summary>${options.length} ${what}</summary>${table(options)}</details>`;

const tableOf =
  (titleOf: (providerApi: string) => string, isShared: (option: ChosenOption) => boolean): Table =>
  (options) =>
    options.length > 0 &&
    html`<table class="data stack"><thead><tr><th scope="col">Option</th><th scope="col">Value</th><th scope="col">Why</th><th scope="col">Provider APIs</th></tr></thead><tbody>${options.map(
      (option) =>
        html`<tr><th scope="row"><code>${option.option}</code></th><td data-l="Value">${isUnused(option) ? 'not used' : html`<code>${String(option.value)}</code>`}</td><td data-l="Why">${prose(option.why)} (${source('documented', option.documentation)})</td><td data-l="Provider APIs">${isShared(option) ? 'all' : option.providerApis.map(titleOf).join(', ')}</td></tr>`,
    )}</tbody></table>`;

/** Tools by provider APIs, with what one library does with each. */
function ownTable(library: SnapshotLibrary, model: PagesModel, to: To): Markup {
  const columns = columnsOf(library, model);
  const tools = model.lookup.rows;
  const isSaid = ({ id }: SnapshotTool) =>
    columns.some((column) => !isNothing(model.lookup.word(id, column.id, library.id)));
  const rows = tools.filter(isSaid);
  const lacking = tools.filter((tool) => !isSaid(tool));
  const cell = (tool: SnapshotTool, column: SnapshotProvider) => {
    const word = model.lookup.word(tool.id, column.id, library.id) ?? 'not-judged';
    if (word === 'not-offered') {
      return html`<td class="n skipm"><span><span class="word n"><span>${shortWord(word)}</span></span>${recordMark(library, model, tool.id, column.id)}</span></td>`;
    }
    const verdict = model.lookup.verdict(tool.id, column.id, library.id);
    const what = html`<span class="word ${letters[word]}">${shortWord(word)}</span><small>${verdict && beside(verdict)}</small>${recordMark(library, model, tool.id, column.id)}`;
    const address = to(paths.cell(tool.id, column.id, library.id));
    return html`<td class=${letters[word]} data-l=${column.title}>${address === undefined ? html`<span>${what}</span>` : link(address, what)}</td>`;
  };
  return section(
    'cells',
    'What works where',
    sentence(countsOf(library, model)),
    html`<table class="own stack">
      <colgroup>${[undefined, ...columns].map(() => html`<col/>`)}</colgroup>
      <thead><tr><th scope="col">Tool</th>${columns.map((column) => html`<th scope="col">${link(to(paths.providerApi(column.id)), columnName(column))}</th>`)}</tr></thead>
      <tbody>${rows.map((tool) => html`<tr><th scope="row">${link(to(paths.tool(tool.id)), tool.title)}</th>${columns.map((column) => cell(tool, column))}</tr>`)}</tbody>
    </table>
    <p class="mut fine">${lacking.length > 0 && `${columns.length === 1 ? 'This provider API does not offer' : `None of these ${columns.length} provider APIs offers`}: ${lacking.map(({ title }) => title).join(', ')}. `}A dash: not offered by the provider. “core 3/5”: 3 of 5 core conversations work without a gap, complete and streamed.${beyond(library, columns, model, to)}</p>`,
  );
}

const isNothing = (word: string | undefined): boolean => word === undefined || word === 'not-offered';

/** "42 offered cells: 8 works, 13 works with gaps …": the numbers add up. */
function sentence({ offered, words, notRejected }: CellCounts): string {
  const more = notRejected > 0 ? ` ${count(notRejected, 'more cell')} not offered, and not rejected.` : '';
  return `${count(offered, 'offered cell')}${offered > 0 ? `: ${wordCounts(words)}` : ''}.${more}`;
}

/** What a narrow cell has room for. */
function beside({ word, gaps, core }: SnapshotVerdict): string {
  if (word === 'works-with-gaps') return count(gaps.length, 'gap');
  return word === 'in-part' || word === 'does-not-work' ? `core ${core.passed}/${core.of}` : '';
}

/** The name of a provider API over a narrow column. */
function columnName({ title, vendor, shortTitle }: SnapshotProvider): Markup {
  return vendor === shortTitle ? breakable(title) : html`<em>${vendor}</em>${breakable(shortTitle)}`;
}

/** A name that may be broken where another word begins within it. */
const breakable = (name: string): Markup =>
  name.split(/(?<=\w{5}[a-z])(?=[A-Z]\w{3})/).map((part, i) => html`${i > 0 && html`<wbr/>`}${part}`);

/** What is no row of the table, in a line. */
const beyond = (
  { id: library }: SnapshotLibrary,
  columns: readonly SnapshotProvider[],
  { lookup }: PagesModel,
  to: To,
): Markup =>
  lookup.beyond.map((tool) => {
    const own = columns.flatMap((column) => {
      const word = lookup.word(tool.id, column.id, library);
      return word === undefined || word === 'not-offered' ? [] : [{ column, word }];
    });
    return (
      own.length > 0 &&
      html` <b>${tool.title}</b>, which is no tool of the matrix: ${own.map(({ column, word }, i) => html`${i > 0 && '; '}${link(to(paths.cell(tool.id, column.id, library)), column.title)} ${wordOf(word)}`)}.`
    );
  });
