/** Claims of reproductions files: each is an exported function, and can be cut out as a program of its own. */
import { posix } from 'node:path';
import { type Node, type Program, parseSync, type Statement, Visitor } from 'oxc-parser';
import { UserError } from '../../lib/user-error.ts';

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
  /** A module that imports packages alone, and declares the function. */
  readonly text: string;
}

const fileName = 'reproductions.mjs';

/**
 * The function that a known issue names: `null-citations` is `nullCitations` of `reproductions.mjs` beside its file; `openai-chat/x`, one of
 * another provider API. Pure.
 *
 * @param list the known issues file, relative to the project; a line behind it is none of its name
 */
export function claimPlace(list: string, reproduction: string): ClaimPlace {
  return {
    file: posix.join(
      posix.dirname(list),
      reproduction.includes('/') ? '..' : '',
      posix.dirname(reproduction),
      fileName,
    ),
    name: posix.basename(reproduction).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  };
}

/** A claim's file and function in one word. Pure. See {@link claimPlace}. */
export function claimAddress(list: string, reproduction: string): string {
  const { file, name } = claimPlace(list, reproduction);
  return `${file}#${name}`;
}

/** The claims of a file, in their order. Pure. @throws {UserError} it is malformed, or one does not say what should hold. */
export function claimsIn(file: string, text: string): readonly Claim[] {
  return statementsOf(file, text).flatMap(({ node, before, names: [name = ''] }) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    return [{ name, says: sentenceOf(before, `${file}#${name}`) }];
  });
}

/**
 * One claim with the declarations and imports that it uses, of its own file and of those that this one imports. Pure.
 *
 * @param read gives the text of a file
 * @throws {UserError} there is no such claim, it does not say what should hold, or a file is malformed.
 */
export function cutClaim({ file, name }: ClaimPlace, read: (file: string) => string): CutClaim {
  const claim = claimsIn(file, read(file)).find((each) => each.name === name);
  if (!claim) {
    throw new UserError(`has no "export async function ${name}({ baseUrl, mode, requests })"`, {
      where: file,
      hint: 'see docs/known-issues.md',
    });
  }
  const imports = new Map<string, Set<string>>();
  const declared = declarationsFor(new Set([name]), file, read, imports);
  const lines = [...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, names]) => importLine(from, [...names]));
  return { ...claim, text: [lines.join('\n'), ...declared].join('\n\n') };
}

/** The declarations that some names need, those of other files first. Imports of packages are collected on the way. */
function declarationsFor(
  names: ReadonlySet<string>,
  file: string,
  read: (file: string) => string,
  imports: Map<string, Set<string>>,
): readonly string[] {
  const statements = statementsOf(file, read(file));
  const needed = new Set(names);
  for (const name of needed) {
    for (const { node, names: own, uses } of statements) {
      if (node.type !== 'ImportDeclaration' && own.includes(name)) for (const each of uses) needed.add(each);
    }
  }
  const foreign = statements.flatMap(({ node }): readonly string[] => {
    if (node.type !== 'ImportDeclaration') return [];
    const from = node.source.value;
    const used = node.specifiers.filter(({ local }) => needed.has(local.name));
    if (used.length === 0) return [];
    if (from.startsWith('.')) {
      const own = new Set(used.map(({ local }) => local.name));
      return declarationsFor(own, posix.join(posix.dirname(file), from), read, imports);
    }
    const collected = imports.get(from) ?? new Set();
    imports.set(from, collected);
    for (const { type, local } of used)
      collected.add(type === 'ImportSpecifier' ? local.name : `default ${local.name}`);
    return [];
  });
  const own = statements.filter(
    ({ node, names: [first = ''] }) => node.type !== 'ImportDeclaration' && needed.has(first),
  );
  return [...foreign, ...own.map(({ before, text }) => [before, text].filter(Boolean).join('\n'))];
}

function importLine(from: string, names: readonly string[]): string {
  const whole = names.flatMap((name) => (name.startsWith('default ') ? name.slice('default '.length) : []));
  const parts = names.filter((name) => !name.startsWith('default ')).sort();
  return `import ${[...whole, ...(parts.length > 0 ? [`{ ${parts.join(', ')} }`] : [])].join(', ')} from '${from}';`;
}

interface Top {
  readonly node: Statement;
  /** Comments above it. */
  readonly before: string;
  /** Without the word "export". */
  readonly text: string;
  /** What it declares. */
  readonly names: readonly string[];
  /** Names within it, whatever they mean there. */
  readonly uses: ReadonlySet<string>;
}

function statementsOf(file: string, text: string): readonly Top[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new UserError(errors[0].message, { where: file });
  const used = namesUsed(program);
  let end = 0;
  return (program.body as Statement[]).map((node) => {
    const before = text.slice(end, node.start).trim();
    end = node.end;
    const declaration = node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node;
    const within = used.filter(({ start }) => node.start <= start && start < node.end);
    return {
      node,
      before,
      text: text.slice(declaration.start, declaration.end),
      names: namesOf(declaration),
      uses: new Set(within.map(({ name }) => name)),
    };
  });
}

function namesOf(node: Node): readonly string[] {
  if (node.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

/** All names of a program that are no names of members. */
function namesUsed(program: Program): readonly { readonly name: string; readonly start: number }[] {
  const members = new Set<Node>();
  const names: { readonly name: string; readonly start: number }[] = [];
  new Visitor({
    MemberExpression: ({ computed, property }) => void (computed || members.add(property)),
    Property: ({ computed, shorthand, key }) => void (computed || shorthand || members.add(key)),
    Identifier: (node) => void (members.has(node) || names.push(node)),
  }).visit(program);
  return names;
}

function sentenceOf(above: string, where: string): string {
  const [, said = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/$/.exec(above) ?? [];
  const says = said.replace(/\s*\n\s*\*\s*/g, ' ').trim();
  if (says) return says;
  throw new UserError('the reproduction has no claim', {
    where,
    hint: 'write it above the function as /** one sentence */',
  });
}
