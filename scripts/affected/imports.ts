/** What a source file loads when it runs, read from its text; nothing of it is run. */
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** What a file loads. */
export interface Imports {
  /** Files of the project, relative to its root; of those asked for by a text alone, it does not matter whether they are there. */
  readonly files: readonly string[];
  /** Whether it loads something whose name only shows when it runs. */
  readonly isOpaque: boolean;
}

/**
 * What a file loads of the project: what it imports and exports again, at its start and later. Types are erased before a file runs, and
 * packages are told by `package.json`: neither is listed. Pure.
 *
 * @param path relative to the root of the project, with forward slashes
 */
export function importsIn(path: string, text: string): Imports {
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
  const asked = [
    ...[...imported, ...exported].filter((each) => !isErased(each)).map(({ moduleRequest }) => moduleRequest?.value),
    ...later.map((source) => literal.exec(source)?.[2]),
  ];
  return {
    files: [...new Set(asked.flatMap((specifier) => (specifier?.startsWith('.') ? [placeOf(path, specifier)] : [])))],
    isOpaque: later.some((source) => !literal.test(source)),
  };
}

/** A text that is written out. */
const literal = /^(['"])([^'"\\]*)\1$/;

const placeOf = (from: string, specifier: string): string => posix.join(posix.dirname(from), specifier);
