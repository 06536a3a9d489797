import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { demandShape, locate, parseData } from '../../files/data-file.ts';
import { parseJson } from '../../files/parse-text.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { type Results, resultsVersion, Timings } from '../../spec/results/schema.ts';
import { StoredResults } from '../../spec/results/stored-results.ts';
import { NoSuchPosition, restored } from './stored-form.ts';

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
  const bytes = readIfThere(path, 'results file', { most: mostResults });
  if (!bytes) throw noResults(path);
  const text = textOf(bytes, path, 'results file');
  const data = parseJson(text, path, 'results file');
  // What lies beside results of another version is of that version too.
  refuseOtherVersion(data, path);
  check(hash('sha256', bytes));
  const results = demandShape(data, StoredResults, 'results file', (pointer) => locate(text, path, pointer));
  try {
    return restored(results);
  } catch (error) {
    if (!(error instanceof NoSuchPosition)) throw error;
    throw new UserError(`these results do not hold together: ${error.message}`, {
      where: place(path),
      hint: 'make them again: npm run conformance',
    });
  }
}

/** All that has changed since another version, in one sentence instead of one for each member. */
function refuseOtherVersion(data: unknown, path: string): void {
  const { version } = (data ?? {}) as { readonly version?: unknown };
  if (typeof version !== 'number' || version === resultsVersion) return;
  throw new UserError(`these results are of version ${version}, and this program reads version ${resultsVersion}`, {
    where: place(path),
    hint: 'make them again: npm run conformance; or compare with a git revision: its own program is asked',
  });
}

/** @throws {UserError} there is no file of results in the folder. What is in it is not looked at. */
export function demandResults(folder: string): void {
  const path = join(folder, 'results.json');
  // A link that leads nowhere is something, and reading says what.
  if (!lstatSync(path, { throwIfNoEntry: false })) throw noResults(path);
}

const noResults = (path: string): UserError =>
  new UserError('there are no results here', { where: place(path), hint: 'make them with: npm run conformance' });

/** Times and results come from one run, unless one was killed while it wrote. */
function refuseMixture(folder: string, sha256: string): void {
  const path = join(folder, 'timings.json');
  const bytes = readIfThere(path, 'list of times');
  if (!bytes) return;
  const timings = parseData(textOf(bytes, path, 'list of times'), path, Timings, 'list of times');
  if (timings.results === undefined || timings.results === sha256) return;
  throw new UserError('these results are of another run than the files beside them: one was ended while it wrote', {
    where: place(join(folder, 'results.json')),
    hint: 'run again: npm run conformance',
  });
}
