import { join } from 'node:path';
import { place } from '../../lib/user-error.ts';
import type { Matrix } from '../../matrix/model.ts';
import { harHint, listCassettes } from '../../recordings/format/cassette-path.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { adapterId } from './case.ts';
import { type CaseCassette, cassettesOf } from './case-cassettes.ts';
import { discoverAdapters, repositoryFolder } from './discover.ts';
import { exceptionsOf, loadExceptions } from './exceptions.ts';
import { expand } from './expand.ts';
import type { RunProblem } from './verdict.ts';

/**
 * Cassette files that no case could play, whatever adapter there is: nobody would notice if they were wrong. Each is a problem of
 * the run.
 */
export async function orphanedCassettes(
  matrix: Matrix,
  scenarios: readonly ScenarioFile[],
  folder?: string,
): Promise<RunProblem[]> {
  const played = new Set(playableRecordings(matrix, scenarios, folder).map(({ path }) => path));
  return (await listCassettes(folder))
    .filter((path) => !played.has(path))
    .map((path) => ({
      place: place(path),
      message: path.endsWith('.har') ? 'is a HAR, no cassette' : 'no case plays this recording',
      hint: path.endsWith('.har')
        ? harHint(path, folder)
        : 'give its scenario the same name in spec/scenarios, or remove the file',
    }));
}

/** All recordings that cases could be played from, whatever adapter there is. */
export const playableRecordings = (
  matrix: Matrix,
  scenarios: readonly ScenarioFile[],
  folder?: string,
): readonly CaseCassette[] =>
  matrix.providers.flatMap((column) => {
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    return expand(matrix, scenarios, [anyAdapter]).flatMap((c) => cassettesOf(c, column, folder));
  });

/**
 * Exceptions about adapters that are not there: no suite answers for them, so nobody would notice when they expire. Each is a
 * problem of the run.
 *
 * @param implementations whose exceptions to look at; everybody's, unless told
 * @throws {UserError} an exceptions file is missing or malformed.
 */
export async function homelessExceptions(
  implementations?: ReadonlySet<string>,
  root: string = repositoryFolder,
): Promise<RunProblem[]> {
  const those = (await discoverAdapters(root)).filter((a) => implementations?.has(a.implementation) ?? true);
  const byImplementation = Map.groupBy(those, (a) => a.implementation);
  const found = [...byImplementation].map(async ([implementation, adapters]) => {
    const exceptions = await loadExceptions(join(root, 'adapters', implementation, 'exceptions.yaml'));
    const ids = adapters.map((a) => a.id);
    return exceptionsOf(exceptions, '', ids).map((e) => ({
      place: e.place,
      message: `no adapter fits the pattern "${e.cases}"`,
      hint: `the adapters of this implementation are ${ids.join(', ')}; mend the pattern or remove the entry`,
    }));
  });
  return (await Promise.all(found)).flat();
}
