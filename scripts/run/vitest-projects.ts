import type { UserWorkspaceConfig } from 'vitest/node';
import { packIntoBins } from '../../lib/sample.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { Program } from '../../spec/external-adapter/external-adapter.ts';

/** Suites in groups, and how many processes run them. */
interface Groups {
  /** Each is run by one process, one suite after the other; the longest first. */
  readonly groups: readonly (readonly string[])[];
  readonly processes: number;
}

/**
 * Suites in groups. Those of a provider API are together: they read the same recordings, compile the same schemas and look for the same
 * faults. Where they take longer than a processor's share of all, they are divided. Whoever runs programs mostly waits for them: they start
 * first, dealt out to as many as there are processors. Where that takes long, the others have a process besides; it loads everything once more.
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
  const isLong = all > 0 && lengthOf(...waiting) > all / longWait;
  return { groups: [...dealt, ...groups], processes: isLong ? processors + 1 : processors };
}

/** Programs that take more than this part of what the others take are worth another process. */
const longWait = 10;

/** Fewer cases than these are not worth another process, which has to load everything first. */
const casesWorthIt = 150;

/**
 * How vitest runs the generated suites of a plan: all of them in one project, or where there are fewer groups than processors, each in several,
 * which share its cases. Of a group it is told of the first alone, which brings the others. What comes of a case is the same either way. Pure.
 *
 * @param groups their test files, those together that one process runs one after the other
 * @param processors how many there are
 * @param program the one to judge, where it is none of `adapters/`
 */
export function projectsFor(
  { settings, matrix, scenarios, cases }: Plan,
  groups: readonly (readonly string[])[],
  processors: number,
  program?: Program,
): (UserWorkspaceConfig & { extends: true })[] {
  const idle = Math.floor(processors / groups.length);
  const worthIt = Math.floor(cases.length / groups.length / casesWorthIt);
  const of = Math.max(1, Math.min(idle, worthIt));
  const firsts = groups.flatMap(([first]) => first ?? []);
  const following = Object.fromEntries(groups.map(([first, ...others]) => [first, others]));
  return Array.from({ length: of }, (_, nth) => ({
    extends: true,
    test: {
      name: `conformance ${nth + 1} of ${of}`,
      include: firsts,
      // Node runs the files as they are: nothing of the suite is mocked, so nothing has to be transformed.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      provide: {
        conformance: {
          settings: of > 1 ? { ...settings, part: { nth, of } } : settings,
          source: { matrix, scenarios },
          following,
        },
        ...(program ? { program } : {}),
      },
    },
  }));
}
