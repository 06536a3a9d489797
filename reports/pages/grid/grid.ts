import { cellStates } from '../../cells/cell-state.ts';
import type { BestWord, Lookup } from '../../snapshot/lookup.ts';
import type { SnapshotProvider, SnapshotTool } from '../../snapshot/schema.ts';
import { link } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import { paths, type To } from '../paths.ts';
import { letters, shortWord } from '../words.ts';

/** Where a cell of the grid leads to: a page or a place on this one; `undefined` where it leads nowhere. */
export type CellAddress = (tool: string, providerApi: string, library: string) => string | undefined;

/**
 * Tools by provider APIs, with the word of the best library and a bar for each. One tab stop with the script of the page, a list on a phone.
 *
 * @param selected the cell that is chosen at first, as the grid names it: `[tool, provider API]`
 */
export function grid(lookup: Lookup, to: To, cellAddress: CellAddress): Markup {
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
