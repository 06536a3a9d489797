/** Of which cases a changed file is. Pure. */
import type { AdapterIdentity } from '../../spec/engine/case.ts';
import type { Reach } from './reach.ts';
import { dataRules, harmless, implementationRule, lostSuite, type Rule, type Scope } from './rules.ts';

/** What is known of the project's files, whatever changed. */
export interface Known {
  readonly adapters: readonly AdapterIdentity[];
  /** The files that the cases of one of them load: found out when it is asked for, by its id. */
  readonly reach: (id: string) => Reach;
  /** The columns whose bodies are held against the types of a source. */
  readonly columnsOf: (source: string) => readonly string[];
}

/** Of which cases a file is, and why. */
export interface Scoped {
  readonly file: string;
  readonly scope: Scope;
  readonly because: string;
}

/**
 * Of which cases a file is: as its name says; else as the graph of imports says; else of none, where no case can see such a file. What
 * nothing is known of is of all.
 */
export function scopeOf(file: string, { adapters, reach }: Known): Scoped {
  const data = dataRules.find(({ files }) => files.test(file));
  if (data) return scoped(file, data);
  // Implementations do not load each other's files: the linter sees to it.
  const owner = /^adapters\/([^/]+)\//.exec(file)?.[1];
  const possible = adapters.filter(({ implementation }) => owner === undefined || implementation === owner);
  const ids = possible.filter(({ id }) => reach(id).files.has(file)).map(({ id }) => id);
  if (ids.length === adapters.length && ids.length > 0) {
    return { file, scope: { of: 'everything' }, because: 'every adapter’s cases load it' };
  }
  if (ids.length > 0) return { file, scope: { of: 'adapters', ids }, because: 'their cases load it' };
  const rule = [lostSuite, ...harmless, implementationRule].find(({ files }) => files.test(file));
  if (rule) return scoped(file, rule);
  if (!file.endsWith('.ts')) {
    return { file, scope: { of: 'everything' }, because: 'nothing says what it is for' };
  }
  const [first] = adapters.flatMap(({ id }) => reach(id).blind);
  return first === undefined
    ? { file, scope: { of: 'nothing' }, because: 'no case loads it' }
    : { file, scope: { of: 'everything' }, because: `what ${first} loads only shows when it runs` };
}

function scoped(file: string, { files, of, because }: Rule): Scoped {
  const scope = of === 'nothing' || of === 'everything' ? { of } : { of, id: files.exec(file)?.[1] ?? '' };
  return { file, scope, because };
}
