import type { UserWorkspaceConfig } from 'vitest/node';
import type { Plan } from '../../spec/engine/plan.ts';
import type { Program } from '../../spec/program/program.ts';

/** Fewer cases than these are not worth another process, which has to load everything first. */
const casesWorthIt = 50;

/**
 * How vitest runs the generated suites of a plan: all of them in one project, or where they are fewer than the processors, each in several,
 * which share its cases. What comes of a case is the same either way. Pure.
 *
 * @param suites their test files
 * @param processors how many there are
 * @param program the one to judge, where it is none of `adapters/`
 */
export function projectsFor(
  { settings, matrix, scenarios, cases }: Plan,
  suites: readonly string[],
  processors: number,
  program?: Program,
): (UserWorkspaceConfig & { extends: true })[] {
  const idle = Math.floor(processors / suites.length);
  const worthIt = Math.floor(cases.length / suites.length / casesWorthIt);
  const of = Math.max(1, Math.min(idle, worthIt));
  return Array.from({ length: of }, (_, nth) => ({
    extends: true,
    test: {
      name: `conformance ${nth + 1} of ${of}`,
      include: [...suites],
      // Node runs the files as they are: nothing of the suite is mocked, so nothing has to be transformed.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      provide: {
        conformance: {
          settings: of > 1 ? { ...settings, part: { nth, of } } : settings,
          source: { matrix, scenarios },
        },
        ...(program ? { program } : {}),
      },
    },
  }));
}
