/** Git, asked without a shell. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sample } from '../files/sample.ts';

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
