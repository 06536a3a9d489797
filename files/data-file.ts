import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { LineCounter, parseDocument } from 'yaml';
import { explainSchemaErrors } from './schema-errors.ts';
import { UserError } from './user-error.ts';
import { validatorFor } from './validator.ts';

/**
 * Reads a JSON or YAML file and validates it against a schema.
 *
 * @throws {UserError} the file is missing, does not parse, or does not fit; the message names file, line and column,
 * the member at fault and what was expected there.
 */
export async function readDataFile<T extends TSchema>(path: string, schema: T, what: string): Promise<Static<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UserError(`cannot read this ${what} (${code})`, { where: place(path) });
  }
  return parseData(text, path, schema, what);
}

/** The pure half of {@link readDataFile}: text in, validated data out. `path` is only for the messages. */
export function parseData<T extends TSchema>(text: string, path: string, schema: T, what: string): Static<T> {
  const value = path.endsWith('.yaml') ? parseYaml(text, path, what) : parseJson(text, path, what);
  const validate = validatorFor(schema);
  if (validate(value)) return value as Static<T>;
  const problems = explainSchemaErrors(validate.errors ?? [], value).slice(0, 5);
  const lines = problems.map(
    (p) => `${locate(text, path, p.pointer)}: ${p.pointer || '(the whole file)'} ${p.message}`,
  );
  const [first, ...rest] = lines;
  throw new UserError(`${first?.slice(first.indexOf(': ') + 2)}${rest.map((l) => `\n${l}`).join('')}`, {
    where: first?.slice(0, first.indexOf(': ')) ?? place(path),
    hint: `this ${what} does not fit its schema${schemaName(schema)}`,
  });
}

function parseYaml(text: string, path: string, what: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const error = document.errors[0];
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
    throw new UserError(`this ${what} is not YAML: ${message}`, { where: `${place(path)}:${line}:${col}` });
  }
  return document.toJS();
}

function parseJson(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = new LineCounter();
    const [problem] = parseDocument(text, { lineCounter: lines, strict: true }).errors;
    const at = problem ? lines.linePos(problem.pos[0]) : undefined;
    const where = at ? `${place(path)}:${at.line}:${at.col}` : place(path);
    throw new UserError(`this ${what} is not JSON: ${(error as Error).message}`, { where });
  }
}

/** `file:line:column` of a JSON pointer; JSON is read as YAML for this, because that parser keeps positions. */
export function locate(text: string, path: string, pointer: string): string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const keys = pointer
    .split('/')
    .slice(1)
    .map((k) => k.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let depth = keys.length; depth >= 0; depth--) {
    const node = document.getIn(keys.slice(0, depth).map(numeric), true) as
      | { range?: [number, number, number] }
      | undefined;
    if (node?.range) {
      const { line, col } = lines.linePos(node.range[0]);
      return `${place(path)}:${line}:${col}`;
    }
  }
  return place(path);
}

const numeric = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

/** A path as the messages show it: relative to the working directory, with forward slashes. */
export function place(path: string): string {
  const shown = relative(process.cwd(), path);
  return (shown.startsWith('..') ? path : shown).replaceAll('\\', '/');
}

const schemaName = (schema: TSchema): string => {
  const id = (schema as { $id?: string }).$id;
  return id ? ` (${id})` : '';
};
