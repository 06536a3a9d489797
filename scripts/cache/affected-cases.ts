/** Cases whose verdicts may not be as they were at a revision: those of which the key is another one. */

import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import type { Planned } from '../../spec/engine/plan.ts';
import { findRevision, parting, type Revision } from '../git.ts';
import { type Unit, unitsOf } from './cache-unit.ts';
import { keysOf } from './keys.ts';
import { type Project, projectOf, stateAt, workingTree } from './project.ts';
import { concerns, type Scoped } from './scope.ts';

/** A changed file with the cases that depend on it, and why they do. */
export interface Affected extends Pick<Scoped, 'file' | 'because'> {
  readonly cases: readonly Case[];
}

/** Cases that a change can affect. */
export interface AffectedCases {
  /** Commit that the files are compared with. */
  readonly since: Revision;
  /** Changed files: committed, staged or neither, removed ones too. */
  readonly files: readonly string[];
  /** In the order of the plan, each once. */
  readonly cases: readonly Case[];
  /** True if these are all cases. */
  readonly isEverything: boolean;
  readonly why: readonly Affected[];
}

/**
 * The cases that a change since a revision can affect. A file of which nothing is known affects all.
 *
 * @param since the revision; unless told, where this branch parted from `origin/main`, else from `main`, else what was committed last
 * @param planned reads what plans are made from; only where a change can affect something
 * @param thorough whether faults of which there are hundreds are tried too
 * @param now the files as they are
 * @throws {UserError} there is no such revision, no checkout or no git, or a file that cases are made from is malformed.
 */
export async function affectedCases(
  since: string | undefined,
  planned: () => Promise<Planned>,
  thorough = false,
  now: Project = projectOf(workingTree(repositoryFolder)),
): Promise<AffectedCases> {
  const revision = await partedFrom(repositoryFolder, since);
  const then = projectOf(await stateAt(revision.commit, repositoryFolder), now.specifiers);
  const files = changedFiles(now, then);
  const isHarmless = (file: string) => scopesOf(file, now, then).every(({ scope }) => scope.of === 'nothing');
  if (files.every(isHarmless)) {
    const why = files.flatMap((file) =>
      scopesOf(file, now, then)
        .slice(0, 1)
        .map(({ because }) => ({ file, because, cases: [] })),
    );
    return { since: revision, files, cases: [], isEverything: false, why };
  }
  const { matrix, scenarios, adapters } = await planned();
  const cases = expand(matrix, scenarios, adapters, thorough);
  const units = unitsOf(cases);
  const isAffected = (unit: Unit) => keysOf(unit, now, '').verdicts !== keysOf(unit, then, '').verdicts;
  const affected = new Set([...units].flatMap(([unit, of]) => (isAffected(unit) ? of : [])));
  return {
    since: revision,
    files,
    cases: cases.filter((each) => affected.has(each)),
    isEverything: affected.size === cases.length,
    why: files.map((file) => whyOf(file, now, then, units)),
  };
}

/** Files that are not the same in two states of the project. Pure. */
export function changedFiles(
  { state: now }: Pick<Project, 'state'>,
  { state: then }: Pick<Project, 'state'>,
): readonly string[] {
  const all = new Set([...now.files, ...then.files]);
  return [...all].filter((file) => now.idOf(file) !== then.idOf(file)).sort();
}

/** What is known of a file in two states, where it is there. */
const scopesOf = (file: string, now: Project, then: Project): readonly Scoped[] =>
  [now, then].flatMap(({ scopes }) => scopes.get(file) ?? []);

/** Cases that depend on a file in one of two states. Pure. */
function whyOf(file: string, now: Project, then: Project, units: ReadonlyMap<Unit, readonly Case[]>): Affected {
  const isOf = (unit: Unit) =>
    [now, then].some((project) => {
      const found = project.scopes.get(file);
      return found !== undefined && concerns(found.scope, unit, project);
    });
  const [first] = scopesOf(file, now, then);
  return {
    file,
    because: first?.because ?? 'it is not there',
    cases: [...units].flatMap(([unit, of]) => (isOf(unit) ? of : [])),
  };
}

/** How many files are named; of the rest only how many they are. */
const most = 12;

/** What a change can affect, in words: how many cases, which file made it so, and why. Pure. */
export function affectedText({ since, files, cases, why, isEverything }: AffectedCases): string {
  const compared = `since ${escapeControl(since.name)} (${since.commit.slice(0, 7)})`;
  if (cases.length === 0) return `no case can be affected by the ${counted(files.length)} ${compared}`;
  const telling = why.filter((each) => each.cases.length > 0).toSorted((a, b) => b.cases.length - a.cases.length);
  const silent = files.length - telling.length;
  return [
    `${counted(files.length)} ${compared} can affect ${isEverything ? 'every case' : countOf(cases.length, 'case')}:`,
    ...telling
      .slice(0, most)
      .map(({ file, because, cases }) => `  ${escapeControl(file)}: ${countOf(cases.length, 'case')}, ${because}`),
    ...(telling.length > most ? [`  and ${countOf(telling.length - most, 'file')} more`] : []),
    ...(silent > 0 ? [`  ${countOf(silent, 'file')} can affect none`] : []),
  ].join('\n');
}

const counted = (files: number): string => countOf(files, 'changed file');

// The revision that a change is compared with.

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
      hint: 'in a shallow clone, run: git fetch --unshallow; or name another revision: --affected <revision>',
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
