/** Which files the cases of an adapter load, from the files that start them. */

import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { AdapterIdentity } from '../../spec/engine/case.ts';

/** Every file of the project by what it loads; `undefined` where there is no source file of that name. */
export type ImportsOf = (path: string) => Imports | undefined;

/** What cases are planned and run with, whichever adapter they are of. */
const ofEveryRun: readonly string[] = [
  'vitest.config.ts',
  'recordings/network-guard/vitest-setup.ts',
  'scripts/vitest-no-color.ts',
  'scripts/run/vitest-projects.ts',
  'spec/engine/plan.ts',
  'spec/engine/orphaned-files.ts',
];

/** Files that load others by names that only show when they run; all else that does so makes the graph blind. */
const loaders: Readonly<Record<string, (path: string, providerApi: string) => boolean>> = {
  'spec/checks/load.ts': (path) => /^spec\/checks\/[^/]+\.ts$/.test(path) && !path.endsWith('.test.ts'),
  // Suites that run behind this one are those of other adapters.
  'spec/conformance.ts': () => false,
  // A case loads the reader of its own column.
  'spec/wire/readers.ts': (path, providerApi) => path === `spec/provider-apis/${providerApi}/reader.ts`,
  'spec/faults/fault-traits.ts': (path) => /^spec\/provider-apis\/[^/]+\/fault-traits\.ts$/.test(path),
};

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
    return [...loads.files, ...(found ? all.filter((each) => found(each, providerApi)) : [])];
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

// What a source file loads when it runs, read from its text; nothing of it is run.

/** Specifiers of a file, as they are written; the same text has the same ones, wherever it lies. */
export interface Specifiers {
  /** Of files of the project, relative to the file. */
  readonly relative: readonly string[];
  /** True if the file loads something whose name only shows when it runs. */
  readonly isOpaque: boolean;
}

/** Files that a file loads. */
export interface Imports {
  /** Relative to the root of the project; a file need not be there. */
  readonly files: readonly string[];
  readonly isOpaque: boolean;
}

/**
 * Specifiers of everything that a file of the project imports and exports again, at its start and later. Types are erased before a file runs,
 * and packages are named by `package.json`: neither is listed. Pure.
 *
 * @param path its ending says which language it is
 */
export function specifiersIn(path: string, text: string): Specifiers {
  const { module } = parseSync(path, text);
  const imported = module.staticImports.map(({ start, moduleRequest, entries }) => ({ start, moduleRequest, entries }));
  const exported = module.staticExports.map(({ start, entries }) => ({
    start,
    moduleRequest: entries[0]?.moduleRequest,
    entries,
  }));
  const isErased = ({ start, entries }: (typeof imported | typeof exported)[number]) =>
    /^(import|export)\s+type\b/.test(text.slice(start, start + 30)) && entries.every(({ isType }) => isType);
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const named = [
    ...[...imported, ...exported].filter((each) => !isErased(each)).map(({ moduleRequest }) => moduleRequest?.value),
    ...later.map((source) => literal.exec(source)?.[2]),
  ];
  return {
    relative: [...new Set(named.flatMap((specifier) => (specifier?.startsWith('.') ? [specifier] : [])))],
    isOpaque: later.some((source) => !literal.test(source)),
  };
}

/** A text that is written out. */
const literal = /^(['"])([^'"\\]*)\1$/;

/** Files that specifiers name. Pure. @param path of the file that has them, relative to the root, with forward slashes */
export function importsNamed(path: string, { relative, isOpaque }: Specifiers): Imports {
  return { files: relative.map((specifier) => posix.join(posix.dirname(path), specifier)), isOpaque };
}
