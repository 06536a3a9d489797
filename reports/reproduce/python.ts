import { posix } from 'node:path';
import type { Language, TopStatement } from './language.ts';

/** Claims in Python: functions that are `async` and not private, with the sentence as their docstring. */
export const python: Language = {
  name: 'python',
  signature: (name) => `async def ${name}(base_url, mode, requests)`,
  functionOf: (id) => id.replaceAll('-', '_'),
  fileOf,
  importLine: (from, names) =>
    names.includes(from) ? `import ${from}` : `from ${from} import ${names.toSorted().join(', ')}`,
  statementsOf: (_, text) => statements(text).map(statementOf),
};

/** `..shared.reproductions` is a file one folder above. */
function fileOf(from: string): string | undefined {
  const [, dots = '', name = ''] = /^(\.*)(.*)$/.exec(from) ?? [];
  return dots === '' ? undefined : posix.join(...Array(dots.length - 1).fill('..'), `${name.replaceAll('.', '/')}.py`);
}

/** Strings, comments and brackets; whatever else is the end of a line before one that may begin something. */
const tokens = /("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*|[([{]|[)\]}]|\n(?=[^\s)\]}])/g;

/** A statement begins in the first column, outside of brackets and strings, with the comments and decorators above it. */
function statements(text: string): readonly string[] {
  const starts = [0];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    else if (token === '\n' && depth === 0 && !onlyAbove.test(text.slice(starts.at(-1), index))) starts.push(index + 1);
  }
  return starts.map((start, n) => text.slice(start, starts[n + 1]).trim()).filter((each) => each !== '');
}

/** Comments and decorators. */
const onlyAbove = /^(?:[#@].*(?:\n|$)|\s)*$/;

function statementOf(text: string): TopStatement {
  const code = text.replace(/^(?:[#@].*\n|\s)*/, '');
  const uses = new Set([...text.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].map(([name]) => name));
  const imported = importOf(code);
  if (imported) return { before: '', text, names: [...imported.as.keys()], uses, imports: imported };
  const [, isAsync, name] = /^(async )?(?:def|class) (\w+)/.exec(code) ?? [];
  if (name === undefined) {
    const [targets = ''] = /^[\w\s,]+(?=(:.*)?=[^=])/.exec(code) ?? [];
    return { before: '', text, names: targets.split(',').map((each) => each.trim()), uses };
  }
  const isClaim = isAsync !== undefined && !name.startsWith('_');
  return { before: '', text, names: [name], uses, ...(isClaim ? { claim: sentenceOf(code) } : {}) };
}

function importOf(code: string): TopStatement['imports'] {
  const [, from, list] = /^from (\S+) import \(?([\s\S]*?)\)?$/.exec(code) ?? [];
  const [, whole] = /^import (\S+)$/.exec(code) ?? [];
  if (whole !== undefined) return { from: whole, as: new Map([[whole.split('.')[0] ?? whole, whole]]) };
  if (from === undefined || list === undefined) return undefined;
  const names = list.split(',').flatMap((each) => each.trim() || []);
  return { from, as: new Map(names.map((name) => [name.split(' as ').at(-1) ?? name, name])) };
}

function sentenceOf(code: string): string {
  const [, said = ''] = /^async def [^\n]*(?:\n[^\n]*)*?:\n\s+"""([\s\S]*?)"""/.exec(code) ?? [];
  return said.replace(/\s+/g, ' ').trim();
}
