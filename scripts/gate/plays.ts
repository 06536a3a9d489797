/** Which runs play some cases with the least ado. */
import type { Case } from '../../spec/engine/case.ts';
import type { Selection } from '../../spec/engine/plan.ts';

/** How many cases take as long as starting a run does. */
const startingCosts = 40;

/**
 * Selections that together take in all of the cases asked for: one for all, or one for each adapter, whichever plays less that nobody
 * asked for. Pure.
 *
 * @param all the cases that there are, for what a selection takes in besides
 */
export function playsFor(asked: readonly Case[], all: readonly Case[]): readonly Selection[] {
  if (asked.length === 0) return [];
  const together = [around(asked)];
  const apart = [...Map.groupBy(asked, (c) => c.adapter.id).values()].map(around);
  const costs = (plays: readonly Selection[]) =>
    plays.reduce((sum, play) => sum + startingCosts + all.filter((c) => isIn(play, c)).length, 0);
  return costs(together) <= costs(apart) ? together : apart;
}

function around(cases: readonly Case[]): Selection {
  const every = (of: (c: Case) => string) => [...new Set(cases.map(of))].sort();
  return {
    adapters: every((c) => c.adapter.id),
    tools: every((c) => c.tool),
    scenarios: every((c) => c.scenario.id),
    modes: every((c) => c.mode),
  };
}

const isIn = ({ adapters, tools, scenarios, modes }: Selection, c: Case): boolean =>
  adapters.includes(c.adapter.id) &&
  tools.includes(c.tool) &&
  scenarios.includes(c.scenario.id) &&
  modes.includes(c.mode);
