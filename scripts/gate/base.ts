/** The base of a comparison: existing results, a git revision, or a folder of cassettes. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { readResults, readResultsFile } from '../../reports/results/store.ts';
import type { Results } from '../../spec/results/schema.ts';
import { findRevision, parting } from '../git.ts';

const revisionHint = 'name a results.json, the folder of a run, or a revision such as origin/main';

/** A revision as base. */
export interface RevisionBase {
  readonly kind: 'revision';
  readonly name: string;
  /** The common ancestor of the branch and the revision; the revision itself if the ancestor is unknown. */
  readonly commit: string;
  readonly notes: readonly string[];
}

/** The base as it was asked for, found. */
export type Base = { readonly kind: 'results'; readonly name: string; readonly results: Results } | RevisionBase;

/**
 * Finds what `--base` names. A file or the folder of a run comes before a revision of the same name.
 *
 * @param root a folder in the checkout
 * @throws {UserError} it is none of them, or the results are malformed or of another version.
 */
export async function findBase(name: string, root: string): Promise<Base> {
  const kind = statSync(name, { throwIfNoEntry: false });
  if (kind?.isFile()) return { kind: 'results', name, results: readResultsFile(name) };
  if (kind?.isDirectory() && existsSync(join(name, 'results.json'))) {
    return { kind: 'results', name, results: await readResults(name) };
  }
  return revisionBase(name, root).catch((error) => {
    if (!(error instanceof UserError)) throw error;
    const isUnknown = error.message.includes(`"${name}"`);
    const kinds = kind?.isDirectory()
      ? 'this folder has no results.json, and is not a git revision'
      : 'not a results file, run folder or git revision';
    throw new UserError(`--base "${name}": ${kinds}${isUnknown ? '' : ` (${error.message})`}`, {
      hint: kind?.isDirectory() ? 'name the folder that the run wrote with --out' : (error.hint ?? revisionHint),
    });
  });
}

/** Finds the common ancestor with a revision: later commits of others are not part of the change. @throws {UserError} unknown revision. */
export async function revisionBase(name: string, root: string): Promise<RevisionBase> {
  const { commit } = await findRevision(name, root);
  const left = await parting({ name: 'HEAD', commit: 'HEAD' }, { name, commit }, root);
  const short = (left ?? commit).slice(0, 12);
  const found = { kind: 'revision', name, commit: left ?? commit } as const;
  if (left === commit) return { ...found, notes: [] };
  const note = left
    ? `compared with ${short}, the common ancestor with ${name}`
    : `the common ancestor with ${name} is not in this clone: compared with ${name} itself, ${short}`;
  return { ...found, notes: [note] };
}
