import type { Static, TSchema } from 'typebox';
import { LineCounter, parseDocument } from 'yaml';
import { deepest, isDeeperThan, jsonProblem, offsetOf, syntaxErrorAt } from './json-text.ts';
import { place } from './place.ts';
import { readPlain, textOf } from './read-plain.ts';
import { explainSchemaErrors } from './schema-errors.ts';
import { UserError } from './user-error.ts';
import { validatorFor } from './validator.ts';

/** The most bytes of a YAML file: its parser needs some thousand times the time and memory that JSON's does. */
const mostYaml = 4 * 2 ** 20;

/**
 * Reads a JSON or YAML file and validates it against a schema.
 *
 * @param within a folder above the file, below which no step may be a link; unless told, the file's own folder
 * @throws {UserError} the file is missing, no plain file, too large, does not parse, or does not fit; the message names file,
 * line and column, the member at fault and what was expected there.
 */
export async function readDataFile<T extends TSchema>(
  path: string,
  schema: T,
  what: string,
  within?: string,
): Promise<Static<T>> {
  return parseData(readText(path, what, within), path, schema, what);
}

/** The text of a JSON or YAML file. @throws {UserError} it is missing, no plain file of text, or too large. */
export function readText(path: string, what: string, within?: string): string {
  return textOf(readPlain(path, what, { within, ...(isYaml(path) ? { most: mostYaml } : {}) }), path, what);
}

/** The pure half of {@link readDataFile}: text in, validated data out. `path` is only for the messages. */
export function parseData<T extends TSchema>(text: string, path: string, schema: T, what: string): Static<T> {
  const value = isYaml(path) ? parseYaml(text, path, what) : parseJson(text, path, what);
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

const isYaml = (path: string): boolean => path.endsWith('.yaml');

function parseYaml(text: string, path: string, what: string): unknown {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines });
    const error = document.errors[0];
    // The parser's own word for what is nested too deeply.
    if (error && !/call stack/.test(error.message)) {
      const { line, col } = lines.linePos(error.pos[0]);
      const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
      throw new UserError(`this ${what} is not YAML: ${message}`, { where: `${place(path)}:${line}:${col}`, hint });
    }
    const value: unknown = error ? undefined : document.toJS();
    if (!error && !isDeeperThan(value, deepest)) return value;
  } catch (error) {
    // The parser's own limits: of aliases that multiply, a ReferenceError; of nesting, the stack's.
    if (error instanceof ReferenceError)
      throw new UserError(`this ${what} cannot be read: ${error.message}`, {
        where: place(path),
        hint: 'write out what its aliases stand for',
      });
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UserError(`this ${what} is nested deeper than ${deepest} levels, or holds itself`, {
    where: place(path),
    hint,
  });
}

function parseJson(text: string, path: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const where = lineAndColumn(text, path, syntaxErrorAt(text, message));
    throw new UserError(`this ${what} is not JSON: ${message}`, { where, hint });
  }
  const problem = isAsWritten(value, text) ? undefined : jsonProblem(text);
  if (!problem) return value;
  throw new UserError(`this ${what} ${problem.message}`, { where: lineAndColumn(text, path, problem.offset), hint });
}

const hint = 'mend it there, or restore the file';

/** True for a text that says its value in the one way of `JSON.stringify`: then it says nothing twice. Most files do. */
function isAsWritten(value: unknown, text: string): boolean {
  try {
    const indent = /^[{[]\n( +)/.exec(text)?.[1]?.length ?? 0;
    return !isDeeperThan(value, deepest) && `${JSON.stringify(value, null, indent)}\n` === text;
  } catch {
    return false;
  }
}

/** `file:line:column` of a JSON pointer; of a member that is not there, of what should hold it. */
export function locate(text: string, path: string, pointer: string): string {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((k) => k.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!isYaml(path)) return lineAndColumn(text, path, offsetOf(text, keys));
  const document = parseDocument(text);
  for (let depth = keys.length; depth >= 0; depth--) {
    const node = document.getIn(keys.slice(0, depth).map(numeric), true) as
      | { range?: [number, number, number] }
      | undefined;
    if (node?.range) return lineAndColumn(text, path, node.range[0]);
  }
  return place(path);
}

function lineAndColumn(text: string, path: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `${place(path)}:${line}:${offset - before.lastIndexOf('\n')}`;
}

const numeric = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

const schemaName = (schema: TSchema): string => {
  const id = (schema as { $id?: string }).$id;
  return id ? ` (${id})` : '';
};
