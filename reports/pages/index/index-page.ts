import { type CellState, cellStates } from '../../cells/cell-state.ts';
import { changeCounts } from '../../changes/changes.ts';
import type { BestWord, Lookup } from '../../snapshot/lookup.ts';
import type { SnapshotLibrary, SnapshotProvider, SnapshotTool } from '../../snapshot/schema.ts';
import { slug } from '../anchor.ts';
import { count, link, thousands } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagePlan, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { letters, shortWord } from '../words.ts';

export const indexTitle = 'Which libraries can do what, on which provider API?';

/** The first page of the site: the grid. */
export const indexPlan = (model: PagesModel): PagePlan => ({
  path: paths.index,
  make: (to) => ({
    path: paths.index,
    title: indexTitle.slice(0, -1),
    description: 'Agent tools by provider API and library: what works in replayed conversations, with gaps named.',
    section: 'grid',
    main: html`
      <h1>${indexTitle}</h1>
      ${lede(model, to)}
      ${changesStrip(model, to)}
      ${gridPart(model, to, (tool, api, library) => to(paths.cell(tool, api, library)))}`,
  }),
});

/** What a word is made of, and what it rests on. */
export const lede = ({ lookup }: PagesModel, to: To): Markup =>
  html`<p class="lede wide">Each word comes from whole conversations, replayed through the library and compared with the wire. ${evidenceSentence(lookup)} ${to(paths.howToRead) !== undefined && html`<a href=${to(`${paths.howToRead}#evidence`)}>What that proves</a>`}</p>`;

/** What has changed, in a line. */
function changesStrip({ changed: { changes, since }, lookup }: PagesModel, to: To): Markup {
  const { worse, inside, better, fixed } = changeCounts(changes);
  const [first] = [...changes.worse, ...changes.inside];
  const name =
    first &&
    `${lookup.library(first.library)?.title}, ${lookup.tool(first.tool)?.title} on ${lookup.providerApi(first.providerApi)?.title}`;
  return html`<p class="strip"><b>Since ${since}</b><span><span class=${worse > 0 ? 'word x' : undefined}>${count(worse, 'cell')} got worse</span>${inside > 0 && `, ${count(inside, 'more', 'more')} inside the same word`}${first && html`, first <a href=${to(`${paths.changes}#${worse > 0 ? 'worse' : 'inside'}`)}>${name}</a>`}</span><span class=${better > 0 ? 'word w' : undefined}>${count(better + fixed, 'cell')} got better</span><span class="opt">${count(changes.providers.length, 'provider change')}</span><a href=${to(paths.changes)}>All changes</a></p>`;
}

/** The grid with what works it: the libraries to choose from, the key, and the selected cell in words. */
export const gridPart = ({ lookup }: PagesModel, to: To, cellAddress: CellAddress): Markup => html`
  ${picker(lookup.snapshot.libraries, to)}
  ${key()}
  ${grid(lookup, to, cellAddress)}
  <section class="answer" aria-live="polite" aria-label="Selected cell" hidden><h2></h2><ul></ul><a>Open cell</a></section>`;

/** Where a cell of the grid leads to: a page or a place on this one; `undefined` where it leads nowhere. */
type CellAddress = (tool: string, providerApi: string, library: string) => string | undefined;

/**
 * Tools by provider APIs, with the word of the best library and a bar for each. One tab stop with the script of the page, a list on a phone.
 *
 * @param selected the cell that is chosen at first, as the grid names it: `[tool, provider API]`
 */
function grid(lookup: Lookup, to: To, cellAddress: CellAddress): Markup {
  const { providerApis } = lookup.snapshot;
  return html`<div class="gridbox">
    <label class="colpick" hidden>Provider API<select id="col">${providerApis.map(({ title }, i) => html`<option value=${i + 1}>${title}</option>`)}</select></label>
    <table class="grid" data-col="1" aria-label="Tools by provider API, best word of any library; most used first">
      <colgroup><col/>${providerApis.map(() => html`<col/>`)}</colgroup>
      <thead>
        <tr><th rowspan="2" scope="col">Tool</th>${vendors(providerApis).map(({ vendor, columns }) => html`<th scope="colgroup" colspan=${columns}>${vendor}</th>`)}</tr>
        <tr>${providerApis.map((api) => columnHead(api, to))}</tr>
      </thead>
      <tbody>${lookup.rows.map(
        (tool) =>
          html`<tr><th scope="row">${link(to(paths.tool(tool.id)), tool.title)}</th>${providerApis.map((api) => cell(tool, api, lookup, cellAddress))}</tr>`,
      )}</tbody>
    </table>
  </div>`;
}

/** Provider APIs of one vendor that stand side by side, together. */
function vendors(providerApis: readonly SnapshotProvider[]): { vendor: string; columns: number }[] {
  const groups: { vendor: string; columns: number }[] = [];
  for (const { vendor } of providerApis) {
    const last = groups.at(-1);
    if (last?.vendor === vendor) last.columns += 1;
    else groups.push({ vendor, columns: 1 });
  }
  return groups;
}

function columnHead({ id, vendor, shortTitle, lifecycle }: SnapshotProvider, to: To): Markup {
  return html`<th scope="col" data-v=${vendor}>${link(to(paths.providerApi(id)), breakable(shortTitle))}${lifecycle !== 'ga' && html`<em>${lifecycle}</em>`}</th>`;
}

/** A name that may be broken where another word begins within it. */
const breakable = (name: string): Markup =>
  name.split(/(?<=[a-z]{4})(?=[A-Z][a-z]{3})/).map((part, i) => html`${i > 0 && html`<wbr/>`}${part}`);

function cell(tool: SnapshotTool, api: SnapshotProvider, lookup: Lookup, cellAddress: CellAddress): Markup {
  const { libraries } = lookup.snapshot;
  const verdicts = libraries.map(({ id }) => lookup.verdict(tool.id, api.id, id));
  const best = lookup.best(tool.id, api.id);
  if (!lookup.isOffered(tool.id, api.id) && verdicts.every((verdict) => verdict === undefined)) {
    return html`<td class="n"><span>not offered</span></td>`;
  }
  const leading = best.libraries[0];
  const isSeen = leading && isReal(lookup.verdict(tool.id, api.id, leading.id)?.evidence);
  const style = [
    letters[best.word],
    isSeen || best.word === 'not-judged' ? [] : 'd',
    best.isReferenceOnly ? 'ref' : [],
  ];
  return html`<td class=${style.flat().join(' ')}><a href=${leading && cellAddress(tool.id, api.id, leading.id)}><b>${shortWord(best.word)}</b><small>${whose(best)}</small><u aria-hidden="true">${verdicts.map((verdict) => html`<i class=${verdict && letters[verdict.word]}></i>`)}</u></a></td>`;
}

/** Real exchanges stand behind it. */
const isReal = (evidence: string | undefined): boolean => evidence === 'live' || evidence === 'traffic';

/** Whose word it is. */
function whose({ word, libraries, isReferenceOnly }: BestWord): string {
  if (libraries.length === 0) return cellStates[word].meaning;
  const [named, rest] = [libraries.slice(0, 3), libraries.length - 3];
  return `${named.map(({ title }) => title).join(', ')}${rest > 0 ? ` +${rest}` : ''}${isReferenceOnly ? ' only' : ''}`;
}

/** Chooses the library whose words the grid shows: links to the pages of the libraries, which the script of the page turns into switches. */
const picker = (libraries: readonly SnapshotLibrary[], to: To): Markup =>
  html`<nav class="pick" aria-label="Library">
    <a class="all" href=${to(paths.index) ?? '#main'} aria-current="true">Best library</a>
    ${libraries.map(({ id, title }, i) => html`<a class="n${i}" href=${to(paths.library(id)) ?? '#main'} data-library=${slug(id)}>${title}</a>`)}
  </nav>`;

const shown: readonly CellState[] = [
  'works',
  'works-with-gaps',
  'in-part',
  'does-not-work',
  'rejected',
  'not-judged',
  'not-offered',
];

/** What words, bars and outlines of the grid mean. */
const key = (): Markup =>
  html`<p class="key">${shown.map((state) => html`<span class="word ${letters[state]}">${cellStates[state].word}${state !== 'not-offered' && html`<i class=${letters[state]}></i>`}</span>`)}<span class="bk"><u>works</u> no real traffic seen</span><span class="bk">outlined: reference only</span></p>`;

/** How many of the offered cells have which evidence: that of the best library. The numbers add up to the cells. Pure. */
export function evidenceCounts(
  lookup: Lookup,
): Record<'offered' | 'live' | 'traffic' | 'documented' | 'notJudged', number> {
  const counts = { offered: 0, live: 0, traffic: 0, documented: 0, notJudged: 0 };
  for (const tool of lookup.rows) {
    for (const api of lookup.snapshot.providerApis) {
      if (!lookup.isOffered(tool.id, api.id)) continue;
      counts.offered += 1;
      const { word, libraries } = lookup.best(tool.id, api.id);
      const evidence = libraries[0] && lookup.verdict(tool.id, api.id, libraries[0].id)?.evidence;
      if (word === 'not-judged' || evidence === undefined) counts.notJudged += 1;
      else if (evidence === 'live' || evidence === 'traffic') counts[evidence] += 1;
      else counts.documented += 1;
    }
  }
  return counts;
}

function evidenceSentence(lookup: Lookup): Markup {
  const { offered, live, traffic, documented, notJudged } = evidenceCounts(lookup);
  return html`<b>Evidence of ${count(offered, 'offered cell')}:</b> ${thousands(live)} recorded live, ${thousands(traffic)} seen in public traffic, ${thousands(documented)} documented only, ${thousands(notJudged)} not judged.`;
}
