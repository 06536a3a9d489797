import { join } from 'node:path';
import { type DiscoveredAdapter, discoverAdapters } from '../../../spec/engine/discover.ts';
import { loadExceptions, staticProblems } from '../../../spec/engine/exceptions.ts';
import { expand } from '../../../spec/engine/expand.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf } from '../area.ts';

/** What implementations list as known to fail: expired, about no case, malformed. */
export const exceptionsArea: DataArea = {
  name: 'exceptions',
  places: ['adapters'],
  lint: async (context) => {
    const byImplementation = Map.groupBy(await discoverAdapters(context.root), (a) => a.implementation);
    const found = [...byImplementation].map(([name, adapters]) => problemsOf(name, adapters, context));
    return (await Promise.all(found)).flat();
  },
};

async function problemsOf(
  implementation: string,
  adapters: readonly DiscoveredAdapter[],
  { root, asOf, matrix, scenarios }: DataContext,
): Promise<DataProblem[]> {
  const file = `adapters/${implementation}/exceptions.yaml`;
  try {
    const exceptions = await loadExceptions(join(root, file));
    return staticProblems(exceptions, expand(matrix, scenarios, adapters), asOf).map(
      ({ place, message, hint }): DataProblem => ({ rule: 'exceptions', where: place, message, hint }),
    );
  } catch (error) {
    return [problemOf('exceptions', error, file)];
  }
}
