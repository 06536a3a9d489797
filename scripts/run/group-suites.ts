/** Which suites one process runs one after the other. Pure. */
import { packIntoBins } from '../../lib/sample.ts';
import type { Plan } from '../../spec/engine/plan.ts';

/** Suites in groups, and how many processes run them. */
export interface Groups {
  /** Each is run by one process, one suite after the other; the longest first. */
  readonly groups: readonly (readonly string[])[];
  readonly processes: number;
}

/**
 * Suites in groups. Those of a provider API are together: they read the same recordings, compile the same schemas and look for the same
 * faults. Where they take longer than a processor's share of all, they are divided. Whoever runs programs mostly waits for them: they have a
 * process besides, and start first, dealt out to as many as there are processors.
 *
 * @param suites their test files, of those of the plan
 * @param lengths how long each takes
 */
export function groupSuites(
  { adapters }: Pick<Plan, 'adapters'>,
  suites: readonly string[],
  processors: number,
  lengths: ReadonlyMap<string, number>,
): Groups {
  const lengthOf = (...group: readonly string[]) => group.reduce((sum, suite) => sum + (lengths.get(suite) ?? 0), 0);
  const columnOf = new Map(adapters.map(({ suite, providerApi }) => [suite, providerApi]));
  const programs = new Set(adapters.flatMap(({ suite, isProgram }) => (isProgram ? suite : [])));
  const waiting = suites.filter((suite) => programs.has(suite));
  const busy = suites.filter((suite) => !programs.has(suite));
  const all = lengthOf(...busy);
  const groups = Map.groupBy(busy, (suite) => columnOf.get(suite))
    .values()
    .flatMap((column) => packIntoBins(column, Math.ceil((lengthOf(...column) * processors) / all), lengthOf))
    .filter((group) => group.length > 0)
    .toArray()
    .toSorted((a, b) => lengthOf(...b) - lengthOf(...a));
  const dealt = packIntoBins(waiting, processors, lengthOf).filter((group) => group.length > 0);
  return {
    groups: [...dealt, ...groups],
    processes: dealt.length > 0 && groups.length > 0 ? processors + 1 : processors,
  };
}
