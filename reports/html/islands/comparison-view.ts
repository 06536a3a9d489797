/// <reference lib="dom" />

import type { GridData } from '../grid/data.ts';
import { type Comparing, comparedOf } from '../grid/implementation-comparison.ts';
import { fill } from './grid-view.ts';

/** Takes over the tables that the page was made with. @returns what shows a choice, and says how much of how much that is */
export function comparedView(data: GridData, tables: readonly HTMLTableElement[]): (choice: Comparing) => string {
  const rows = tables.flatMap((table) => [...table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')]);
  const rowAt = new Map(rows.map((row) => [`${row.dataset.row} ${row.dataset.column}`, row]));

  return (choice) => {
    const { groups, sentence } = comparedOf(data, choice);
    for (const { row, column, cells, wanted } of groups.flatMap((group) => group.rows)) {
      const shown = rowAt.get(`${row} ${column}`);
      if (!shown) continue;
      shown.hidden = !wanted;
      for (const cell of shown.querySelectorAll<HTMLElement>('td[data-implementation]')) {
        const i = Number(cell.dataset.implementation);
        const of = `${data.rows[row]?.title}, ${data.columns[column]?.title}, ${data.implementations[i]}`;
        fill(cell, cells[i], `${of}: `);
      }
    }
    for (const table of tables) hideWhatIsEmpty(table);
    return sentence;
  };
}

/** A provider API of which nothing is shown, and a table of none; what is folded is unfolded where all that is shown is in it. */
function hideWhatIsEmpty(table: HTMLTableElement): void {
  for (const body of table.tBodies) body.hidden = isEmpty(body.rows);
  table.hidden = isEmpty(table.tBodies);
  const folded = table.closest('details');
  if (!folded) return;
  const others = [...document.querySelectorAll<HTMLTableElement>('table.compared')].filter((other) => other !== table);
  if (!table.hidden && others.every((other) => other.hidden)) folded.open = true;
}

const isEmpty = (parts: HTMLCollectionOf<HTMLElement>): boolean =>
  [...parts].every((part) => part.hidden || part.matches('tr:not([data-row])'));
