/** Which members of which cases differ between two runs. Pure. */

import { canonicalJson } from '../../lib/canonical-json.ts';
import { escapeRegExp } from '../../lib/escape-regexp.ts';
import { type Aliases, currentCase, currentTrials } from '../../spec/aliases.ts';

/** A member of a case's result, as `results.json` names it; `case` where one of the runs lacks the case. */
export interface Difference {
  readonly member: string;
  readonly cases: readonly string[];
  /** The first case's values before and after, two lines; empty where a case is missing. */
  readonly example: string;
}

/** @returns nothing where both runs say the same of the same cases, in whatever order */
export function differencesOf<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): Difference[] {
  const [was, is] = [before, after].map((cases) => new Map(cases.map((one) => [one.id, one])));
  const found = new Map<string, { cases: string[]; example: string }>();
  const note = (member: string, id: string, example: string) => {
    const known = found.get(member);
    if (known) known.cases.push(id);
    else found.set(member, { cases: [id], example });
  };
  for (const id of [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].toSorted()) {
    const [old, now] = [was?.get(id), is?.get(id)];
    if (!old || !now) {
      note('case', id, '');
      continue;
    }
    for (const member of membersOf(old, now)) {
      const [a, b] = [old, now].map((one) => canonicalJson((one[member] ?? null) as never));
      if (a !== b) note(member, id, `  before ${shown(a)}\n  after  ${shown(b)}\n`);
    }
  }
  return [...found].map(([member, rest]) => ({ member, ...rest }));
}

const membersOf = <T extends object>(a: T, b: T) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted() as (keyof T & string)[];

const longest = 300;
const shown = (text = ''): string => text.replaceAll(/\s+/g, ' ').slice(0, longest);

/** Puts the new ids of scenarios, generated cases and checks in the place of the old ones, wherever a value names them. */
export type Renaming = <T>(value: T, tool?: string) => T;

/**
 * Scenarios are found as `<tool>/<scenario>`, which case ids and paths of cassettes hold, generated cases behind a slash, both as the
 * options that commands had, checks where they are the whole text, and trials of fault cases by the tool that is given.
 */
export function renamingOf(aliases: Aliases): Renaming {
  const { scenarios, generated, checks } = aliases;
  const rename = replacing(scenarios, '(?<![a-z0-9-])');
  const renameGenerated = replacing(generated, '(?<=[a-z0-9]/)');
  // A command of a revision before there were patterns of cases.
  const renameArguments = (value: string): string =>
    value.replace(/--adapter (\S+) --tool (\S+) --scenario (\S+) --mode (\S+)/g, (_, ...parts: string[]) =>
      currentCase(aliases, parts.slice(0, 4).join('/')),
    );
  const text = (value: string): string => checks.get(value) ?? renameArguments(renameGenerated(rename(value)));
  const walk = (value: unknown, tool: string): unknown => {
    if (typeof value === 'string') return currentTrials(aliases, tool, text(value));
    if (Array.isArray(value)) return value.map((each) => walk(each, tool));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member, tool)]));
  };
  return (value, tool = '') => walk(value, tool) as typeof value;
}

function replacing(ids: ReadonlyMap<string, string>, before: string): (text: string) => string {
  if (ids.size === 0) return (text) => text;
  const old = new RegExp(`${before}(?:${[...ids.keys()].map(escapeRegExp).join('|')})(?![a-z0-9-])`, 'g');
  return (text) => text.replace(old, (found) => ids.get(found) ?? found);
}

/** Results of cases by their new ids. */
export function casesWithCurrentIds<T extends { readonly id: string; readonly scenario: string }>(
  cases: readonly T[],
  aliases: Aliases,
  rename: Renaming = renamingOf(aliases),
): T[] {
  return cases.map((one) => {
    const id = currentCase(aliases, one.id);
    const [, tool, scenario = one.scenario] = id.split('/');
    return { ...rename(one, tool), id, scenario };
  });
}
