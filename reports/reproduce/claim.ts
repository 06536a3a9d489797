/** Claims of reproductions files: each is a function of the file, and can be cut out as a program of its own. */
import { posix } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { javascript } from './javascript.ts';
import type { Language } from './language.ts';
import { python } from './python.ts';

/** Where a claim stands. */
export interface ClaimPlace {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** The name of its function. */
  readonly name: string;
}

/** What a library should do, and does not. */
export interface Claim {
  readonly name: string;
  /** The sentence above the function: what should hold. */
  readonly says: string;
}

/** A claim with what it uses. */
export interface CutClaim extends Claim {
  readonly language: Language['name'];
  /** A module that imports packages alone, and declares the function. */
  readonly text: string;
}

/** By how the file is called. */
const languageOf = (file: string): Language => (file.endsWith('.py') ? python : javascript);

/**
 * The function that a known issue names: `null-citations` is `nullCitations` of `reproductions.mjs` beside its file; `null-citations.py` is
 * `null_citations` of `reproductions.py`; `openai-chat/x` is one of another provider API. Pure.
 *
 * @param list the known issues file, relative to the project; a line behind it is none of its name
 */
export function claimPlace(list: string, reproduction: string): ClaimPlace {
  const { dir, name: id, ext } = posix.parse(reproduction);
  const file = posix.join(posix.dirname(list), dir && '..', dir, `reproductions${ext || '.mjs'}`);
  return { file, name: languageOf(file).functionOf(id) };
}

/** A claim's file and function in one word. Pure. See {@link claimPlace}. */
export function claimAddress(list: string, reproduction: string): string {
  const { file, name } = claimPlace(list, reproduction);
  return `${file}#${name}`;
}

/** The claims of a file, in their order. Pure. @throws {UserError} it is malformed, or one does not say what should hold. */
export function claimsIn(file: string, text: string): readonly Claim[] {
  return languageOf(file)
    .statementsOf(file, text)
    .flatMap(({ claim, names: [name = ''] }) => {
      if (claim === undefined) return [];
      if (claim !== '') return [{ name, says: claim }];
      throw new UserError('the reproduction has no claim', {
        where: `${file}#${name}`,
        hint: 'write it as one sentence: docs/known-issues.md',
      });
    });
}

/**
 * One claim with the declarations and imports that it uses, of its own file and of those that this one imports. Pure.
 *
 * @param read gives the text of a file
 * @throws {UserError} there is no such claim, it does not say what should hold, or a file is malformed.
 */
export function cutClaim({ file, name }: ClaimPlace, read: (file: string) => string): CutClaim {
  const language = languageOf(file);
  const claim = claimsIn(file, read(file)).find((each) => each.name === name);
  if (!claim) {
    throw new UserError(`has no "${language.signature(name)}"`, { where: file, hint: 'see docs/known-issues.md' });
  }
  const imports = new Map<string, Set<string>>();
  const declared = declarationsFor(new Set([name]), file, read, imports);
  const lines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, names]) => language.importLine(from, [...names]));
  return { ...claim, language: language.name, text: [lines.join('\n'), ...declared].join('\n\n') };
}

/** The declarations that some names need, those of other files first. Imports of packages are collected on the way. */
function declarationsFor(
  names: ReadonlySet<string>,
  file: string,
  read: (file: string) => string,
  collected: Map<string, Set<string>>,
): readonly string[] {
  const language = languageOf(file);
  const statements = language.statementsOf(file, read(file));
  const needed = new Set(names);
  for (const name of needed) {
    for (const { imports, names: own, uses } of statements) {
      if (!imports && own.includes(name)) for (const each of uses) needed.add(each);
    }
  }
  const foreign = statements.flatMap(({ imports, names: brought }): readonly string[] => {
    const used = imports ? brought.filter((name) => needed.has(name)) : [];
    if (!imports || used.length === 0) return [];
    const other = language.fileOf(imports.from);
    if (other !== undefined)
      return declarationsFor(new Set(used), posix.join(posix.dirname(file), other), read, collected);
    const known = collected.get(imports.from) ?? new Set();
    collected.set(imports.from, known);
    for (const name of used) known.add(imports.as.get(name) ?? name);
    return [];
  });
  const own = statements.filter(
    ({ imports, names: declared }) => !imports && declared.some((name) => needed.has(name)),
  );
  return [...foreign, ...own.map(({ before, text }) => [before, text].filter(Boolean).join('\n'))];
}
