import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { lintFolder } from '../../matrix/lint/lint.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import {
  joined,
  loadScenarioFile,
  recordedScenarios,
  type ScenarioPlace,
  scenarioPlaces,
  withRecorded,
} from '../../spec/scenarios/load.ts';
import type { ScenarioFile } from '../../spec/scenarios/schema.ts';
import { type DataArea, type DataProblem, unreadable } from './area.ts';
import { aliasesArea, knownIssuesArea, libraryOptionsArea, listsArea } from './lists.ts';
import { cassettesArea, scenariosArea } from './recordings.ts';

const areas: readonly DataArea[] = [
  scenariosArea,
  knownIssuesArea,
  libraryOptionsArea,
  cassettesArea,
  listsArea,
  aliasesArea,
];

/** What to check. */
export interface LintRequest {
  /** Files or folders; everything, where there are none. */
  readonly paths: readonly string[];
  /** The day that expiry is computed against, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** A folder laid out as the repository; the repository itself, unless told. */
  readonly root?: string;
}

/** What was found, and what could not be looked at. */
export interface LintOutcome {
  readonly problems: readonly DataProblem[];
  /** Areas that cannot be read before the problems are mended. */
  readonly notLookedAt: readonly string[];
}

/**
 * Checks the files that people edit.
 *
 * @throws {UserError} a path that is not there, or holds nothing that is checked here.
 */
export async function lintData({ paths, asOf, root = repositoryFolder }: LintRequest): Promise<LintOutcome> {
  const asked = paths.map((path) => resolve(path));
  for (const [i, path] of asked.entries()) demandPlace(path, paths[i] ?? path, root);
  const isAsked = (path: string) => asked.length === 0 || asked.some((each) => isWithin(path, each));
  const meant = areas.filter(({ places }) =>
    places.some((place) => isAsked(join(root, place)) || asked.some((path) => isWithin(path, join(root, place)))),
  );
  // Everything else is read by these: where they cannot be read, it is not looked at.
  const [{ scenarios, problems: unread }, ofMatrix] = await Promise.all([
    readScenarios(root),
    lintFolder(asOf, join(root, 'matrix')),
  ]);
  const basic = [...ofMatrix, ...unread];
  const shown = (problems: readonly DataProblem[]) =>
    problems.filter(({ where }) => {
      const path = where.replace(/(:\d+)+$/, '');
      // Places are told from the working directory, or from the repository.
      return isAsked(resolve(path)) || isAsked(resolve(root, path));
    });
  if (unread.length > 0 || ofMatrix.some(({ rule }) => rule === 'schema')) {
    return { problems: basic, notLookedAt: meant.map(({ name }) => name) };
  }
  const context = { root, asOf, matrix: await loadMatrix(join(root, 'matrix')), scenarios, isAsked };
  const found = await Promise.all(meant.map((area) => area.lint(context)));
  return { problems: shown([...basic, ...found.flat()]), notLookedAt: [] };
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

function demandPlace(path: string, typed: string, root: string): void {
  const all = ['matrix', ...areas.flatMap(({ places }) => places)];
  if (!existsSync(path)) throw new UserError(`no file or folder "${typed}"`, { hint: 'correct the path' });
  if (all.some((place) => isWithin(path, join(root, place)) || isWithin(join(root, place), path))) return;
  throw new UserError(`${relative(root, path)} has no files that this command checks`, {
    hint: `name a path in ${all.join(', ')}; npm run lint checks code`,
  });
}

/** Every scenario file that can be read, as `loadScenarios` gives them; and what is wrong with the others. */
async function readScenarios(
  root: string,
): Promise<{ readonly scenarios: readonly ScenarioFile[]; readonly problems: readonly DataProblem[] }> {
  const files: (ScenarioPlace & { readonly file: ScenarioFile })[] = [];
  const read = async (at: ScenarioPlace) => void files.push({ ...at, file: await loadScenarioFile(at.path) });
  const problems = await unreadable(
    'scenario-file',
    Object.fromEntries(
      scenarioPlaces(join(root, 'spec/scenarios')).map((at) => [relative(root, at.path), () => read(at)]),
    ),
  );
  const recorded = await recordedScenarios(join(root, 'recordings/cassettes'));
  if (problems.length > 0) return { scenarios: [], problems };
  const scenarios: ScenarioFile[] = [];
  const joining = await unreadable('scenario-file', {
    'spec/scenarios': async () => void scenarios.push(...joined(files)),
  });
  return { scenarios: withRecorded(scenarios, recorded), problems: joining };
}

/** Problems as a terminal shows them: the place to open, what is wrong, what to type. */
export function lintText({ problems, notLookedAt }: LintOutcome): string {
  const lines = problems.map(
    ({ rule, where, message, hint }) => `${where}: ${message} [${rule}]${hint === undefined ? '' : `\n  → ${hint}`}\n`,
  );
  if (notLookedAt.length > 0) lines.push(`not looked at before that is mended: ${notLookedAt.join(', ')}\n`);
  return lines.join('') || 'no problems found\n';
}
