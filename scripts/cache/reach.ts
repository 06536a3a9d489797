/** Which files the cases of an adapter load, from the files that start them. */
import { providerApiIds } from '../../matrix/ids.ts';
import type { AdapterIdentity } from '../../spec/engine/case.ts';
import type { Imports } from './imports.ts';

/** Every file of the project by what it loads; `undefined` where there is no source file of that name. */
export type ImportsOf = (path: string) => Imports | undefined;

/** What cases are planned and run with, whichever adapter they are of. */
const ofEveryRun: readonly string[] = [
  'vitest.config.ts',
  'recordings/guard/setup.ts',
  'scripts/plain-output.ts',
  'scripts/run/vitest-projects.ts',
  'spec/engine/plan.ts',
  'spec/engine/orphans.ts',
];

/** Files that load others by names that only show when they run; all else that does so makes the graph blind. */
const loaders: Readonly<Record<string, (path: string) => boolean>> = {
  'spec/checks/load.ts': (path) => /^spec\/checks\/[^/]+\.ts$/.test(path) && !path.endsWith('.test.ts'),
  // Suites that run behind this one are those of other adapters.
  'spec/conformance.ts': () => false,
};

/** The judge's readers: a case loads the one of its own column. */
const readers = 'spec/wire/readers.ts';
const readerOf = (path: string): string | undefined => /^spec\/wire\/([^/]+)\/reader\.ts$/.exec(path)?.[1];

/** What the cases of an adapter load. */
export interface Reach {
  readonly files: ReadonlySet<string>;
  /** Files that load what nobody can tell from their text: then anything may matter. */
  readonly blind: readonly string[];
}

/**
 * The files that the cases of an adapter load, directly or through others, whether they are there or not. Pure.
 *
 * @param all every source file of the project: some are found and not named
 */
export function reachOf(
  { providerApi, suite }: AdapterIdentity & { readonly suite: string },
  all: readonly string[],
  importsOf: ImportsOf,
): Reach {
  const blind: string[] = [];
  const files = loadedFrom([suite, ...ofEveryRun], (path) => {
    const loads = importsOf(path);
    if (!loads) return [];
    const found = loaders[path];
    if (loads.isOpaque && !found) blind.push(path);
    const named = loads.files.filter((to) => path !== readers || isReadFor(providerApi, to));
    return [...named, ...(found ? all.filter(found) : [])];
  });
  return { files, blind };
}

/** Files, those that they load, those that these load, and so on; each is asked about once. Pure. */
export function loadedFrom(
  starts: readonly string[],
  loadedBy: (path: string) => readonly string[],
): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    waiting.push(...loadedBy(path));
  }
  return files;
}

function isReadFor(providerApi: string, path: string): boolean {
  const column = readerOf(path);
  return column === undefined || column === providerApi || !(providerApiIds as readonly string[]).includes(column);
}
