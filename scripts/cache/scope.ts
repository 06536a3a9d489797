/** Cases that depend on a file of the project. Pure. */
import type { AdapterIdentity } from '../../spec/engine/case.ts';
import { dependsOn, type Unit } from './cache-unit.ts';
import { dataRules, harmless, implementationRule, lostSuite, pythonKit, type Rule, type Scope } from './file-rules.ts';
import type { Reach } from './import-graph.ts';

/** Knowledge of one state of the project, whatever file is asked about. */
export interface Known {
  readonly adapters: readonly AdapterIdentity[];
  /** The files that the cases of one of them load, by its id. */
  readonly reach: (id: string) => Reach;
  /** The columns whose bodies are compared with the types of a source. */
  readonly columnsOf: (source: string) => readonly string[];
}

/** A file with the cases that depend on it, and why. */
export interface Scoped {
  readonly file: string;
  readonly scope: Scope;
  readonly because: string;
  /** See {@link Rule.isForVerdicts}. */
  readonly isForVerdicts?: true;
}

/**
 * The cases that depend on a file: as its name says; else as the graph of imports says; else none, where no case can see such a file. All,
 * where nothing is known of it.
 */
export function scopeOf(file: string, known: Known): Scoped {
  const { adapters, reach } = known;
  // Whoever is started in Python has the kit.
  if (pythonKit.test(file)) return { ...scopeOf('spec/process/python.ts', known), file };
  const data = dataRules.find(({ files }) => files.test(file));
  if (data) return scoped(file, data, known);
  // Implementations do not load each other's files: the linter sees to it.
  const owner = /^adapters\/([^/]+)\//.exec(file)?.[1];
  const possible = adapters.filter(({ implementation }) => owner === undefined || implementation === owner);
  const ids = possible.filter(({ id }) => reach(id).files.has(file)).map(({ id }) => id);
  if (ids.length === adapters.length && ids.length > 0) {
    return { file, scope: { of: 'everything' }, because: 'every adapter’s cases load it' };
  }
  if (ids.length > 0) return { file, scope: { of: 'adapters', ids }, because: 'their cases load it' };
  const rule = [lostSuite, ...harmless, implementationRule].find(({ files }) => files.test(file));
  if (rule) return scoped(file, rule, known);
  if (!file.endsWith('.ts')) {
    return { file, scope: { of: 'everything' }, because: 'nothing says what it is for' };
  }
  const [first] = adapters.flatMap(({ id }) => reach(id).blind);
  return first === undefined
    ? { file, scope: { of: 'nothing' }, because: 'no case loads it' }
    : { file, scope: { of: 'everything' }, because: `what ${first} loads only shows when it runs` };
}

function scoped(file: string, { files, of, because, isForVerdicts }: Rule, { columnsOf }: Known): Scoped {
  const [, id = '', tool = ''] = files.exec(file) ?? [];
  const rest = isForVerdicts ? { because, isForVerdicts } : { because };
  if (of === 'source' && columnsOf(id).length === 0) {
    return { file, scope: { of: 'everything' }, because: 'no column says that its bodies fit these types' };
  }
  if (of === 'nothing' || of === 'everything') return { file, scope: { of }, ...rest };
  return { file, scope: of === 'recording' ? { of, id, tool } : { of, id }, ...rest };
}

/** True if cases of a unit depend on files of a scope. */
export function concerns(scope: Scope, unit: Unit, { columnsOf }: Pick<Known, 'columnsOf'>): boolean {
  const { id, implementation, providerApi } = unit.adapter;
  switch (scope.of) {
    case 'nothing':
      return false;
    case 'everything':
      return true;
    case 'adapters':
      return scope.ids.includes(id);
    case 'implementation':
      return scope.id === implementation;
    case 'column':
      return scope.id === providerApi;
    case 'source':
      return columnsOf(scope.id).includes(providerApi);
    case 'tool':
      return dependsOn(unit, scope.id);
    case 'recording':
      return scope.id === providerApi && dependsOn(unit, scope.tool);
    default:
      throw new Error(`no scope: ${JSON.stringify(scope satisfies never)}`);
  }
}
