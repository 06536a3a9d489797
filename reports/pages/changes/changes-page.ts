import { type ChangeCounts, changeCounts } from '../../changes/changes.ts';
import type { ChangedCell, ChangedIssue, ChangedOffer, Changes, MovedPackage } from '../../changes/schema.ts';
import { movedText, titlesOf } from '../../changes/text.ts';
import type { Lookup } from '../../snapshot/lookup.ts';
import { packagesOf } from '../../snapshot/packages.ts';
import { count, link, list, section } from '../elements.ts';
import { html, isLinkable, type Markup } from '../markup.ts';
import type { PagePlan, PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { tag, word } from '../words.ts';

/** What has changed since the last release, or since an archived run: worse first, at the depth of single known issues. */
export const changesPlan = (model: PagesModel): PagePlan => ({
  path: paths.changes,
  make: (to) => {
    const { changes, since } = model.changed;
    const names = model.lookup.titles.library;
    const counts = changeCounts(changes);
    const row = (cell: ChangedCell) => changedCell(cell, model, to);
    return {
      path: paths.changes,
      title: `What changed since ${since}`,
      description: 'Regressions first, by library and version.',
      section: 'changes',
      main: html`
        <h1>What changed since ${since}</h1>
        <p class="lede">Run of ${model.results.run.asOf} compared with ${since}, at the depth of single known issues. Worse first.${to(paths.changesJson) !== undefined && html` The same <a href=${to(paths.changesJson)}>as JSON</a>`}${to(paths.feed) !== undefined && html`, <a href=${to(paths.feed)}>as Atom feed</a>.`}</p>
        ${summary(counts, changes)}
        ${cells('worse', 'Worse', count(changes.worse.length, 'cell'), changes.worse, row)}
        ${cells('inside', 'Worse in cells whose word stayed', `${count(changes.inside.length, 'cell')}: new known issues, or fewer conversations or trials that pass`, changes.inside, row)}
        ${cells('better', 'Better', count(changes.better.length, 'cell'), changes.better, row)}
        ${cells('fixed', 'Better in cells whose word stayed', count(changes.fixed.length, 'cell'), changes.fixed, row)}
        ${cells('restated', 'Judged otherwise', `${count(changes.restated.length, 'cell')} in which known issues count that did not, or no longer count`, changes.restated, row)}
        ${cells('other', 'Judged for the first time, or no longer', count(changes.other.length, 'cell'), changes.other, row)}
        ${providers(changes.providers, model, to)}
        ${unchanged(changes, names)}`,
    };
  },
});

function summary({ worse, inside, better, fixed, libraries }: ChangeCounts, { providers: offers }: Changes): Markup {
  const of = (n: number) => `in ${n} of ${count(libraries.all, 'library', 'libraries')}`;
  return html`<div class="sum">
    <a href="#worse"><b><span class="word x">${count(worse, 'cell')} worse</span></b>${of(libraries.worse)}</a>
    <a href="#inside"><b>${count(inside, 'cell')} worse inside</b>the word stayed, ${of(libraries.inside)}</a>
    <a href="#better"><b><span class="word w">${count(better + fixed, 'cell')} better</span></b>${of(libraries.better)}</a>
    <a href="#providers"><b>${count(offers.length, 'provider change')}</b>of what provider APIs offer</a>
  </div>`;
}

function cells(
  id: string,
  title: string,
  note: string,
  all: readonly ChangedCell[],
  row: (cell: ChangedCell) => Markup,
): Markup {
  // What the summary leads to is there even where it is empty.
  if (all.length === 0 && !['worse', 'inside', 'better'].includes(id)) return null;
  const content = all.length === 0 ? html`<p class="empty">None.</p>` : html`<ul class="chg">${all.map(row)}</ul>`;
  return section(id, title, note, content);
}

function changedCell(cell: ChangedCell, { lookup }: PagesModel, to: To): Markup {
  const { library, tool, providerApi, before, after, issues, shares } = cell;
  const titles = titlesOf(cell, lookup);
  const name = `${titles.tool} on ${titles.providerApi}`;
  return html`<li>
    <div><b>${titles.library}</b>${moved(ownPackages(cell, lookup))}</div>
    <div>
      <p class="arrow">${word(before)} ${before === after ? html`<span class="mut">(word unchanged)</span>` : html`<span aria-hidden="true">→</span><span class="vh">became</span> ${word(after)}`}</p>
      <p>${link(to(paths.cell(tool, providerApi, library)), name)}</p>
      ${issues.length > 0 && html`<ul>${issues.map((issue) => html`<li>${changedIssue(issue)}</li>`)}</ul>`}
    </div>
    <div class="mut">${Object.entries(shares).map(([tier, share]) => share && html`<p>${tier} ${share.before.passed} of ${share.before.of} → ${share.after.passed} of ${share.after.of}</p>`)}</div>
  </li>`;
}

/** Packages are those of all adapters of a library: the moved ones that belong to the provider API of the cell. */
function ownPackages({ library, providerApi, packages }: ChangedCell, lookup: Lookup): readonly MovedPackage[] {
  const [by, api] = [lookup.library(library), lookup.providerApi(providerApi)];
  const adapter = by?.adapters.find((each) => each.providerApi === providerApi);
  if (!by || !api || !adapter) return packages;
  const own = new Set(packagesOf(adapter, api, by).map(({ name }) => name));
  return packages.filter(({ name }) => own.has(name));
}

const moved = (packages: readonly MovedPackage[]): Markup =>
  packages.map((one) => html`<br/><span class="mut">${movedText(one)}</span>`);

const changeWords: Readonly<Record<ChangedIssue['change'], string>> = {
  new: 'new',
  more: 'in more conversations',
  fewer: 'in fewer conversations',
  gone: 'gone',
  restated: 'judged otherwise',
};

function changedIssue({ change, title, impact, state, upstream }: ChangedIssue): Markup {
  const told = upstream === undefined || upstream === 'not told yet' ? upstream : upstream.url;
  return html`<b>${changeWords[change]}:</b> ${title} ${tag(impact)}${state !== undefined && ` (${state.replace('_', ' ')})`} ${
    told !== undefined &&
    html`<span class="mut">Upstream: ${isLinkable(told) ? html`<a href=${told} rel="noopener noreferrer">reported</a>` : told}</span>`
  }`;
}

function providers(offers: readonly ChangedOffer[], { lookup }: PagesModel, to: To): Markup {
  const said = ({ support, lifecycle, until }: ChangedOffer['before']) =>
    [support, lifecycle, until === undefined ? undefined : `until ${until}`].flatMap((part) => part ?? []).join(', ') ||
    'not offered';
  const content = html`<ul class="chg">${offers.map(({ providerApi, tool, before, after, libraries }) => {
    const title = lookup.titles.providerApi(providerApi);
    return html`<li><div><b>${link(to(paths.providerApi(providerApi)), title)}</b></div><div>${tool === undefined ? 'The API' : lookup.titles.tool(tool)}: ${said(before)} <span aria-hidden="true">→</span><span class="vh">became</span> ${said(after)}</div><div class="mut">${count(libraries.length, 'library', 'libraries')} with an adapter</div></li>`;
  })}</ul>`;
  return section(
    'providers',
    'Provider changes',
    `${count(offers.length, 'change')} of a provider API, not of the libraries`,
    offers.length === 0 ? html`<p class="empty">None.</p>` : content,
  );
}

/** What is the same in both, and what only one of the two has. */
function unchanged({ unchanged: same, new: young, gone: old }: Changes, names: (id: string) => string): Markup {
  const only = ([title, { libraries, tools, providerApis, adapters }]: readonly [string, Changes['new']]): Markup => {
    const parts = [
      ...libraries.map(names),
      ...tools,
      ...providerApis,
      ...adapters.map(({ library, providerApi }) => `${names(library)} on ${providerApi}`),
    ];
    return parts.length > 0 && html`<p class="note"><b>${title}:</b> ${list(parts)}</p>`;
  };
  return section(
    'same',
    'No change',
    count(same.length, 'library', 'libraries'),
    html`<p class="empty">${same.length === 0 ? 'Every library has a change.' : html`${list(same.map(({ library }) => names(library)))}: same words and same known issues.`}</p>${only(['New', young])}${only(['Gone', old])}`,
  );
}
