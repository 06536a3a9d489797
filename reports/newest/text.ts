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

/** What the newest releases change, as a terminal shows it: cells, known issues that are fixed, and what fails anew. Pure. */
export function newestLines(newest: Newest, pinned: Results): string[] {
  const moved = movedCells(newest, pinned);
  const releases = new Map(newest.adapters.flatMap(({ packages }) => packages.map((p) => [p.name, p.version])));
  const before = new Map(pinned.run.adapters.flatMap(({ packages }) => packages.map((p) => [p.name, p.version])));
  const changed = [...releases].filter(([name, version]) => before.has(name) && before.get(name) !== version);
  return [
    `newest releases, as of ${newest.asOf}: ${changed.length} of ${releases.size} packages are newer than those pinned`,
    ...changed.map(([name, version]) => `  ${name} ${before.get(name)} → ${version}`),
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
