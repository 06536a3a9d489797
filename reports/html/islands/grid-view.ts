/// <reference lib="dom" />

import { piecesOf, toneOf } from '../grid/cell-text.ts';
import type { GridData } from '../grid/data.ts';
import type { Choice } from '../grid/filter-state.ts';
import { few, shownTable } from '../grid/table.ts';
import type { ShownCell } from '../grid/visible-cell.ts';
import { elementsOf } from './cell-elements.ts';

/** The table of the page, by place in the data. */
export interface GridView {
  /** Shows what a choice lets through. @returns what is shown of what, in a sentence */
  show(choice: Choice): string;
}

/** Takes over the table that the page was made with. */
export function gridView(data: GridData, table: HTMLTableElement, signs: HTMLElement): GridView {
  const body = table.tBodies[0] as HTMLTableSectionElement;
  const rows = [...body.rows];
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1);
  const cells = rows.map((row) => [...row.cells].slice(1));

  return {
    show(choice) {
      const shown = shownTable(data, choice);
      const [visibleRows, visibleColumns] = [new Set(shown.rows), new Set(shown.columns)];
      heads.forEach((head, c) => {
        head.hidden = !visibleColumns.has(c);
      });
      rows.forEach((row, r) => {
        row.hidden = !visibleRows.has(r);
        cells[r]?.forEach((cell, c) => {
          cell.hidden = !visibleColumns.has(c);
          const name = `${data.rows[r]?.title}, ${data.columns[c]?.title}: `;
          if (visibleRows.has(r) && visibleColumns.has(c)) fill(cell, shown.cells[r]?.[c], name);
        });
      });
      body.append(...shown.rows.flatMap((r) => rows[r] ?? []));
      table.classList.toggle('few', shown.columns.length < few);
      table.hidden = shown.rows.length === 0;
      for (const sign of signs.querySelectorAll<HTMLElement>('[data-state]')) {
        const times = shown.times.get(sign.dataset.state as ShownCell['state']) ?? 0;
        sign.hidden = times === 0;
        sign.querySelector('.times')?.replaceChildren(String(times));
      }
      return shown.sentence;
    },
  };
}

/** Shows a cell anew, in the link that it has. */
export function fill(cell: HTMLElement, shown: ShownCell | undefined, name: string): void {
  const link = cell.querySelector('a');
  if (!link) return;
  cell.className = shown ? `grid-cell tone-${toneOf(shown)}` : 'grid-cell';
  link.hidden = !shown;
  link.replaceChildren(...(shown ? elementsOf(piecesOf(shown, name)) : []));
}
