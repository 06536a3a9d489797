import type { Matrix } from '../../matrix/model.ts';
import type { PlayedBroken, PlayedCase } from '../../spec/kill-matrix/run-broken.ts';
import { type Place, places, type Shown } from '../../spec/kill-matrix/schema.ts';
import { worded } from '../cells/case-impact.ts';
import { bestOf, type CellState, cellState, hasGap, numbersOf } from '../cells/cell-state.ts';

/**
 * Says of a broken adapter where a reader of its results would see the defect: the most ordinary place in which it fails, and
 * the word of the cell there; the best one, where it fails in several cells. Pure.
 */
export function shownIn(matrix: Matrix): (played: PlayedBroken) => Shown {
  return (played) => {
    const shown = placesOf(played.cases);
    const shownBy = places.find((place) => shown.has(place));
    const tools = new Set(shownBy && shown.get(shownBy));
    const word = bestOf([...tools].map((tool) => wordOf(matrix, played, tool)));
    return shownBy ? { shownBy, word } : {};
  };
}

/** Where something fails that the unbroken adapter does not fail, with the tools whose cells it fails in. */
function placesOf(cases: readonly PlayedCase[]): Map<Place, string[]> {
  const found = cases.flatMap((c) => (isShown(c) ? [[placeOf(c), c.broken.tool] as const] : []));
  return new Map(
    [...Map.groupBy(found, ([place]) => place)].map(([place, each]) => [place, each.map(([, tool]) => tool)]),
  );
}

function isShown({ broken, unbroken }: PlayedCase): boolean {
  const lost = [broken, unbroken].map((c) => {
    const { edge, robustness } = numbersOf([c]);
    return edge.of - edge.passed + robustness.of - robustness.passed;
  }) as [number, number];
  if (lost[0] !== lost[1]) return lost[0] > lost[1];
  return (broken.verdict === 'fail' || isWarned(broken)) && unbroken.verdict === 'pass';
}

const isWarned = ({ verdict, checks }: PlayedCase['broken']): boolean =>
  verdict === 'pass' && checks.some(({ status }) => status === 'warn');

function placeOf({ broken }: PlayedCase): Place {
  if (isWarned(broken) && !hasGap(worded(broken))) return 'warning';
  return broken.kind === 'rejection' || broken.kind === 'declaration' ? broken.kind : (broken.tier ?? 'core');
}

/** The word of a cell through a broken adapter. Conversations that it was not played on pass, as they do through the unbroken one. */
function wordOf(matrix: Matrix, { broken, cases, others }: PlayedBroken, tool: string): CellState {
  const own = cases.filter((c) => c.broken.tool === tool).map((c) => worded(c.broken));
  const rest = others.filter((c) => c.tool === tool);
  const column = matrix.providers.find(({ id }) => id === (broken.over ?? 'anthropic'));
  const support = Object.entries(column?.cells ?? {}).find(([id]) => id === tool)?.[1].support ?? 'yes';
  return cellState(support, [
    ...own,
    ...rest.map(({ kind, scenario: { tier } }) => ({ kind, verdict: 'pass' as const, ...(tier ? { tier } : {}) })),
  ]);
}
