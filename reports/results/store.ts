import { hash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../files/canonical-json.ts';
import { parseData } from '../../files/data-file.ts';
import { place } from '../../files/place.ts';
import { readIfThere, textOf } from '../../files/read-plain.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import { Evidence, Results } from '../../spec/results/schema.ts';
import type { Assembled } from './assemble.ts';

/** What this program calls a file of evidence; nothing else in the folder is its own to remove. */
const evidenceName = /^[0-9a-f]{64}\.json$/;

/** Folder of a run's output, relative to the working directory, unless the user says otherwise. */
export const defaultFolder = 'reports/out';

/**
 * Writes a run to its folder. `results.json` is written last and names the evidence it needs, so that at every moment the
 * folder holds one whole run: the old one or the new one. Evidence that the new index does not name is then removed.
 */
export async function writeResults(folder: string, { results, evidence, timings }: Assembled): Promise<void> {
  for (const [sha256, text] of evidence) await writeFileAtomic(join(folder, 'evidence', `${sha256}.json`), text);
  await writeFileAtomic(join(folder, 'timings.json'), `${canonicalJson(timings, 1)}\n`);
  await writeFileAtomic(join(folder, 'results.json'), `${canonicalJson(results, 1)}\n`);
  const needed = new Set([...evidence.keys()].map((sha256) => `${sha256}.json`));
  const present = await readdir(join(folder, 'evidence')).catch(() => []);
  await Promise.all(
    present
      .filter((f) => evidenceName.test(f) && !needed.has(f))
      .map((f) => rm(join(folder, 'evidence', f), { force: true })),
  );
}

/** @throws {UserError} there are no results in the folder, or they are malformed or of another version. */
export async function readResults(folder: string): Promise<Results> {
  const path = join(folder, 'results.json');
  const bytes = readIfThere(path, 'results file');
  if (!bytes) {
    throw new UserError('there are no results here', {
      where: place(path),
      hint: 'make them with: npm run conformance',
    });
  }
  return parseData(textOf(bytes, path, 'results file'), path, Results, 'results file');
}

/** Reads the evidence that results name, by hash. @throws {UserError} a file is missing, malformed or not what was named. */
export async function readEvidence(folder: string, results: Results): Promise<ReadonlyMap<string, Evidence>> {
  const hashes = [...new Set(results.cases.flatMap((c) => c.evidenceSha256 ?? []))];
  return new Map(hashes.map((sha256) => [sha256, readOne(folder, sha256)]));
}

function readOne(folder: string, sha256: string): Evidence {
  const path = join(folder, 'evidence', `${sha256}.json`);
  const bytes = readIfThere(path, 'evidence file', { within: folder });
  const problem = !bytes
    ? 'the results name this evidence, and it is not there'
    : hash('sha256', bytes) === sha256
      ? undefined
      : 'this evidence is not what the results name: its bytes were changed';
  if (bytes && !problem) return parseData(textOf(bytes, path, 'evidence file'), path, Evidence, 'evidence file');
  throw new UserError(`${problem}`, { where: place(path), hint: 'run again: npm run conformance' });
}
