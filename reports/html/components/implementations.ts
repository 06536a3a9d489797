import type { Results } from '../../../spec/results/schema.ts';
import { type CellState, cellStates } from '../../cells/cell-state.ts';
import type { GridData } from '../grid/data.ts';
import { usual } from '../grid/filter-state.ts';
import { implementationNames } from '../grid/grid-data.ts';
import { shownTable } from '../grid/table.ts';
import { count, thousands } from '../labels.ts';
import type { Links } from '../links.ts';
import { html, type Markup } from '../markup.ts';
import { badge, link } from './elements.ts';

/** An implementation in one line. */
export interface ImplementationCells {
  readonly id: string;
  /** How many provider APIs it has an adapter for. */
  readonly providerApis: number;
  /** How many of its cells stand how. */
  readonly states: ReadonlyMap<CellState, number>;
  readonly passed: number;
  readonly cases: number;
}

/** The implementations of a run, in the order of its adapters, by the cells of the provider APIs that each has an adapter for. */
export function implementationCells(results: Results, data: GridData): ImplementationCells[] {
  const byName = Map.groupBy(results.cases, (c) => c.implementation);
  return implementationNames(results).map((id, i) => {
    const { times, columns } = shownTable(data, { ...usual, through: data.implementations[i] ?? id });
    const own = byName.get(id) ?? [];
    const passed = own.filter((c) => c.verdict === 'pass').length;
    return { id, providerApis: columns.length, states: times, passed, cases: own.length };
  });
}

/** How many cells stand how, implementation by implementation. */
export function implementationTable(lines: readonly ImplementationCells[], links: Links): Markup {
  const states = (Object.keys(cellStates) as CellState[]).filter((s) => lines.some((line) => line.states.has(s)));
  return html`
    <p class="note">Cells by how they stand, on the provider APIs that each implementation has an adapter for.</p>
    <div class="scroll" role="region" aria-labelledby="implementations-caption" tabindex="0"><table class="implementation-table">
    <caption id="implementations-caption" class="unseen">Implementations by how their cells stand</caption>
    <thead><tr>
      <th scope="col">Implementation</th><th scope="col" class="number">Provider APIs</th>
      ${states.map((state) => html`<th scope="col" class="number">${badge(cellStates[state])}</th>`)}
      <th scope="col" class="number">Cases that pass</th>
    </tr></thead>
    <tbody>${lines.map(
      ({ id, providerApis, states: own, passed, cases }) => html`<tr>
        <th scope="row">${link(links.implementation(id), id)}</th>
        <td class="number">${providerApis}</td>
        ${states.map((state) => times(own.get(state) ?? 0))}
        <td class="number">${thousands(passed)} of ${thousands(cases)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}

const times = (n: number): Markup =>
  html`<td class="number">${n === 0 ? html`<span class="zero">0</span>` : thousands(n)}</td>`;

/** The implementations of a run side by side, where there are several. */
export function implementations(results: Results, data: GridData, links: Links): Markup {
  const names = implementationNames(results);
  if (names.length < 2) return null;
  return html`<section aria-labelledby="implementations">
    <h2 id="implementations">Implementations</h2>
    <p>${count(names.length, 'implementation')} were tried.${comparison(links)}</p>
    ${implementationTable(implementationCells(results, data), links)}
  </section>`;
}

function comparison({ implementations: address }: Links): Markup {
  return address === undefined ? null : html` <a href=${address}>Compare them cell by cell</a>.`;
}
