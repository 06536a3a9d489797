/** Other programs, which end when they are told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { UserError } from '../../files/user-error.ts';

/** How much of what a program complained of is kept, in characters. */
const lastWords = 4_000;

/** How a program ended, and what it said last on standard error. */
export interface Ended {
  readonly code: number | null;
  readonly complaints: string;
}

/**
 * Runs a program to its end, and everything that it starts. What it says on standard output is not heard.
 *
 * @param signal ends it
 * @throws {UserError} it was ended, or is not there.
 */
export async function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, signal }: { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<Ended> {
  if (signal?.aborted) throw endedByUser();
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  // A group of its own: its workers end with it.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-lastWords);
  });
  child.once('error', (error) => reject(new UserError(`${program} cannot be run: ${error.message}`)));
  child.once('close', (code) => resolve({ code, complaints }));
  const end = () => endGroup(child);
  signal?.addEventListener('abort', end, { once: true });
  try {
    const ended = await promise;
    if (signal?.aborted) throw endedByUser();
    return ended;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

const endedByUser = (): UserError => new UserError('ended before anything was decided');

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
