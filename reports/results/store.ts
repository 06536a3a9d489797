import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { parseData } from '../../files/data-file.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { Results, resultsVersion, Timings } from '../../spec/results/schema.ts';

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
 * @param check is told the SHA-256 of their bytes before they are read
 * @throws {UserError} there are none, or they are malformed or of another version.
 */
export function readResultsFile(path: string, check: (sha256: string) => void = () => {}): Results {
  const bytes = readIfThere(path, 'results file', { most: mostResults });
  if (!bytes) throw noResults(path);
  check(hash('sha256', bytes));
  const text = textOf(bytes, path, 'results file');
  refuseOtherVersion(text, path);
  return parseData(text, path, Results, 'results file');
}

/** What the schema would say of every member that has changed since, in one sentence. */
function refuseOtherVersion(text: string, path: string): void {
  // Members are written in the order of their names: this one is near the end.
  const version = /\n "version": (\d+)\n\}\n$/.exec(text.slice(-100))?.[1];
  if (version === undefined || Number(version) === resultsVersion) return;
  throw new UserError(`these results are of version ${version}, and this program reads version ${resultsVersion}`, {
    where: place(path),
    hint: 'make them again with this program, or compare with a git revision: its own program is asked',
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
