/** What was changed, asked of git. */
import { UserError } from '../../files/user-error.ts';
import { changedSince, findRevision, parting, type Revision } from '../review/revision.ts';

/** What the files are held against, and those that are not as they were there. */
export interface Changed {
  readonly since: Revision;
  /** Relative to the root of the project, with forward slashes: committed, staged or neither, removed ones too. */
  readonly files: readonly string[];
}

/** Where a branch is held to have begun, the first that there is. */
const trunks = ['origin/main', 'main'];

/**
 * The files that were changed since this branch parted from another revision.
 *
 * @param asked the other revision; unless told, `origin/main`, else `main`, else what was committed last
 * @throws {UserError} there is no such revision, nothing that both come from, no checkout, or no git.
 */
export async function changedFiles(folder: string, asked?: string): Promise<Changed> {
  const head = await findRevision('HEAD', folder);
  const other = asked === undefined ? await firstOf(trunks, folder) : await findRevision(asked, folder);
  const commit = other ? await parting(head, other, folder) : head.commit;
  if (commit === undefined) {
    throw new UserError(`this branch and "${other?.name}" have no commit in common`, {
      hint: 'of a shallow clone, fetch what lies before: git fetch --unshallow; or name another revision: --since <revision>',
    });
  }
  const since = { name: other?.name ?? 'HEAD', commit };
  return { since, files: await changedSince(since, folder) };
}

async function firstOf(names: readonly string[], folder: string): Promise<Revision | undefined> {
  for (const name of names) {
    const found = await findRevision(name, folder).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}
