/** Snapshots that are kept of runs, to say what changed since: one a day, in a folder of their own. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { isTemporary, writableFolder, writeFileAtomic } from '../../lib/write-atomic.ts';
import { changesBetween } from '../changes/changes.ts';
import type { Changes } from '../changes/schema.ts';
import { readResults } from '../results/store.ts';
import { readShipped, releasedPath, snapshotText } from '../snapshot/file.ts';
import { readSnapshot, snapshotOfWholeRun } from '../snapshot/read.ts';
import type { Snapshot } from '../snapshot/schema.ts';

/** A snapshot that was kept, and the day of its run. */
export interface KeptSnapshot {
  readonly asOf: string;
  readonly snapshot: Snapshot;
}

const fileName = /^\d{4}-\d{2}-\d{2}\.json$/;

/**
 * Keeps a snapshot in a folder, which is made where it is missing. It takes the place of another one of that day.
 *
 * @returns its file
 * @throws {UserError} the folder holds something else, or cannot be written to.
 */
export async function keepSnapshot(folder: string, { asOf, snapshot }: KeptSnapshot): Promise<string> {
  const target = await writableFolder(folder);
  await daysIn(target);
  await writeFileAtomic(join(target, `${asOf}.json`), snapshotText(snapshot));
  return join(folder, `${asOf}.json`);
}

/**
 * Keeps the verdicts of the run whose results lie in a folder.
 *
 * @returns the file they are kept in
 * @throws {UserError} there are no results, or not those of a whole run; or the other folder holds something else.
 */
export async function archiveLastRun(run: string, folder: string): Promise<string> {
  const results = await readResults(run);
  return keepSnapshot(folder, { asOf: results.run.asOf, snapshot: snapshotOfWholeRun(results) });
}

/**
 * The last snapshot that was kept before a day.
 *
 * @throws {UserError} the folder is missing or holds something else, or the snapshot cannot be read.
 */
export async function keptBefore(folder: string, day: string): Promise<KeptSnapshot | undefined> {
  const asOf = (await daysIn(folder)).findLast((other) => other < day);
  return asOf === undefined ? undefined : { asOf, snapshot: readSnapshot(join(folder, `${asOf}.json`)) };
}

/** The days of which a folder holds snapshots, in order. */
async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot read the archived snapshots (${error.code})`, {
      where: displayPath(folder),
      hint: 'name the folder that "report --archive <folder>" wrote',
    });
  });
  const own = names.filter((name) => !isTemporary(name) && !name.startsWith('.'));
  const foreign = own.find((name) => !fileName.test(name));
  if (foreign !== undefined) {
    throw new UserError('is not an archived snapshot: the name of one is the day of its run, such as 2026-11-20.json', {
      where: displayPath(join(folder, foreign)),
      hint: 'move it elsewhere, or name the folder that "report --archive <folder>" wrote',
    });
  }
  return own.map((name) => name.slice(0, -'.json'.length)).sort();
}

/** What has changed, and the name of what is compared with: a day, or a release. */
interface Changed {
  readonly changes: Changes;
  readonly since: string;
}

/**
 * What a run says otherwise than the last snapshot of a folder that was kept before its day; than the last release where there is none. The package
 * has no release: nothing has changed there.
 *
 * @throws {UserError} the folder is missing or holds something else, or the snapshot cannot be read.
 */
export async function changedSince({ asOf, snapshot }: KeptSnapshot, folder?: string): Promise<Changed> {
  const kept = folder === undefined ? undefined : await keptBefore(folder, asOf);
  const before = kept?.snapshot ?? (existsSync(releasedPath) ? readShipped(releasedPath) : snapshot);
  return { changes: changesBetween(before, snapshot), since: kept?.asOf ?? `release ${before.suite}` };
}
