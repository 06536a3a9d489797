import { existsSync } from 'node:fs';
import { changesBetween } from '../changes/changes.ts';
import type { Changes } from '../changes/schema.ts';
import { readShipped, releasedPath } from '../snapshot/file.ts';
import { type KeptSnapshot, keptBefore } from './kept.ts';

/** What has changed, and the name of what is compared with: a day, or a release. */
export interface Changed {
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
