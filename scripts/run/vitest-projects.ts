import type { UserWorkspaceConfig } from 'vitest/node';
import type { Plan } from '../../spec/engine/plan.ts';
import type { Program } from '../../spec/external-adapter/external-adapter.ts';

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
