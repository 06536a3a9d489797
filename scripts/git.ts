/** Git, asked without a shell. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { closest } from '../lib/did-you-mean.ts';
import type { Sample } from '../lib/sample.ts';
import { displayPath, UserError } from '../lib/user-error.ts';

const run = promisify(execFile);

/** More than any file of the project may have. */
const mostBytes = 80 * 2 ** 20;

/** What git says. @throws {Error} git is not there, or ends with another code than 0. */
export async function git(command: readonly string[], cwd: string): Promise<Buffer> {
  const { stdout } = await run('git', [...command], { cwd, encoding: 'buffer', maxBuffer: mostBytes });
  return stdout;
}

/** One line of what git says, or nothing where it fails. */
export async function gitLine(command: readonly string[], cwd: string): Promise<string | undefined> {
  const said = await git(command, cwd).catch(() => undefined);
  return said?.toString('utf8').trim();
}

/** So many of what can be chosen, others at each revision; outside a checkout the same ones each time. */
export async function sampleAtHead(count: number | undefined): Promise<Sample | undefined> {
  if (count === undefined) return undefined;
  return { count, seed: (await gitLine(['rev-parse', 'HEAD'], import.meta.dirname)) ?? '' };
}

/** What git complained of, in one line. */
export function gitProblem(error: unknown, what: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? 'git is not installed'
    : `${what}: ${message.split('\n').at(-1)?.trim() || message.trim()}`;
}

/** A revision, found. */
export interface Revision {
  /** As it was asked for. */
  readonly name: string;
  /** The commit that it is. */
  readonly commit: string;
}

/** What names a revision, and is no option, no range and no file of one: `HEAD`, `main~2`, `v1.0`, `origin/main`, a hash. */
const revisionPattern = /^(?!.*\.\.)[A-Za-z0-9_@][\w./@^~{}+-]*$/;

/**
 * Finds a revision.
 *
 * @param folder in the checkout
 * @throws {UserError} the name is none, there is no such revision, no checkout, or no git.
 */
export async function findRevision(name: string, folder: string): Promise<Revision> {
  if (!revisionPattern.test(name)) {
    throw new UserError(`"${name}" is not a name of a revision`, {
      hint: 'for example HEAD, main, origin/main or a hash',
    });
  }
  await git(['rev-parse', '--is-inside-work-tree'], folder).catch((error) => {
    throw new UserError(gitProblem(error, 'this folder is not in a git checkout'), {
      where: displayPath(folder),
      hint: 'run the command in a checkout, with git installed, or name a folder instead of a revision',
    });
  });
  const found = await gitLine(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], folder);
  if (!found) throw await noSuchRevision(name, folder);
  return { name, commit: found };
}

async function noSuchRevision(name: string, folder: string): Promise<UserError> {
  const isShallow = (await gitLine(['rev-parse', '--is-shallow-repository'], folder)) === 'true';
  const known = await gitLine(['for-each-ref', '--format=%(refname:short)'], folder);
  const near = closest(name, known?.split('\n').filter(Boolean) ?? []);
  return new UserError(`unknown revision "${name}"`, {
    hint: near
      ? `did you mean "${near}"?`
      : isShallow
        ? 'this clone is shallow; run: git fetch --deepen=100 origin, or for one branch: git fetch origin <branch>'
        : 'list revisions: git log --oneline; git branch --all; get new ones: git fetch',
  });
}

/** The files below a folder at a revision, relative to the folder, with forward slashes. */
export async function filesAt({ commit }: Revision, folder: string): Promise<string[]> {
  return named(await git(['ls-tree', '-r', '--name-only', '-z', commit, '.'], folder));
}

/** The files below a folder that may not be as they were at a revision, relative to the folder. */
export async function touchedSince({ commit }: Revision, folder: string): Promise<string[]> {
  const tracked = await git(['diff', '--name-only', '--no-renames', '--relative', '-z', commit, '--', '.'], folder);
  const others = await git(['ls-files', '--others', '-z', '--', '.'], folder);
  return [...new Set([...named(tracked), ...named(others)])].sort();
}

/** The commit that a checkout is of, and whether its files are otherwise; `undefined` where there is no checkout or no git. */
export async function describedAt(folder: string): Promise<string | undefined> {
  const found = await git(['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], folder).catch(
    () => undefined,
  );
  return found?.toString('utf8').trim();
}

/** The last commit that two revisions have in common; `undefined` where there is none. */
export async function parting(one: Revision, other: Revision, folder: string): Promise<string | undefined> {
  const found = await git(['merge-base', one.commit, other.commit], folder).catch(() => undefined);
  return found?.toString('utf8').trim();
}

/** A file's bytes at a revision. @param name relative to the folder @throws {UserError} git cannot give it. */
export async function bytesAt({ commit, name: asked }: Revision, folder: string, name: string): Promise<Buffer> {
  return git(['cat-file', 'blob', `${commit}:./${name}`], folder).catch((error) => {
    throw new UserError(gitProblem(error, `git cannot read ${name} at ${asked}`), {
      hint: 'check the repository: git fsck',
    });
  });
}

const named = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
