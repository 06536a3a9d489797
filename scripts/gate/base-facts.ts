/** What a revision says without anything being run: its table, its cases, its exceptions, its evidence. */
import { join } from 'node:path';
import { place } from '../../files/place.ts';
import { UserError } from '../../files/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Matrix } from '../../matrix/model.ts';
import { readCassetteFile } from '../../recordings/format/read.ts';
import { isChosen } from '../../reports/compare/known.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, discoverAdapters } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type ListedException, listedExceptions } from '../../spec/engine/listed-exceptions.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';

/** A revision before anything is played. */
export interface BaseFacts {
  readonly matrix: Matrix;
  readonly adapters: readonly DiscoveredAdapter[];
  /** The cases that the selection of the run would have chosen there. */
  readonly cases: readonly Case[];
  readonly exceptions: readonly ListedException[];
  /** How good the recording of a case was there; nothing where there was none of that name. */
  readonly evidenceOf: (cassette: NonNullable<CaseResult['cassette']>) => CaseResult['evidence'] | undefined;
}

/**
 * Reads a revision. Its data is read by this program's own code: which faults are tried over conversations is code, and counts for both.
 *
 * @param folder the project at the revision
 * @param after the run that is compared with it
 * @throws {UserError} the revision's data is not what this program can read.
 */
export async function readBaseFacts(folder: string, after: Results): Promise<BaseFacts> {
  const chosen = (ids: Parameters<typeof isChosen>[1]) => isChosen(after, ids);
  try {
    const [matrix, scenarios, all] = await Promise.all([
      loadMatrix(join(folder, 'matrix')),
      loadScenarios(join(folder, 'spec/scenarios')),
      discoverAdapters(folder),
    ]);
    const adapters = all.filter(({ id }) => chosen({ adapters: id }));
    const exceptions = await listedExceptions(
      adapters.map((a) => a.implementation),
      folder,
    );
    const cases = expand(matrix, scenarios, adapters, after.run.thorough).filter((c) =>
      chosen({ adapters: c.adapter.id, tools: c.tool, scenarios: c.scenario.id, modes: c.mode }),
    );
    return { matrix, adapters, cases, exceptions: exceptions.map(placedIn(folder)), evidenceOf: evidenceIn(folder) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`the base cannot be read: ${error.message}`, {
      ...(error.where ? { where: error.where } : {}),
      hint: 'give a results.json of a run at the base instead of its revision',
    });
  }
}

/** Places as they are in the repository, not in the folder that stands for it for a moment. */
function placedIn(folder: string): (e: ListedException) => ListedException {
  const own = (at: string) => at.replace(`${place(folder)}/`, '');
  return (e) => ({ ...e, place: own(e.place), untilPlace: own(e.untilPlace) });
}

function evidenceIn(folder: string): BaseFacts['evidenceOf'] {
  const known = new Map<string, CaseResult['evidence'] | undefined>();
  return ({ path }) => {
    if (!known.has(path)) known.set(path, evidenceAt(folder, path));
    return known.get(path);
  };
}

function evidenceAt(folder: string, path: string): CaseResult['evidence'] | undefined {
  try {
    return readCassetteFile(join(folder, path), join(folder, 'recordings/cassettes')).cassette.provenance.evidence;
  } catch (error) {
    // Missing or malformed there: then nothing was lost.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
