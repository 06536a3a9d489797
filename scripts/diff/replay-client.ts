/** Plays both sides in another process: what replay does to a process, no recording of the live service could bear. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import type { PlayedCase, SidesRequest } from './replay-both.ts';

/** Told of each case, and of how many. */
export type OnCase = (done: number, all: number) => void;

/** What the other process says. Of an error that the user can mend, its parts. */
export type ReplayOutcomeMessage =
  | { readonly done: number; readonly all: number }
  | { readonly found: PlayedCase[] }
  | {
      readonly error: {
        readonly message: string;
        readonly where?: string;
        readonly hint?: string;
        readonly isUsers: boolean;
      };
    };

/** Variables of the environment that the process is given: to find programs and folders, and what was compiled before. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LANG',
  'LC_ALL',
  'NO_COLOR',
  'NODE_COMPILE_CACHE',
];

/** The environment of the process: no credential is in it, whatever is in ours. */
export function environmentFor(own: NodeJS.ProcessEnv, besides: readonly string[] = []): Record<string, string> {
  const found = [...passedOn, ...besides].map((name) => [name, own[name]] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** How much of what it last complained of is kept, in characters: told where it ends by itself. */
const lastWords = 2_000;

/**
 * Plays cases in a process of its own, which stays until it is closed: adapters are loaded once. The socket guard is installed there for
 * good, adapters run there, and none of it is seen here. One request after the other.
 */
export class Player {
  #process: ChildProcess | undefined;
  #before: Promise<unknown> = Promise.resolve();
  #complaints = '';

  /**
   * See `playSides`.
   *
   * @throws {UserError} a file that the suite is made from is malformed.
   * @throws {Error} the process ended by itself.
   */
  play(request: SidesRequest, onCase: OnCase = () => {}): Promise<PlayedCase[]> {
    const played = this.#before.then(() => this.#play(request, onCase));
    this.#before = played.catch(() => {});
    return played;
  }

  /** Ends the process, where there is one. The next request starts another. */
  async close(): Promise<void> {
    await this.#before;
    const ending = this.#process;
    this.#process = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ending.once('exit', () => resolve());
    ending.disconnect();
    await promise;
  }

  #play(request: SidesRequest, onCase: OnCase): Promise<PlayedCase[]> {
    const { promise, resolve, reject } = Promise.withResolvers<PlayedCase[]>();
    const player = this.#started();
    const hear = (said: ReplayOutcomeMessage) => {
      if ('done' in said) return onCase(said.done, said.all);
      if ('found' in said) return resolve(said.found);
      const { isUsers, message, ...place } = said.error;
      reject(isUsers ? new UserError(message, place) : new Error(message));
    };
    const end = (code: number | null, signal: string | null) => {
      this.#process = undefined;
      reject(new Error(`the process that plays recordings ended by itself (${signal ?? code})\n${this.#complaints}`));
    };
    player.on('message', hear).once('exit', end);
    player.send(request);
    return promise.finally(() => player.off('message', hear).off('exit', end));
  }

  #started(): ChildProcess {
    if (this.#process) return this.#process;
    const started = fork(join(import.meta.dirname, 'replay-process.ts'), {
      env: environmentFor(process.env),
      execArgv: [],
      // A progress display may stand in the terminal.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#complaints = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-lastWords);
    });
    this.#process = started;
    return started;
  }
}
