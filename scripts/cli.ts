import { readFileSync } from 'node:fs';
import { inspect, type ParseArgsConfig, parseArgs } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import { escapeControl } from '../lib/escape-control-characters.ts';
import { redactError } from '../lib/redact-error.ts';
import { UserError } from '../lib/user-error.ts';
import packageJson from '../package.json' with { type: 'json' };
import { globalsLast, optionsOfProgram, sayNone, takeGlobalOptions } from './global-options.ts';

/** Where the command line writes. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
}

/** Exit codes of the command line itself; a command that finds a failure sets 1. */
const exitCodes = { ok: 0, usage: 2, defect: 70 };

/** What the help shows besides the commands themselves. */
export interface HelpLayout {
  /** What is typed before the name of a command; `atc` unless told. */
  readonly name?: string;
  /** Removed commands, and what to type instead. */
  readonly moved?: Readonly<Record<string, string>>;
  /** Removed options by command, and what takes their place. */
  readonly oldOptions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples?: readonly Example[];
  /** Names of commands by the heading that they stand under; in this order. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Called with a command that is about to run: its options may be changed. */
  readonly beforeAction?: (command: Command, warn: (line: string) => void) => Promise<void>;
}

/** One line of `Examples:` in the help: what to type after `npm run atc --`, and what it does. */
export type Example = readonly [line: string, does: string];

/**
 * Runs one command line.
 *
 * Never throws: what the user can mend (an unknown flag or command, a {@link UserError}) is said in one message and
 * gives exit code 2; anything else is a defect of this tool, shown with its stack trace, exit code 70.
 *
 * @param argv the arguments, without node and the script
 * @returns the exit code
 */
export async function main(
  argv: readonly string[],
  io: Io,
  commands: readonly Command[],
  look: HelpLayout = {},
): Promise<number> {
  const moved = new Map(Object.entries(look.moved ?? {}));
  const gone = [argv.slice(0, 2), argv.slice(0, 1)].map((words) => words.join(' ')).find((name) => moved.has(name));
  if (gone !== undefined) {
    io.stderr(`error: command "${gone}" was removed\n  → run: ${moved.get(gone)}\n`);
    return exitCodes.usage;
  }
  const old = oldOptionIn(argv, look);
  if (old !== undefined) {
    io.stderr(`error: ${old}\n`);
    return exitCodes.usage;
  }
  try {
    await programOf(io, commands, look).parseAsync(argv, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    // Commander has already written its message, or the help; it knows 0 (as asked) and 1 (wrong usage).
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    io.stderr(await describeError(error));
    return exitCodeOf(error);
  }
}

/** The first removed option of a command line, as `--old is now --new`. */
function oldOptionIn([command = '', ...words]: readonly string[], { oldOptions = {} }: HelpLayout): string | undefined {
  const old = new Map(Object.entries((Object.hasOwn(oldOptions, command) && oldOptions[command]) || {}));
  const flags = words.map((word) => word.split('=')[0] ?? '');
  const found = flags.find((flag) => old.has(flag));
  return found && `${found} is now ${old.get(found)}`;
}

/**
 * An error as it is printed: place, message and hint of a {@link UserError}; of any other, what it says and where it comes from. The
 * objects that libraries add are left out: requests, with whatever they carried. What the environment holds of secrets, is so too.
 */
export async function describeError(error: unknown): Promise<string> {
  // Only now: it takes longer to load than many a command to run.
  const { secretsOfEnvironment, isSafeToLog } = await import('../recordings/scrub/known-secrets.ts');
  const secrets = secretsOfEnvironment(process.env);
  const plain = redactError(error, (text) => isSafeToLog(text, secrets));
  if (plain instanceof UserError) return `error: ${escapeControl(String(plain))}\n`;
  return `${escapeControl(inspect(plain))}\n
error: this is a defect of atc, not of your input
  → please report it with the lines above and the command that you ran\n`;
}

/** The exit code of an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UserError ? exitCodes.usage : exitCodes.defect;
}

/** What `parseArgs` of Node throws of flags that a script does not know. */
const isOfArguments = (error: unknown): boolean =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_');

/** A reader that has seen enough (`atc … | head`) ends neither the work of this process nor its verdict. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * Runs a script for maintainers that is no command of `atc`, with what follows its name. A flag that it does not know, and what else can be
 * mended, is told as {@link main} tells it; `--help` prints the comment that the file of the script begins with.
 *
 * @param work may return an exit code
 */
export async function runScript<T extends ParseArgsConfig>(
  config: T,
  work: (given: ReturnType<typeof parseArgs<T>>) => unknown,
): Promise<void> {
  const [, file = '', ...args] = process.argv;
  outliveReaders();
  try {
    if (args.some((word) => ['--help', '-h'].includes(word))) {
      process.stdout.write(headOf(readFileSync(file, 'utf8')));
      return;
    }
    const code = await work(parseArgs<T>({ ...config, args }));
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    const { message } = error as Error;
    const told = isOfArguments(error) ? new UserError(message, { hint: 'what it takes: add -- --help' }) : error;
    process.stderr.write(await describeError(told));
    process.exitCode = exitCodeOf(told);
  }
}

/** The comment that a file begins with, as text. */
function headOf(source: string): string {
  const comment = /^\/\*\*(.*?)\*\//s.exec(source)?.[1] ?? '';
  return `${comment.replace(/^ ?\*? ?/gm, '').trim()}\n`;
}

/** Parser of an option that may be given several times: what was given is kept in order. */
export const repeatable = (value: string, before: readonly string[]): string[] => [...before, value];

/** What the help of a command says of the cases that it takes, each of this form. */
export const aboutCases = (form: string): string =>
  `A case is ${form}.\nA part may be *, or left out at the end. One known word is enough: web-search.`;

/** Parser of the size of a sample. @throws {UserError} it is no whole number above 0. */
export function sampleSize(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UserError(`"${text}": not a whole number above 0`, { hint: 'for example 24' });
}

/** The whole command line, before anything is parsed. */
function programOf(
  io: Io,
  commands: readonly Command[],
  { name = 'atc', examples = [], groups = {}, beforeAction }: HelpLayout = {},
): Command {
  const program = new Command(name)
    .description(packageJson.description)
    .version(packageJson.version)
    .usage('<command> [options]')
    // Options behind the name of a command are its own, also where a command above has the same.
    .enablePositionalOptions()
    .helpCommand(false)
    .configureHelp({ groupItems: globalsLast, optionDescription, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      outputError: (text, write) =>
        write(
          sayNone(text).replace(/^error: required option '(.*)' not specified/, 'error: missing required option $1'),
        ),
    })
    .showHelpAfterError(helpHint(name, []))
    .addHelpText('afterAll', '\nExit codes: 0 passed · 1 failed · 2 usage · 70 internal error · 130 interrupted')
    .exitOverride();
  for (const option of optionsOfProgram()) program.addOption(option);
  program.hook('preAction', async (_, command) => {
    takeGlobalOptions(command);
    await beforeAction?.(command, io.stderr);
  });
  if (examples.length > 0) program.addHelpText('after', `\n${exampleLines(examples)}`);
  for (const [heading, names] of Object.entries(groups)) {
    for (const command of commands) if (names.includes(command.name())) command.helpGroup(heading);
  }
  const order = Object.values(groups).flat();
  const placeOf = (command: Command) => order.indexOf(command.name());
  for (const command of commands.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    // What begins so is asked by other programs.
    program.addCommand(inheriting(command, program, name), { hidden: command.name().startsWith('__') });
  }
  return program;
}

/** Without the default of an option that may be repeated: it is none. */
function optionDescription(this: Help, option: Option): string {
  return Array.isArray(option.defaultValue) ? option.description : Help.prototype.optionDescription.call(this, option);
}

/** Commands are created apart from the program, and inherit nothing by themselves: output, errors and their own hint do so here. */
function inheriting(command: Command, parent: Command, name: string, above: readonly string[] = []): Command {
  const words = [...above, command.name()];
  command.copyInheritedSettings(parent).showHelpAfterError(helpHint(name, words));
  for (const child of command.commands) inheriting(child, command, name, words);
  return command;
}

/** The command line that prints the help of a command. */
const helpHint = (name: string, words: readonly string[]): string =>
  name === 'npm run'
    ? `  → run: ${[name, ...words].join(' ')} -- --help`
    : `  → run: npm run atc -- ${[...words, '--help'].join(' ')}`;

function exampleLines(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  return ['Examples:', ...examples.map(([line, does]) => `  npm run atc -- ${line.padEnd(width)}  ${does}`)].join('\n');
}
