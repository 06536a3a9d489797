/** Old ids on the command line: they are read as the new ones, and a warning names these. */
import type { Command } from 'commander';
import type { Aliases, AliasKind } from '../spec/aliases.ts';

/** The kind of id that an option takes, by the name of the option. */
const kinds: Readonly<Record<string, AliasKind | 'adapters'>> = {
  adapter: 'adapters',
  tool: 'tools',
  scenario: 'scenarios',
  check: 'checks',
  provider: 'providerApis',
  allow: 'gateRules',
};

/** Arguments that are cases or cells. */
const caseArguments = ['id', 'case', 'what'];

/**
 * Puts new ids in the place of old ones, in the options and arguments of a command that is about to run.
 *
 * @param load the table, where a command has any ids
 */
export async function acceptOldIds(
  command: Command,
  warn: (line: string) => void,
  load: () => Promise<Aliases> = async () => (await import('../spec/aliases.ts')).loadAliases(),
): Promise<void> {
  const options = Object.entries(command.opts()).filter(([name, value]) => kinds[name] && idsIn(value).length > 0);
  const named = command.registeredArguments.map((argument) => caseArguments.includes(argument.name()));
  const positions = command.processedArgs.flatMap((value, i) => (named[i] && idsIn(value).length > 0 ? i : []));
  if (options.length + positions.length === 0) return;
  const [aliases, { currentAdapter, currentIds, currentPatterns }] = await Promise.all([
    load(),
    import('../spec/aliases.ts'),
  ]);
  const told = (what: string, old: string, ids: readonly string[]): readonly string[] => {
    if (ids.length === 0 || ids.includes(old)) return [old];
    warn(`warning: ${what} "${old}" has a new id: ${ids.join(', ')} (the old one is accepted for six months)\n`);
    return ids;
  };
  for (const [name, value] of options) {
    const kind = kinds[name];
    const current = (id: string) =>
      told(
        `--${flagOf(name)}`,
        id,
        kind === 'adapters' ? [currentAdapter(aliases, id)] : kind ? currentIds(aliases, kind, id) : [],
      );
    const ids = idsIn(value).flatMap(current);
    command.setOptionValue(name, Array.isArray(value) ? [...new Set(ids)] : ids[0]);
  }
  for (const i of positions) {
    const value = command.processedArgs[i];
    const ids = idsIn(value).flatMap((id) => told('case', id, currentPatterns(aliases, id)));
    command.processedArgs[i] = Array.isArray(value) ? [...new Set(ids)] : ids[0];
  }
}

const idsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string');

const flagOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
