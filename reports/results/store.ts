import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { assertSchema, parseData, pointerLocation } from '../../lib/data-file.ts';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { parseJson } from '../../lib/parse-json-yaml.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { notWritten, removeLeftovers, writeFilesAtomic } from '../../lib/write-atomic.ts';
import { type Plan, without } from '../../spec/engine/plan.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import { acceptableVerdicts } from '../../spec/engine/verdict.ts';
import { type Results, resultsVersion, Timings } from '../../spec/results/schema.ts';
import { StoredResults } from '../../spec/results/stored-results.ts';
import type { Assembled } from './assemble.ts';
import { evidenceFiles, evidenceFolder, isEvidenceFile, isThere, linesFor } from './evidence-files.ts';
import { NoSuchPosition, restored, storedText } from './stored-form.ts';

/** Folder of a run's output, relative to the working directory, unless the user says otherwise. */
export const defaultFolder = 'reports/out';

/** The most bytes of results, of some 80 000 cases: a text can be no longer than 512 MiB. */
const mostResults = 400 * 2 ** 20;

/** @throws {UserError} there are no results in the folder, malformed, of another version, or of another run than what lies beside them. */
export async function readResults(folder: string): Promise<Results> {
  return readResultsFile(join(folder, 'results.json'), (sha256) => refuseMixture(folder, sha256));
}

/**
 * Results that may lie by themselves, under any name.
 *
 * @param check is told the SHA-256 of their bytes before more than their version is looked at
 * @throws {UserError} there are none, or they are malformed or of another version.
 */
export function readResultsFile(path: string, check: (sha256: string) => void = () => {}): Results {
  const bytes = readIfExists(path, 'results file', { most: mostResults });
  if (!bytes) throw noResults(path);
  const text = decodeText(bytes, path, 'results file');
  const data = parseJson(text, path, 'results file');
  // What lies beside results of another version is of that version too.
  refuseOtherVersion(data, path);
  check(hash('sha256', bytes));
  const results = assertSchema(data, StoredResults, 'results file', (pointer) => pointerLocation(text, path, pointer));
  try {
    return restored(results);
  } catch (error) {
    if (!(error instanceof NoSuchPosition)) throw error;
    throw new UserError(`these results are inconsistent: ${error.message}`, {
      where: displayPath(path),
      hint: 'run again: npm run conformance',
    });
  }
}

/** All that has changed since another version, in one sentence instead of one for each member. */
function refuseOtherVersion(data: unknown, path: string): void {
  const { version } = (data ?? {}) as { readonly version?: unknown };
  if (typeof version !== 'number' || version === resultsVersion) return;
  throw new UserError(`these results have version ${version}; this program reads version ${resultsVersion}`, {
    where: displayPath(path),
    hint: 'run again: npm run conformance; or compare with a git revision, whose own version reads its cases',
  });
}

/** @throws {UserError} there is no file of results in the folder. What is in it is not looked at. */
export function demandResults(folder: string): void {
  const path = join(folder, 'results.json');
  // A link that leads nowhere is something, and reading says what.
  if (!lstatSync(path, { throwIfNoEntry: false })) throw noResults(path);
}

const noResults = (path: string): UserError =>
  new UserError(`no results in ${displayPath(path)}`, { hint: 'run: npm run conformance' });

/** Times and results come from one run, unless one was killed while it wrote. */
function refuseMixture(folder: string, sha256: string): void {
  const path = join(folder, 'timings.json');
  const bytes = readIfExists(path, 'list of times');
  if (!bytes) return;
  const timings = parseData(decodeText(bytes, path, 'list of times'), path, Timings, 'list of times');
  if (timings.results === undefined || timings.results === sha256) return;
  throw new UserError('these results and the files next to them are of different runs', {
    where: displayPath(join(folder, 'results.json')),
    hint: 'run again: npm run conformance',
  });
}

/**
 * Writes a run to its folder, and what is made of it: all of it or nothing, while no other run writes there.
 *
 * Evidence comes first: its names have hashes in them, so that what the old index names stays what it is. Then `timings.json`,
 * which says of which results it is, what is made of the results, and last of all `results.json`, which names its evidence. So
 * every file is whole, `results.json` has its evidence at every moment, and a kill between the last few shows in that times and
 * results do not belong together: reading says so. Evidence that the new index does not name is removed.
 *
 * @param viewsOf makes what is made of the results, by file name
 * @param isWritten whether a file of evidence is known to hold what its name says; unless it is, it is read
 * @throws {UserError} it cannot be written, or another run writes there all the time; the old run is then untouched.
 */
export async function writeResults(
  folder: string,
  { results, evidence, timings }: Assembled,
  viewsOf: (results: Results) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  isWritten: (name: string) => boolean = () => false,
): Promise<void> {
  const named = evidenceFiles(results.cases);
  const others = async () => {
    const text = storedText(results);
    const files = {
      'timings.json': `${canonicalJson({ ...timings, results: hash('sha256', text) }, 1)}\n`,
      ...(await viewsOf(results)),
      'results.json': text,
    };
    return Object.entries(files).map(([name, content]) => ({ path: join(folder, name), content }));
  };
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw notWritten(error, folder);
  });
  await withFolderLock(folder, async () => {
    const missing = named
      .filter((file) => !isWritten(file.name) && !isThere(file, join(folder, evidenceFolder)))
      .map((file) => ({ path: join(folder, evidenceFolder, file.name), content: linesFor(file, evidence) }));
    await writeFilesAtomic(missing, folder, others);
    await removeEvidence(join(folder, evidenceFolder), new Set(named.map(({ name }) => name)));
  });
}

async function removeEvidence(folder: string, needed: ReadonlySet<string>): Promise<void> {
  await removeLeftovers(folder);
  const names = await readdir(folder).catch(() => []);
  const idle = names.filter((name) => isEvidenceFile(name) && !needed.has(name));
  await Promise.all(idle.map((name) => rm(join(folder, name), { force: true })));
}

interface AsFar {
  readonly plan: Plan;
  readonly reports: readonly SuiteReport[];
  /** Cases that were left out because the run ended early. */
  readonly notRun?: Results['run']['notRun'];
}

/**
 * The part of a run that counts. A run that fails fast leaves out all fault cases as soon as another case has failed: how many its
 * processes had run by then is chance. Other cases that did not run are missing for a reason outside the plan. Pure.
 */
export function asFarAsItWent(plan: Plan, reports: readonly SuiteReport[]): AsFar {
  const others = reports.filter(({ result }) => result.kind !== 'fault');
  const failed = others.filter(({ verdict }) => !acceptableVerdicts.includes(verdict)).length;
  if (plan.settings.failFast && failed > 0) {
    const played = without(plan, 'fault');
    const reason = `--fail-fast leaves out fault cases when another case fails; failed: ${failed}`;
    return { plan: played, reports: others, ...missing(plan.cases.length - played.cases.length, reason) };
  }
  // Cases of other shards are not missing.
  if (plan.selection.shard) return { plan, reports };
  return { plan, reports, ...missing(plan.cases.length - reports.length, notReported) };
}

const notReported = 'vitest ended before them (--bail), a filter excluded them, or their file did not load';

const missing = (cases: number, reason: string): Pick<AsFar, 'notRun'> =>
  cases > 0 ? { notRun: { cases, reason } } : {};
