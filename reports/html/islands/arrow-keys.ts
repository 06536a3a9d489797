/// <reference lib="dom" />

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Lets arrow keys lead from a cell of a table to the next one that has a link, over those that have none. */
export function walkByArrowKeys(table: HTMLTableElement): void {
  table.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const from = event.target instanceof Element ? event.target.closest('td') : null;
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = neighbour(table, from, step);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function neighbour(table: HTMLTableElement, from: HTMLTableCellElement, [down, right]: readonly [number, number]) {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const width = (from.parentElement as HTMLTableRowElement).cells.length;
  let r = rows.findIndex((row) => row.contains(from)) + down;
  let c = from.cellIndex + right;
  while (rows[r] && c >= 0 && c < width) {
    const link = rows[r]?.cells[c]?.querySelector<HTMLElement>('a:not([hidden])');
    if (link?.checkVisibility()) return link;
    r += down;
    c += right;
  }
  return undefined;
}
