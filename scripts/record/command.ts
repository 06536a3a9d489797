import { createInterface } from 'node:readline/promises';
import { parseEnv } from 'node:util';
import { Listr, type ListrTask } from 'listr2';
import { countOf } from '../../lib/count-of.ts';
import { escapeControl, escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { redactError } from '../../lib/redact-error.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { isSafeToLog, secretsOfEnvironment } from '../../recordings/scrub/known-secrets.ts';
import { inTexts } from '../../recordings/scrub/map-strings.ts';
import { shellWord } from '../serve/text.ts';
import type { RecordRequest } from './plan.ts';
import { type ConversationDone, record, type Summary } from './record.ts';

/** A recording as a command shows it. */
export interface RecordCommand extends RecordRequest {
  /** Not asked for leave. */
  readonly yes: boolean;
  /** Whether lines may change where they stand. */
  readonly isTerminal: boolean;
  readonly out: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Records, shows how it gets on, and says what came of it.
 *
 * @returns the exit code: 0 all is recorded, 1 something is not or was left behind, 130 ended by the caller.
 * @throws {UserError} the input is wrong; nothing was called.
 */
export async function recordFromCommandLine(command: RecordCommand): Promise<number> {
  const secrets = secretsOfEnvironment(command.environment);
  const tell = (text: string) => isSafeToLog(text, secrets);
  try {
    return await recordTelling(command, tell);
  } catch (error) {
    throw redactError(error, tell);
  }
}

/** @param tell takes out of a text what must not be shown */
async function recordTelling(command: RecordCommand, tell: (text: string) => string): Promise<number> {
  const { yes, isTerminal, out, signal } = command;
  const say = (line: string) => out(`${escapeControl(tell(line))}\n`);
  const totals = new Map<string, number>();
  let progress: Progress | undefined;
  const shown = () => {
    progress ??= isTerminal ? terminalProgress(totals) : plainProgress(say);
    return progress;
  };
  const summary = await record(command, {
    print: say,
    confirm: async (question) => yes || ask(question, signal),
    begins: (planned) => {
      for (const [id, count] of planned) totals.set(id, count);
      shown();
    },
    progress: (done) => shown().done(escapeControlDeep(inTexts(done, tell))),
    waiting: (line) => shown().waiting(escapeControl(tell(line))),
    signal,
  });
  await progress?.end();
  if (!summary.nothingCalled) say(summaryText(summary, command.folder));
  return exitCodeOf(summary);
}

/**
 * Asks a question at the terminal; only `y` and `yes` are a yes.
 *
 * @throws {UserError} there is no terminal to ask at.
 */
async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UserError('record calls the provider with your keys, and there is no terminal to confirm at', {
      hint: 'add --yes, or --dry-run to list the calls',
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with what `.env` adds: a variable that is set already wins, as with `node --env-file`.
 *
 * @param path `.env` of the working folder unless told; it need not be there
 * @throws {UserError} it is no text.
 */
export function environmentWith(environment: Environment, path = '.env'): Environment {
  const bytes = readIfExists(path, 'environment file');
  return bytes ? { ...parseEnv(decodeText(bytes, path, 'environment file')), ...environment } : environment;
}

/** Shows how conversations get on: one line per provider API that changes at a terminal, plain lines elsewhere. */
interface Progress {
  done(conversation: ConversationDone): void;
  waiting(line: string): void;
  /** All is over. */
  end(): Promise<void>;
}

/** Lines that stay, for logs. */
function plainProgress(print: (line: string) => void): Progress {
  return {
    done: (conversation) => print(lineOf(conversation)),
    waiting: print,
    end: async () => {},
  };
}

/** @param totals how many conversations there are, by provider API */
function terminalProgress(totals: ReadonlyMap<string, number>): Progress {
  const rows = new Map([...totals].map(([id, total]) => [id, new Row(id, total)]));
  const list = new Listr(
    [...rows.values()].map((row) => row.task()),
    { concurrent: true, exitOnError: false, registerSignalListeners: false },
  );
  const running = list.run();
  return {
    done: (conversation) => rows.get(conversation.providerApi)?.done(conversation),
    waiting(line) {
      for (const row of rows.values()) row.say(line);
    },
    async end() {
      for (const row of rows.values()) row.end();
      await running;
    },
  };
}

type Task = Parameters<ListrTask['task']>[1];

/** One provider API at the terminal. */
class Row {
  readonly #id: string;
  readonly #total: number;
  readonly #over = Promise.withResolvers<void>();
  #count = 0;
  #shown: Task | undefined;

  constructor(id: string, total: number) {
    this.#id = id;
    this.#total = total;
  }

  task(): ListrTask {
    return {
      title: this.#title(),
      task: (_, shown) => {
        this.#shown = shown;
        return this.#over.promise;
      },
      rendererOptions: { bottomBar: Number.POSITIVE_INFINITY, persistentOutput: true },
    };
  }

  done(conversation: ConversationDone): void {
    this.#count += 1;
    if (this.#shown) this.#shown.title = this.#title();
    if (!isWell(conversation)) this.say(lineOf(conversation));
  }

  say(line: string): void {
    if (this.#shown) this.#shown.output = line;
  }

  end(): void {
    this.#over.resolve();
  }

  #title(): string {
    return `${this.#id}: ${this.#count} of ${this.#total} conversations`;
  }
}

/** True where the recording is what it should be. */
const isWell = ({ outcome }: ConversationDone): boolean => outcome === 'written' || outcome === 'unchanged';

/** One line of what came of a conversation, and why. */
function lineOf({ outcome, cassette, evidence, reason }: ConversationDone): string {
  const why = reason === undefined ? '' : `\n  ${reason}`;
  return `${outcome}: ${cassette}${isWell({ outcome } as ConversationDone) ? ` (${evidence})` : ''}${why}`;
}

/** The end of a recording in words: how many of each outcome, what it took, and what is left to do in the folder that was written to. */
export function summaryText(summary: Summary, folder: string): string {
  const { conversations, requests, leftBehind, interrupted } = summary;
  const count = (outcome: ConversationDone['outcome']) => conversations.filter((c) => c.outcome === outcome).length;
  const counts = (['written', 'unchanged', 'rejected', 'failed', 'not tried'] as const)
    .map((outcome) => `${count(outcome)} ${outcome}`)
    .join(', ');
  return [
    `${countOf(conversations.length, 'conversation')}: ${counts}; ${countOf(requests, 'request')}`,
    ...(interrupted ? ['interrupted: cassettes already written stay, the others are unchanged'] : []),
    ...(count('written') > 0 ? [`compare: npm run atc -- gate --base ${comparison(folder)}`] : []),
    ...leftBehind.map(({ providerApi, what }) => `not deleted at ${providerApi}: ${what}; delete it by hand`),
  ].join('\n');
}

/** What recordings in a folder are compared with, and what is compared. */
const comparison = (folder: string): string =>
  folder === cassettesFolder
    ? 'HEAD --recordings'
    : `${shellWord(displayPath(cassettesFolder))} --recordings ${shellWord(displayPath(folder))}`;

/** 0: all is recorded; 1: something is not, or was left behind; 130: ended by the caller. */
export function exitCodeOf({ conversations, leftBehind, interrupted, nothingCalled }: Summary): number {
  if (interrupted) return 130;
  if (nothingCalled) return 0;
  return conversations.every(isWell) && leftBehind.length === 0 ? 0 : 1;
}
