import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { parseData } from '../../../lib/data-file.ts';
import { UserError } from '../../../lib/user-error.ts';
import { environmentFor } from '../../diff/replay-client.ts';
import { type RevisionRequest, Versioned } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

/** The code of a revision and this gate have no format in common. */
export class IncomparableError extends UserError {
  constructor(what: string) {
    super(`cannot compare with the base: its code ${what}`, {
      hint: 'run the cases at the base, and compare with its results: gate --base <results.json>',
    });
  }
}

/**
 * Asks the code of a revision, in a process of its own.
 *
 * @param project the folder of the project at the revision, with packages
 * @param signal ends the process
 * @throws {IncomparableError} it knows no request of this kind, or another version of it.
 * @throws {UserError} it cannot read its own files, cannot run the cases, or the user ended it.
 */
export async function ask<T extends TSchema>(
  project: string,
  request: Omit<RevisionRequest, 'version'>,
  response: T,
  signal?: AbortSignal,
): Promise<Static<T>> {
  const folder = await mkdtemp(join(tmpdir(), `atc-base-${process.pid}-`));
  try {
    const [asked, answered] = [join(folder, 'request.json'), join(folder, 'response.json')];
    await writeFile(asked, JSON.stringify({ version: revisionFormatVersion, ...request }));
    // A compile cache would be of no use: the folder is another one each time.
    const env = { ...environmentFor(process.env), NODE_DISABLE_COMPILE_CACHE: '1' };
    const command = ['scripts/atc.js', '__revision', asked, answered];
    const { complaints } = await runToEnd(process.execPath, command, { cwd: project, env, signal });
    if (!existsSync(answered)) throw unanswered(complaints, existsSync(join(project, command[0] ?? '')));
    return parsed(await readFile(answered, 'utf8'), answered, response);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parsed<T extends TSchema>(text: string, path: string, response: T): Static<T> {
  const { version } = parseData(text, path, Versioned, 'response of the base');
  if (version === revisionFormatVersion) return parseData(text, path, response, 'response of the base');
  throw new IncomparableError(
    `uses version ${version} of the gate's format, and this gate reads version ${revisionFormatVersion}`,
  );
}

function unanswered(complaints: string, hasCommandLine: boolean): UserError {
  if (!hasCommandLine || complaints.includes("unknown command '__revision'")) {
    return new IncomparableError(`is older than the gate's format (version ${revisionFormatVersion})`);
  }
  const [first] = complaints
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  return new UserError(`cannot read the base: ${first || 'its process ended without a response'}`, {
    hint: 'name a results.json of a run at the base instead of its revision',
  });
}

// Other programs, which end when they are told to

/** How much of what a program complained of is kept, in characters. */
const lastWords = 4_000;

/** How a program ended, and what it said last on standard error. */
interface Ended {
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
  child.once('error', (error) => reject(new UserError(`cannot run ${program}: ${error.message}`)));
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

const endedByUser = (): UserError => new UserError('stopped before a decision');

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
