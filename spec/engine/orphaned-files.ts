import { displayPath } from '../../lib/user-error.ts';
import type { Matrix } from '../../matrix/model.ts';
import { harHint, listCassettes } from '../../recordings/format/cassette-path.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { adapterId } from './case.ts';
import { type CaseCassette, cassettesOf } from './case-cassettes.ts';
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
  playable: readonly CaseCassette[] = playableRecordings(matrix, scenarios, folder),
): Promise<RunProblem[]> {
  const played = new Set(playable.map(({ path }) => path));
  return (await listCassettes(folder))
    .filter((path) => !played.has(path))
    .map((path) => ({
      place: displayPath(path),
      message: path.endsWith('.har') ? 'is a HAR file, not a cassette' : 'no case uses this recording',
      hint: path.endsWith('.har')
        ? harHint(path, folder)
        : 'add a scenario of the same name to spec/scenarios, or remove the file',
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
