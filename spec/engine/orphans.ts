import { place } from '../../files/data-file.ts';
import type { Matrix } from '../../matrix/model.ts';
import { listCassettes, orphans } from '../../recordings/format/location.ts';
import type { ScenarioFile } from '../scenarios/schema.ts';
import { adapterId } from './case.ts';
import { cassetteOf } from './cassette-of.ts';
import { expand } from './expand.ts';
import type { RunProblem } from './verdict.ts';

/**
 * Recordings that no case could play, whatever adapter there is: nobody would notice if they were wrong. Each is a problem of
 * the run.
 */
export async function orphanedCassettes(
  matrix: Matrix,
  scenarios: readonly ScenarioFile[],
  folder?: string,
): Promise<RunProblem[]> {
  const used = matrix.providers.flatMap((column) => {
    const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
    return expand(matrix, scenarios, [anyAdapter]).map((c) => cassetteOf(c, column, folder).path);
  });
  return orphans(await listCassettes(folder), used).map((path) => ({
    place: place(path),
    message: 'no case plays this recording',
    hint: 'give its scenario the same name in spec/scenarios, or remove the file',
  }));
}
