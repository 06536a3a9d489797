import { type Node, type Program, parseSync, type Statement, Visitor } from 'oxc-parser';
import { UserError } from '../../lib/user-error.ts';
import type { Language, TopStatement } from './language.ts';

/** Claims in JavaScript: exported functions, with the sentence in a comment above them. */
export const javascript: Language = {
  name: 'javascript',
  signature: (name) => `export async function ${name}({ baseUrl, mode, requests })`,
  functionOf: (id) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  fileOf: (from) => (from.startsWith('.') ? from : undefined),
  importLine,
  statementsOf,
};

function importLine(from: string, names: readonly string[]): string {
  const whole = names.flatMap((name) => (name.startsWith('default ') ? name.slice('default '.length) : []));
  const parts = names.filter((name) => !name.startsWith('default ')).sort();
  return `import ${[...whole, ...(parts.length > 0 ? [`{ ${parts.join(', ')} }`] : [])].join(', ')} from '${from}';`;
}

function statementsOf(file: string, text: string): readonly TopStatement[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new UserError(errors[0].message, { where: file });
  const used = namesUsed(program);
  let end = 0;
  return (program.body as Statement[]).map((node) => {
    const before = text.slice(end, node.start).trim();
    end = node.end;
    const isExported = node.type === 'ExportNamedDeclaration';
    const declaration = isExported && node.declaration ? node.declaration : node;
    const within = used.filter(({ start }) => node.start <= start && start < node.end);
    return {
      before,
      text: text.slice(declaration.start, declaration.end),
      names: namesOf(declaration),
      uses: new Set(within.map(({ name }) => name)),
      ...(node.type === 'ImportDeclaration' ? { imports: importOf(node) } : {}),
      ...(isExported ? { claim: sentenceOf(before) } : {}),
    };
  });
}

type Import = Extract<Statement, { type: 'ImportDeclaration' }>;

const importOf = ({ source, specifiers }: Import) => ({
  from: source.value,
  as: new Map(
    specifiers.map(({ type, local }) => [
      local.name,
      type === 'ImportSpecifier' ? local.name : `default ${local.name}`,
    ]),
  ),
});

function namesOf(node: Node): readonly string[] {
  if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }) => local.name);
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

function sentenceOf(above: string): string {
  const [, said = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/$/.exec(above) ?? [];
  return said.replace(/\s*\n\s*\*\s*/g, ' ').trim();
}
