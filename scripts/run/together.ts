/** Which suites one process runs one after the other. Pure. */
import { deal } from '../../files/deal.ts';
import type { Plan } from '../../spec/engine/plan.ts';

/**
 * Suites in groups that each run in one process, the longest group first. Those of a provider API are together: they read the same recordings,
 * compile the same schemas and look for the same faults. Where they take longer than a processor's share of all, they are divided.
 *
 * @param suites their test files, of those of the plan
 * @param lengths how long each takes
 */
export function together(
  { adapters }: Pick<Plan, 'adapters'>,
  suites: readonly string[],
  processors: number,
  lengths: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const lengthOf = (...group: readonly string[]) => group.reduce((sum, suite) => sum + (lengths.get(suite) ?? 0), 0);
  const columnOf = new Map(adapters.map(({ suite, providerApi }) => [suite, providerApi]));
  const all = lengthOf(...suites);
  return Map.groupBy(suites, (suite) => columnOf.get(suite))
    .values()
    .flatMap((column) => deal(column, Math.ceil((lengthOf(...column) * processors) / all), lengthOf))
    .filter((group) => group.length > 0)
    .toArray()
    .toSorted((a, b) => lengthOf(...b) - lengthOf(...a));
}
