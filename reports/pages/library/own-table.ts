import type { SnapshotLibrary, SnapshotProvider, SnapshotTool, SnapshotVerdict } from '../../snapshot/schema.ts';
import { count, link, section } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { letters, shortWord, word as wordOf } from '../words.ts';
import { type CellCounts, columnsOf, countsOf, wordCounts } from './cells.ts';
import { recordMark } from './decision-record.ts';

/** Tools by provider APIs, with what one library does with each. */
export function ownTable(library: SnapshotLibrary, model: PagesModel, to: To): Markup {
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
