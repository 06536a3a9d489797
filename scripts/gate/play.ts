/** Runs of the project at some folder, by its own command line: a stable interface between revisions. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import { readResults } from '../../reports/results/store.ts';
import type { Selection } from '../../spec/engine/plan.ts';
import type { Results } from '../../spec/results/schema.ts';
import { runToEnd } from './child.ts';

/** What to run, and where. */
export interface Play {
  /** The folder of the project. */
  readonly root: string;
  readonly selection: Selection;
  readonly asOf?: string | undefined;
  readonly transport?: string | undefined;
  readonly thorough?: boolean | undefined;
  /** Where the results are written, from `root` on. */
  readonly out: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** The command line of `run`. Pure. */
function runArguments({ selection, asOf, transport, thorough, out }: Omit<Play, 'root'>): string[] {
  const many = (option: string, ids: readonly string[]) => ids.flatMap((id) => [option, id]);
  const one = (option: string, value: string | undefined) => (value === undefined ? [] : [option, value]);
  return [
    'run',
    ...many('--adapter', selection.adapters),
    ...many('--tool', selection.tools),
    ...many('--scenario', selection.scenarios),
    ...many('--mode', selection.modes),
    ...one('--as-of', asOf),
    ...one('--transport', transport),
    ...(thorough ? ['--thorough'] : []),
    '--out',
    out,
  ];
}

/** The command line of a state of the project: older ones have no other than its TypeScript. */
function entryOf(root: string): string {
  const own = 'scripts/atc.js';
  return existsSync(join(root, own)) ? own : 'scripts/atc.ts';
}

/**
 * Plays cases and reads what came of them.
 *
 * @throws {UserError} the run refused its input, was ended, or left no results.
 */
export async function play(request: Play): Promise<Results> {
  const { root, env, signal } = request;
  const out = resolve(root, request.out);
  const { code, complaints } = await runToEnd(process.execPath, [entryOf(root), ...runArguments(request)], {
    cwd: root,
    ...(env ? { env } : {}),
    signal,
  });
  if (code !== 0 && code !== 1) {
    throw new UserError(complaints.trim().replace(/^error: /, '') || `the run ended with ${code ?? 'a signal'}`);
  }
  return readResults(out);
}
