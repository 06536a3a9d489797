import { cellStates } from '../../cells/cell-state.ts';
import { toneOf } from '../grid/cell-text.ts';
import type { GridData } from '../grid/data.ts';
import {
  type ComparedGroup,
  type ComparedRow,
  comparedOf,
  comparingOptions,
  usualComparing,
} from '../grid/implementation-comparison.ts';
import { count } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { segments, select } from './controls.ts';
import { fold, link } from './elements.ts';
import { cellLink } from './grid-table.ts';

/** Where an implementation is told of, by its place in the data; of a cell, where that is. */
export interface ComparisonLinks extends Pick<Links, 'provider'> {
  of(implementation: number, row?: number, column?: number): string | undefined;
}

/**
 * Implementations side by side: a row for each tool on each provider API, a column for each implementation. What one of them alone has
 * an adapter for is folded below.
 */
export function comparison(data: GridData, links: ComparisonLinks): Markup {
  const { groups, sentence } = comparedOf(data, usualComparing);
  const isShared = ({ column }: ComparedGroup) => (data.columns[column]?.implementations.length ?? 0) > 1;
  const [shared, alone] = [groups.filter(isShared), groups.filter((group) => !isShared(group))];
  const [some, one] = ['several implementations have', 'one implementation alone has'].map(
    (who) => `the provider APIs that ${who} an adapter for`,
  );
  const table = (own: readonly ComparedGroup[], id: string, caption: string) =>
    own.length > 0 && comparedTable(own, data, links, { id, caption });
  return html`
    ${comparisonSwitches(data)}
    <p id="shown" role="status">${sentence}</p>
    ${table(shared, 'shared', `Each tool on ${some}`)}
    ${alone.length > 0 && fold(`On ${one}`, count(alone.length, 'provider API'), table(alone, 'alone', `Each tool on ${one}`), shared.length === 0)}`;
}

/** As above the grid: of no use without the script, and hidden then. */
function comparisonSwitches(data: GridData): Markup {
  const options = comparingOptions(data);
  const titles = new Map([...data.rows, ...data.columns].map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => (id === 'all' ? 'all' : (titles.get(id) ?? id));
  return html`<div id="switches" class="switches" role="group" aria-label="What the tables show" hidden>
    ${segments('rows', 'Rows', options.rows, (rows) => (rows === 'all' ? 'all' : 'where they differ'))}
    ${segments('mode', 'Mode', options.mode, (mode) => mode)}
    ${select('tool', 'Tool', options.tool, titleOf)}
    ${select('api', 'Provider API', options.api, titleOf)}
    ${select('state', 'Verdict of any', options.state, (state) => (state === 'all' ? 'any' : cellStates[state].word))}
    <button type="button" id="reset" class="reset">Reset</button>
  </div>`;
}

interface TableNames {
  readonly id: string;
  readonly caption: string;
}

function comparedTable(
  groups: readonly ComparedGroup[],
  data: GridData,
  links: ComparisonLinks,
  { id, caption }: TableNames,
): Markup {
  const tried = new Set(groups.flatMap(({ column }) => data.columns[column]?.implementations ?? []));
  const shown = data.implementations.flatMap((name, i) => (tried.has(name) ? [i] : []));
  return html`<div class="scroll grid-scroll" role="region" aria-labelledby=${id} tabindex="0">
    <table class="grid compared ${shown.length < narrow ? 'few' : ''}">
      <caption id=${id} class="unseen">${caption}</caption>
      <thead><tr>
        <th scope="col" class="grid-row grid-corner">Tool</th>
        ${shown.map((i) => html`<th scope="col" class="grid-column tried">${link(links.of(i), data.implementations[i])}</th>`)}
      </tr></thead>
      ${groups.map(
        ({ column, rows }) => html`<tbody>
          <tr><th scope="rowgroup" colspan=${shown.length + 1} class="compared-group"><span>${link(links.provider(data.columns[column]?.id ?? ''), data.columns[column]?.title)}</span></th></tr>
          ${rows.map((row) => comparedRow(row, shown, data, links))}
        </tbody>`,
      )}
    </table>
  </div>`;
}

/** With fewer columns a table need not be spread over the whole width. */
const narrow = 4;

function comparedRow(
  { row, column, cells }: ComparedRow,
  shown: readonly number[],
  data: GridData,
  links: ComparisonLinks,
): Markup {
  const title = data.rows[row]?.title;
  return html`<tr data-row=${row} data-column=${column}>
    <th scope="row" class="grid-row">${title}</th>
    ${shown.map((i) => {
      const cell = cells[i];
      if (!cell)
        return html`<td class="compared-none"><span aria-hidden="true">–</span><span class="unseen">no adapter</span></td>`;
      const name = `${title}, ${data.columns[column]?.title}, ${data.implementations[i]}: `;
      return html`<td class="grid-cell tone-${toneOf(cell)}" data-implementation=${i}>${cellLink(cell, name, links.of(i, row, column))}</td>`;
    })}
  </tr>`;
}
