/** Of which cases a changed file is. Pure. */
import { dataRules, harmless, implementationRule, lostSuite, type Rule, type Scope } from './rules.ts';

/** What is known of the project's files, whatever changed. */
export interface Known {
  /** The files that the cases of an adapter load, by its id. */
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files that load what nobody can tell from their text. */
  readonly blind: readonly string[];
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
export function scopeOf(file: string, { reach, blind }: Known): Scoped {
  const data = dataRules.find(({ files }) => files.test(file));
  if (data) return scoped(file, data);
  const ids = [...reach].filter(([, files]) => files.has(file)).map(([id]) => id);
  if (ids.length === reach.size && ids.length > 0) {
    return { file, scope: { of: 'everything' }, because: 'every adapter’s cases load it' };
  }
  if (ids.length > 0) return { file, scope: { of: 'adapters', ids }, because: 'their cases load it' };
  const rule = [lostSuite, ...harmless, implementationRule].find(({ files }) => files.test(file));
  if (rule) return scoped(file, rule);
  if (!file.endsWith('.ts')) {
    return { file, scope: { of: 'everything' }, because: 'nothing says what it is for' };
  }
  const [first] = blind;
  return first === undefined
    ? { file, scope: { of: 'nothing' }, because: 'no case loads it' }
    : { file, scope: { of: 'everything' }, because: `what ${first} loads only shows when it runs` };
}

function scoped(file: string, { files, of, because }: Rule): Scoped {
  const scope = of === 'nothing' || of === 'everything' ? { of } : { of, id: files.exec(file)?.[1] ?? '' };
  return { file, scope, because };
}
