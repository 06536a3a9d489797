/** A revision as files, with packages, and its own code, which is asked what it has. */
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { countOf } from '../../lib/count-of.ts';
import { UserError } from '../../lib/user-error.ts';
import { isRunning } from '../../lib/write-atomic.ts';
import { git, gitProblem } from '../git.ts';
import { ask, IncomparableError, runToEnd } from './revision/ask.ts';
import { RevisionOutcomes, RevisionState } from './revision/schema.ts';

/** The base's own code, in a worktree with packages. */
export interface BaseRevision {
  /**
   * Reads its state, once.
   *
   * @param thorough whether the long fault cases count too
   * @throws {UserError} it cannot be checked out, read or compared, or the user ended it.
   */
  readonly state: (thorough?: boolean) => Promise<RevisionState>;
  /** Runs cases there. @throws {UserError} its packages cannot be installed, the cases cannot be run, or the user ended it. */
  readonly run: (cases: readonly string[], settings: RunSettings) => Promise<RevisionOutcomes>;
  /** Ends what is still going on there: afterwards nothing writes to the worktree. */
  readonly end: () => Promise<void>;
}

interface RunSettings {
  readonly asOf: string;
  readonly transport?: string | undefined;
  readonly thorough?: boolean | undefined;
}

interface Surroundings {
  /** The folder of the project as it is, whose packages are lent. */
  readonly root: string;
  readonly commit: string;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (line: string) => void;
}

/** @param tree gives the project's folder at the commit */
export function baseRevision(
  tree: () => Promise<string>,
  { root, commit, signal: users, tell }: Surroundings,
): BaseRevision {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(users ? [users] : [])]);
  const ready = once(async () => {
    const project = await tree();
    await lendPackages(root, project);
    return { project, fits: await haveSamePackages(root, project) };
  });
  const installed = once(async () => {
    const { project, fits } = await ready();
    if (!fits) await install(project, tell, signal);
    return project;
  });
  const read = async (thorough: boolean): Promise<RevisionState> => {
    const { project, fits } = await ready();
    const from = (folder: string) => ask(folder, { thorough }, RevisionState, signal);
    return from(project).catch(async (error) => {
      // The packages of this revision may not fit its code: then its own are installed.
      if (fits || error instanceof IncomparableError || signal.aborted) throw error;
      return from(await installed());
    });
  };
  const [long, usual] = [once(() => read(true)), once(() => read(false))];
  const begun = [ready, installed, long, usual];
  return {
    state: (thorough) => (thorough ? long() : usual()),
    run: async (cases, { asOf, transport, thorough = false }) => {
      const project = await installed();
      tell(`running ${countOf(cases.length, 'case')} as at ${commit.slice(0, 12)}`);
      const out = join(project, 'reports/out/base');
      const run = { cases: [...cases], asOf, out, ...(transport === undefined ? {} : { transport }) };
      return ask(project, { thorough, run }, RevisionOutcomes, signal);
    },
    end: async () => {
      ending.abort();
      await Promise.allSettled(begun.map((each) => each.begun));
    },
  };
}

async function install(project: string, tell: (line: string) => void, signal: AbortSignal | undefined): Promise<void> {
  tell('the base has other packages (package-lock.json): they are installed for it, which takes a while');
  // What is lent is not npm's to change.
  await removeLentPackages(project);
  const { code, complaints } = await runToEnd('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project, signal });
  if (code !== 0)
    throw new UserError(`npm ci failed in the checkout of the base: ${complaints.trim().split('\n')[0] ?? ''}`);
}

/** The same promise for every caller; `begun` has it once there is one. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { begun?: Promise<T> } {
  const call: (() => Promise<T>) & { begun?: Promise<T> } = () => {
    call.begun ??= make();
    return call.begun;
  };
  return call;
}

// Its files

/** Folders of this program, with the process that made them. */
const folderName = /^atc-base-(\d+)-/;

/**
 * Puts a commit into a git worktree of its own, apart from the checkout, while it is used. Afterwards it is gone, however that ended; what a
 * process that was killed left behind is removed by the next.
 *
 * @param root the folder of the project in the checkout
 * @param use is given what begins that, once, and tells the project's folder at the commit as soon as it is there
 * @throws {UserError} git cannot make it.
 */
export async function withWorktree<T>(
  commit: string,
  root: string,
  use: (folder: () => Promise<string>) => Promise<T>,
  parent: string = tmpdir(),
): Promise<T> {
  await removeLeftBehind(parent);
  const folder = await mkdtemp(join(parent, `atc-base-${process.pid}-`));
  let made: Promise<string> | undefined;
  const begin = () => {
    made ??= checkOut(commit, root, join(folder, 'tree'));
    made.catch(() => {});
    return made;
  };
  try {
    return await use(begin);
  } finally {
    await made?.catch(() => {});
    await rm(folder, { recursive: true, force: true });
    await git(['worktree', 'prune'], root).catch(() => {});
  }
}

async function checkOut(commit: string, root: string, tree: string): Promise<string> {
  const prefix = (await git(['rev-parse', '--show-prefix'], root)).toString('utf8').trim();
  // A hook of the checkout has nothing to do with it.
  const add = ['-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--detach', '--quiet', tree, commit];
  await git(add, root).catch((error) => {
    throw new UserError(gitProblem(error, `git cannot check out ${commit} into a temporary folder`), {
      hint: 'see `git worktree list`, and check the free space for temporary files',
    });
  });
  return join(tree, prefix);
}

async function removeLeftBehind(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => {
    const pid = folderName.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

// Its packages

/** True where both states of the project are made from the very same packages. */
export async function haveSamePackages(root: string, other: string): Promise<boolean> {
  const [own, theirs] = await Promise.all([root, other].map((folder) => lockOf(folder)));
  return own !== undefined && own === theirs;
}

/**
 * Lends the installed packages of a project to another state of it, by links: those at its root, and those of its adapters; of Python
 * whole environments, which tell by themselves whether they are of the requirements there. The packages that are the project's own (workspaces) are those of the other state.
 *
 * @param root where the packages are
 * @param other where they are not yet
 */
export async function lendPackages(root: string, other: string): Promise<void> {
  const adapters = await readdir(join(other, 'adapters')).catch(() => []);
  await lend(root, other, root, other);
  const environments = join(await realpath(root), '.python');
  const names = await readdir(environments).catch(() => []);
  if (names.length > 0) await mkdir(join(other, '.python'), { recursive: true });
  await Promise.all(names.map((name) => symlink(join(environments, name), join(other, '.python', name), 'junction')));
  await Promise.all(
    adapters.map((name) => lend(join(root, 'adapters', name), join(other, 'adapters', name), root, other)),
  );
}

/** Takes back what was lent. */
async function removeLentPackages(other: string): Promise<void> {
  const adapters = await readdir(join(other, 'adapters')).catch(() => []);
  const folders = [other, ...adapters.map((name) => join(other, 'adapters', name))];
  const lent = [join(other, '.python'), ...folders.map((folder) => join(folder, 'node_modules'))];
  await Promise.all(lent.map((path) => rm(path, { recursive: true, force: true })));
}

async function lend(from: string, to: string, root: string, other: string): Promise<void> {
  const names = await packagesIn(join(from, 'node_modules'));
  const home = await realpath(root);
  const lendOne = async (name: string): Promise<void> => {
    const [path, target] = [join(from, 'node_modules', name), join(to, 'node_modules', name)];
    const real = await targetOf(path);
    const inside = relative(home, real);
    const isOwn = !inside.startsWith('..') && !inside.split(/[\\/]/).includes('node_modules');
    await mkdir(dirname(target), { recursive: true });
    await symlink(isOwn ? join(other, inside) : real, target, 'junction');
  };
  await Promise.all(names.map(lendOne));
}

/** Where a link leads, also where nothing is there: an adapter that is gone now is not at another state. */
const targetOf = (path: string): Promise<string> =>
  realpath(path).catch(async () => resolve(dirname(path), await readlink(path)));

/** Names of packages, those of scopes with them; nothing that tools keep beside them. */
async function packagesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
  const found = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(found)).flat();
}

const lockOf = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => undefined);
