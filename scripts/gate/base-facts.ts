/** What a revision says without anything being run: its table, its cases, its exceptions, its evidence. */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { place } from '../../files/place.ts';
import { readIfThere } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Matrix } from '../../matrix/model.ts';
import { readCassetteFile } from '../../recordings/format/read.ts';
import { byName, isChosen } from '../../reports/compare/known.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, discoverAdapters } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type ListedException, listedExceptions } from '../../spec/engine/listed-exceptions.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';

/** A revision before anything is played. */
export interface BaseFacts {
  readonly matrix: Matrix;
  readonly adapters: readonly DiscoveredAdapter[];
  /** The cases that the selection of the run would have chosen there. */
  readonly cases: readonly Case[];
  readonly exceptions: readonly ListedException[];
  /** How good the recording of a case was there; nothing where it is the same, or there was none of that name. */
  readonly evidenceOf: (cassette: NonNullable<CaseResult['cassette']>) => CaseResult['evidence'] | undefined;
}

/** What a state of the project has, whatever is selected. */
interface State {
  readonly matrix: Matrix;
  readonly adapters: readonly DiscoveredAdapter[];
  readonly cases: readonly Case[];
}

/**
 * Reads a revision. Its data is read by this program's own code: which faults are tried over conversations is code, and counts for both.
 *
 * Of a run of a part that no selection by names says, such as what a change can affect, the base has the cases that the run has, and those
 * that are gone: what else the run left aside is as it was.
 *
 * @param folder the project at the revision
 * @param root the project as it is
 * @param after the run that is compared with it
 * @param plan what that run was made from, where it is known
 * @throws {UserError} the revision's data is not what this program can read.
 */
export async function readBaseFacts(folder: string, root: string, after: Results, plan?: Data): Promise<BaseFacts> {
  const { thorough, selection } = after.run;
  // Mostly the very same, and reading it takes a second.
  const shared = (await haveSameData(folder, root)) ? (plan ?? (await dataOf(folder).catch(refuse))) : undefined;
  const base = await stateOf(folder, thorough, shared).catch(refuse);
  const named = { run: { ...after.run, selection: byName(selection) } };
  const isPart = Object.keys(named.run.selection).length < Object.keys(selection).length;
  const now = isPart ? idsOf(await stateOf(root, thorough, shared)) : undefined;
  const present = new Set([...after.cases, ...after.run.adapters].map(({ id }) => id));
  const isHere = (id: string) => !now || present.has(id) || !now.has(id);
  const adapters = base.adapters.filter(({ id }) => isChosen(named, { adapters: id }) && isHere(id));
  const exceptions = await listedExceptions(adapters, folder).catch(refuse);
  const cases = base.cases.filter(
    (c) =>
      isChosen(named, {
        adapters: c.adapter.id,
        tools: c.tool,
        scenarios: c.scenario.id,
        modes: c.mode,
        kinds: c.kind,
      }) && isHere(c.id),
  );
  return {
    matrix: base.matrix,
    adapters,
    cases,
    exceptions: exceptions.map(placedIn(folder)),
    evidenceOf: evidenceIn(folder),
  };
}

/** What is the same in two states of the project as long as nobody edits it. */
type Data = Pick<Plan, 'matrix' | 'scenarios'>;

async function dataOf(folder: string): Promise<Data> {
  const [matrix, scenarios] = await Promise.all([
    loadMatrix(join(folder, 'matrix')),
    loadScenarios(join(folder, 'spec/scenarios')),
  ]);
  return { matrix, scenarios };
}

/** True where table and scenarios are the same, byte for byte. */
async function haveSameData(...folders: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(
    folders.map(async (folder) => Promise.all(['matrix', 'spec/scenarios'].map((name) => bytesIn(join(folder, name))))),
  );
  return isDeepStrictEqual(one, other);
}

async function bytesIn(folder: string): Promise<Readonly<Record<string, Buffer>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return Object.fromEntries(await Promise.all(files));
}

async function stateOf(folder: string, thorough: true | undefined, data?: Data): Promise<State> {
  const [{ matrix, scenarios }, adapters] = await Promise.all([data ?? dataOf(folder), discoverAdapters(folder)]);
  return { matrix, adapters, cases: expand(matrix, scenarios, adapters, thorough) };
}

const idsOf = ({ adapters, cases }: State): ReadonlySet<string> => new Set([...adapters, ...cases].map(({ id }) => id));

function refuse(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new UserError(`the base cannot be read: ${error.message}`, {
    ...(error.where ? { where: error.where } : {}),
    hint: 'give a results.json of a run at the base instead of its revision',
  });
}

/** Places as they are in the repository, not in the folder that stands for it for a moment. */
function placedIn(folder: string): (e: ListedException) => ListedException {
  const root = `${place(folder).replace(/\/$/, '')}/`;
  const own = (at: string) => at.replace(root, '');
  return (e) => ({ ...e, place: own(e.place), untilPlace: own(e.untilPlace) });
}

function evidenceIn(folder: string): BaseFacts['evidenceOf'] {
  const known = new Map<string, CaseResult['evidence'] | undefined>();
  return ({ path, sha256 }) => {
    if (!known.has(path)) known.set(path, evidenceAt(folder, path, sha256));
    return known.get(path);
  };
}

/** Nothing where the recording is the same, or was missing or malformed there: then nothing was lost. */
function evidenceAt(folder: string, path: string, sha256: string): CaseResult['evidence'] | undefined {
  const [file, within] = [join(folder, path), join(folder, 'recordings/cassettes')];
  try {
    const bytes = readIfThere(file, 'cassette', { within });
    if (!bytes || hash('sha256', bytes) === sha256) return undefined;
    return readCassetteFile(file, within).cassette.provenance.evidence;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
