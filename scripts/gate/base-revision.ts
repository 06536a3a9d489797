import { join } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import { countOf } from '../../reports/gate/words.ts';
import { runToEnd } from './child.ts';
import { haveSamePackages, lendPackages, removeLentPackages } from './packages.ts';
import { ask, IncomparableError } from './revision/ask.ts';
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
  if (code !== 0) throw new UserError(`npm ci fails there: ${complaints.trim().split('\n')[0] ?? ''}`);
}

/** The same promise for every caller; `begun` has it once there is one. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { begun?: Promise<T> } {
  const call: (() => Promise<T>) & { begun?: Promise<T> } = () => {
    call.begun ??= make();
    return call.begun;
  };
  return call;
}
