import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiscoveredAdapter, discoverAdapters } from '../../../spec/engine/discover.ts';
import { type Exception, loadExceptions, staticProblems } from '../../../spec/engine/exceptions.ts';
import { expand } from '../../../spec/engine/expand.ts';
import { type DataArea, type DataContext, type DataProblem, problemOf } from '../area.ts';

/** What implementations list as known to fail: expired, about no case, malformed, shown by no reproduction; and those of nothing listed. */
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
    const problems = staticProblems(exceptions, expand(matrix, scenarios, adapters, true), asOf);
    return [
      ...problems.map(({ place, message, hint }): DataProblem => ({ rule: 'exceptions', where: place, message, hint })),
      ...reproductionProblems(exceptions, await scriptsOf(join(root, 'adapters', implementation)), implementation),
    ];
  } catch (error) {
    return [problemOf('exceptions', error, file)];
  }
}

/** The scripts of an implementation, as its exceptions name them. */
async function scriptsOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'reproductions')).catch(() => []);
  return names.map((name) => `reproductions/${name}`);
}

/** A known failure that nothing shows, and what shows no known failure. */
function reproductionProblems(
  exceptions: readonly Exception[],
  scripts: readonly string[],
  implementation: string,
): DataProblem[] {
  const hint = 'write it as docs/reproductions.md says, and name it there: reproduction: reproductions/<name>.mjs';
  const rule = 'reproductions';
  const missing = exceptions.flatMap(({ verdict, cases, reproduction, place: where }): DataProblem[] => {
    if (reproduction !== undefined && !scripts.includes(reproduction)) {
      return [{ rule, where, message: `there is no ${reproduction}`, hint }];
    }
    if (verdict !== 'known-failure' || reproduction !== undefined) return [];
    return [{ rule, where, message: `nothing shows that the library alone fails "${cases}"`, hint }];
  });
  const unused = scripts.filter((script) => !exceptions.some(({ reproduction }) => reproduction === script));
  return [
    ...missing,
    ...unused.map((script) => ({
      rule,
      where: `adapters/${implementation}/${script}`,
      message: 'no exception names this reproduction',
      hint: 'remove it: what it showed is listed no more',
    })),
  ];
}
