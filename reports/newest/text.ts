import { countOf } from '../../lib/count-of.ts';
import type { Results } from '../../spec/results/schema.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';
import { type Newest, statesOf } from './newest.ts';

/** A cell whose word is another one with the newest releases. */
export interface MovedCell {
  readonly adapter: string;
  readonly tool: string;
  readonly pinned: CellState;
  readonly newest: CellState;
}

/** The cells that come out otherwise with the newest releases. Pure. */
export function movedCells(newest: Newest, results: Results): readonly MovedCell[] {
  return newest.adapters.flatMap(({ id, states }) => {
    const api = results.run.adapters.find((a) => a.id === id)?.providerApi ?? '';
    const before = statesOf(
      results,
      api,
      results.cases.filter((c) => c.adapter === id),
    );
    return Object.entries(states).flatMap(([tool, state]) => {
      const pinned = before[tool];
      return pinned === undefined || pinned === state ? [] : [{ adapter: id, tool, pinned, newest: state }];
    });
  });
}

/** The packages that have a newer release than the pinned one. Pure. */
export function newerPackages(newest: Newest, { run }: Pick<Results, 'run'>) {
  const releases = new Map(newest.adapters.flatMap(({ packages }) => packages.map((p) => [p.name, p.version])));
  const pinned = new Map(run.adapters.flatMap(({ packages }) => packages.map((p) => [p.name, p.version])));
  return [...releases].flatMap(([name, after]) => {
    const before = pinned.get(name);
    return before === undefined || before === after ? [] : [{ name, before, after }];
  });
}

/** What the newest releases change, as a terminal shows it: cells, known issues that are fixed, and what fails anew. Pure. */
export function newestLines(newest: Newest, pinned: Results): string[] {
  const moved = movedCells(newest, pinned);
  const changed = newerPackages(newest, pinned);
  const all = new Set(newest.adapters.flatMap(({ packages }) => packages.map(({ name }) => name)));
  return [
    `newest releases, as of ${newest.asOf}: ${changed.length} of ${all.size} packages are newer than those pinned`,
    ...changed.map(({ name, before, after }) => `  ${name} ${before} → ${after}`),
    '',
    ...(moved.length === 0 ? ['every cell has the same word'] : []),
    ...moved.map(
      (cell) =>
        `${cell.adapter}, ${cell.tool}: ${cellStates[cell.newest].word} (pinned: ${cellStates[cell.pinned].word})`,
    ),
    ...newest.adapters.flatMap(({ id, fixed, failing }) => [
      ...fixed.map((issue) => `fixed: ${id}/${issue}`),
      ...(failing.length > 0
        ? [`${id}: ${countOf(failing.length, 'new failing case')}, for example ${failing[0]}`]
        : []),
    ]),
  ];
}
