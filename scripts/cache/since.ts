/** The revision that a change is compared with. */
import { UserError } from '../../files/user-error.ts';
import { findRevision, parting, type Revision } from '../git.ts';

/** Where a branch is taken to have begun, the first that there is. */
const trunks = ['origin/main', 'main'];

/**
 * The commit at which this branch parted from another revision.
 *
 * @param asked the other revision; unless told, `origin/main`, else `main`, else what was committed last
 * @throws {UserError} there is no such revision, no common commit, no checkout, or no git.
 */
export async function partedFrom(folder: string, asked?: string): Promise<Revision> {
  const head = await findRevision('HEAD', folder);
  const other = asked === undefined ? await firstOf(trunks, folder) : await findRevision(asked, folder);
  const commit = other ? await parting(head, other, folder) : head.commit;
  if (commit === undefined) {
    throw new UserError(`this branch and "${other?.name}" have no commit in common`, {
      hint: 'of a shallow clone, fetch what lies before: git fetch --unshallow; or name another revision: --since <revision>',
    });
  }
  return { name: other?.name ?? 'HEAD', commit };
}

async function firstOf(names: readonly string[], folder: string): Promise<Revision | undefined> {
  for (const name of names) {
    const found = await findRevision(name, folder).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}
