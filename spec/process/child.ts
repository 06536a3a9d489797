import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after } from '../../lib/real-time.ts';
import { LineSplitter, type ProcessLimits } from './json-lines.ts';
import { MissingPrerequisiteError } from './messages.ts';

/** How to start the process. */
export interface Command {
  /** Looked for on `PATH`, unless it is a path. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** What its environment holds besides `PATH`; nothing of this process's own comes to it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What to install where the program is missing, in one sentence. */
  readonly prerequisite: string;
}

/** What is heard of the process. */
export interface Listener {
  /** A line on its stdout. */
  line(text: string): void;
  /** A piece of what it writes on its stderr. */
  log?(text: string): void;
  /** Its stdout cannot be read any further. */
  unreadable(reason: string): void;
  /** It is gone, and everything it wrote has been heard. */
  ended(how: string): void;
}

/** How long its pipes may stay open when it has ended, in milliseconds: something that it started may hold them. */
const lingering = 250;

/** Characters of its log that are kept: the last ones say why it ended. */
const longestLog = 1_500;

/** A process of its own, with three pipes. When it has gone, so has everything that it started. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #gone = Promise.withResolvers<void>();
  readonly #kill = () => this.kill();
  #log = '';

  private constructor(command: Command, limits: ProcessLimits, listener: Listener) {
    // A group of its own, so that what it starts can be ended with it.
    this.#process = spawn(command.program, command.arguments, {
      cwd: command.folder,
      env: environmentOf(command.environment),
      detached: process.platform !== 'win32',
    });
    this.#hear(limits, listener);
    process.once('exit', this.#kill);
  }

  /**
   * @throws {MissingPrerequisiteError} its program not found.
   * @throws {Error} it cannot be started, with the system's `code`.
   */
  static async start(command: Command, limits: ProcessLimits, listener: Listener): Promise<Child> {
    const child = new Child(command, limits, listener);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.#process.once('spawn', resolve);
    child.#process.once('error', reject);
    try {
      await promise;
    } catch (error) {
      process.off('exit', child.#kill);
      // The system says the same of a folder that is missing.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(command.folder)) throw error;
      throw new MissingPrerequisiteError(`"${command.program}" not found. ${command.prerequisite}`);
    }
    return child;
  }

  /** The end of what it wrote on its stderr. */
  get log(): string {
    return this.#log.trim();
  }

  /** Settled when it has ended and its pipes are closed. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  send(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  /** Asks it to end: nothing more will be said to it. */
  endInput(): void {
    this.#process.stdin.end();
  }

  /** Ends it and what it started. Nothing happens where it has ended. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }

  #hear(limits: ProcessLimits, listener: Listener): void {
    const { stdin, stdout, stderr } = this.#process;
    const lines = new LineSplitter(() => limits.line);
    // A process that does not read is told by its end, not by a broken pipe.
    stdin.on('error', () => {});
    stdout.on('data', (bytes: Buffer) => {
      try {
        for (const line of lines.push(bytes)) listener.line(line);
      } catch (error) {
        stdout.removeAllListeners('data').resume();
        listener.unreadable((error as Error).message);
      }
    });
    const text = new TextDecoder();
    stderr.on('data', (bytes: Buffer) => {
      const piece = text.decode(bytes, { stream: true });
      this.#log = (this.#log + piece).slice(-longestLog);
      listener.log?.(piece);
    });
    this.#process.once('exit', () => {
      this.kill();
      const cancel = after(lingering, () => {
        stdout.destroy();
        stderr.destroy();
      });
      this.#process.once('close', cancel);
    });
    this.#process.once('close', (code, signal) => {
      process.off('exit', this.#kill);
      const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      listener.ended(lines.unfinished ? `${how}, within a line` : how);
      this.#gone.resolve();
    });
  }
}

/** Nobody listens there: what goes through this proxy gets nowhere, and is told so at once. */
const refusingProxy = 'http://127.0.0.1:9';

/**
 * All that the process of an adapter sees of the environment. The socket guard does not reach it, so there is nothing in it
 * that would open a way out: no credentials, no configuration, and proxies that refuse. `PATH` stays, because interpreters
 * are found by it.
 *
 * @param own what the adapter says that its program needs
 */
function environmentOf(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    [name, refusingProxy],
    [name.toLowerCase(), refusingProxy],
  ]);
  return {
    PATH: process.env.PATH ?? '',
    ...own,
    ...Object.fromEntries(proxies),
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}
