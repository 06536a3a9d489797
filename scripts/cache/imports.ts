/** What a source file loads when it runs, read from its text; nothing of it is run. */
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

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
