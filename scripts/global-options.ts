/** Options of the whole program: they mean the same in each command that has them, and may stand before its name, too. */
import { type Command, Help, Option } from 'commander';
import { UserError } from '../lib/user-error.ts';

const heading = 'Global options:';

/** By flag: what it is, as the help of the program says it, and what a command says that has it not. */
const globals = {
  '--json': {
    flags: '--json',
    what: 'JSON instead of text, of commands that have it',
    none: 'this command has no JSON',
  },
  '--out': {
    flags: '--out <folder>',
    what: 'folder of the run: results and report (default: reports/out)',
    none: 'this command neither reads nor writes a run',
  },
} as const;

/** JSON instead of what a command prints. @param what is in it, or how it is printed */
export const jsonOption = (what = 'JSON instead of text'): Option =>
  new Option(globals['--json'].flags, what).helpGroup(heading);

/** The folder of the run that a command reads or writes. @param what is there besides */
export const outOption = (what = 'folder of the run'): Option =>
  new Option(globals['--out'].flags, what).default('reports/out').helpGroup(heading);

/** These options as the program itself has them, for what stands before the name of a command. */
export const optionsOfProgram = (): Option[] =>
  Object.values(globals).map(({ flags, what }) => new Option(flags, what));

export const isGlobal = (option: Option): boolean => option.helpGroupHeading === heading;

/**
 * Gives a command that is about to run what stood before its name.
 *
 * @throws {UserError} it has no such option.
 */
export function takeGlobalOptions(command: Command): void {
  for (let above = command.parent; above; above = above.parent) {
    for (const { long } of optionsOfProgram()) {
      const option = above.options.find((each) => each.long === long && (isGlobal(each) || !above?.parent));
      const name = option?.attributeName() ?? '';
      if (above.getOptionValueSource(name) !== 'cli') continue;
      const own = command.options.find((each) => each.long === long);
      if (!own) throw new UserError(globals[long as keyof typeof globals].none, { hint: `leave out ${long}` });
      if (!isGlobal(own)) {
        const hint = `put it behind the command, for its ${own.description}`;
        throw new UserError(`${long} before "${command.name()}" is the folder of a run`, { hint });
      }
      if (command.getOptionValueSource(name) === 'cli') continue;
      command.setOptionValueWithSource(name, above.getOptionValue(name), 'cli');
    }
  }
}

/** Groups of a help, with that of these options below the command's own. */
export const globalsLast: Help['groupItems'] = (...items) => {
  const groups = Help.prototype.groupItems(...items);
  const ours = groups.get(heading);
  if (ours && groups.delete(heading)) groups.set(heading, ours);
  return groups;
};

/** What commander says of an option that a command has not, where that is one of these. */
export const sayNone = (text: string): string =>
  text.replace(
    /^error: unknown option '(--json|--out)(?:=.*)?'(\n\(Did you mean .*\))?/,
    (_, flag: keyof typeof globals) => `error: ${globals[flag].none}`,
  );
