import type { Command, Option } from 'commander';

/** Something that may stand next, and what it means. */
export interface Candidate {
  readonly text: string;
  readonly about: string;
}

/** Values of options, by the name of what the option takes (`implementation` in `--adapter <implementation>`), or its own. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/**
 * What may stand where a command line is being typed. Nothing where only a file, a day or a number could: shells then offer
 * files. Pure.
 *
 * @param words what is typed behind the program's name; the last one is not finished, and may be empty
 */
export function complete(program: Command, words: readonly string[], values: KnownValues): Candidate[] {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command, depth } = commandOf(program, before);
  const [, name, value] = /^--([^=]+)=(.*)$/s.exec(typed) ?? [];
  if (name !== undefined) {
    return starting(value ?? '', valuesOf(optionOf(command, `--${name}`), values)).map(({ text, about }) => ({
      text: `--${name}=${text}`,
      about,
    }));
  }
  const asked = optionOf(command, before.length > depth ? (before.at(-1) ?? '') : '');
  if (asked?.required) return starting(typed, valuesOf(asked, values));
  if (typed.startsWith('-')) return starting(typed, optionsOf(command, before));
  const named = command.commands.map((child) => ({ text: child.name(), about: child.description() }));
  const argument = before.length === depth ? command.registeredArguments[0]?.argChoices : undefined;
  return starting(typed, [...(depth === before.length ? named : []), ...(argument ?? []).map(plain)]);
}

/** The command that the words lead to, and how many of them do. */
function commandOf(program: Command, words: readonly string[]): { command: Command; depth: number } {
  let command = program;
  let depth = 0;
  for (const word of words) {
    const child = command.commands.find((each) => each.name() === word);
    if (!child) break;
    command = child;
    depth++;
  }
  return { command, depth };
}

const optionOf = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short }) => flag !== '' && (flag === long || flag === short));

/** Options that are not there yet, or may be given again. */
function optionsOf(command: Command, before: readonly string[]): Candidate[] {
  const open = command.options.filter(
    ({ long, hidden, parseArg }) => !hidden && (parseArg !== undefined || !before.includes(long ?? '')),
  );
  return [
    ...open.map(({ long, short, description }) => ({ text: long ?? short ?? '', about: description })),
    { text: '--help', about: 'display help for command' },
  ];
}

function valuesOf(option: Option | undefined, values: KnownValues): Candidate[] {
  if (!option) return [];
  const [, taken = ''] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const name = [taken, option.name()].find((each) => Object.hasOwn(values, each));
  return (option.argChoices ?? (name === undefined ? [] : values[name]) ?? []).map(plain);
}

const plain = (text: string): Candidate => ({ text, about: '' });

const starting = (typed: string, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ text }) => text.startsWith(typed));
