import { type CollectionTag, type Document, LineCounter, parseAllDocuments, parseDocument, type ScalarTag } from 'yaml';
import { isDeeperThan, isSpelledAs, jsonProblem, maxDepth, syntaxErrorAt } from './json-positions.ts';
import { displayPath, UserError } from './user-error.ts';

/** JSON and YAML text as values, without what would surprise: nothing is said twice, nested endlessly, or multiplied by aliases. */

/** The parser would warn on its own, and quote the file as it is. */
const quiet = { logLevel: 'error' } as const;

const hint = 'correct the file there, or restore it';

/**
 * The one document of a YAML text.
 *
 * @param path only for the messages
 * @param what what the file should be, as the message says it
 * @throws {UserError} it is not YAML, several documents, nested too deeply, or made of aliases that multiply; the message says where.
 */
export function parseYaml(text: string, path: string, what: string): unknown {
  const json = plainJson(text);
  if (json !== undefined) return json;
  const lines = new LineCounter();
  const [value] = valuesOf(() => [parseDocument(text, { lineCounter: lines, ...quiet })], lines, path, what);
  return value;
}

/** What is written as JSON is YAML as well, and read in a hundredth of the time; only an object that is spelled in the usual way. */
function plainJson(text: string): object | undefined {
  if (!text.startsWith('{"')) return undefined;
  try {
    const value: object = JSON.parse(text);
    return isAsWritten(value, text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The documents of a YAML text, `null` alone where it has none.
 *
 * @param tags the types of scalars, instead of those of YAML 1.2's core schema
 * @throws {UserError} as {@link parseYaml}, but that there may be several.
 */
export function parseYamlDocuments(
  text: string,
  path: string,
  what: string,
  tags: readonly (ScalarTag | CollectionTag)[],
): readonly unknown[] {
  const lines = new LineCounter();
  const options = { lineCounter: lines, schema: 'failsafe', customTags: [...tags], ...quiet };
  const read = () => [...parseAllDocuments(text, options)];
  const values = valuesOf(read, lines, path, what);
  return values.length === 0 ? [null] : values;
}

function valuesOf(read: () => readonly Document[], lines: LineCounter, path: string, what: string): unknown[] {
  try {
    const documents = read();
    const error = documents.flatMap(({ errors }) => errors)[0];
    // The parser's own word for what is nested too deeply.
    if (error && !/call stack/.test(error.message)) {
      const { line, col } = lines.linePos(error.pos[0]);
      const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
      throw new UserError(`this ${what} is not YAML: ${message}`, {
        where: `${displayPath(path)}:${line}:${col}`,
        hint,
      });
    }
    const values = error ? [] : documents.map((document): unknown => document.toJS());
    if (!error && !values.some((value) => isDeeperThan(value, maxDepth))) return values;
  } catch (error) {
    // The parser's own limits: of aliases that multiply, a ReferenceError; of nesting, the stack's.
    if (error instanceof ReferenceError)
      throw new UserError(`this ${what} cannot be read: ${error.message}`, {
        where: displayPath(path),
        hint: 'replace its aliases with their values',
      });
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UserError(`this ${what} is nested deeper than ${maxDepth} levels, or contains itself`, {
    where: displayPath(path),
    hint,
  });
}

/**
 * The value of a JSON text.
 *
 * @throws {UserError} it is not JSON, nested too deeply, or has two members of one name; the message says where.
 */
export function parseJson(text: string, path: string, what: string): unknown {
  return parseJsonSpelled(text, path, what).value;
}

/** {@link parseJson}, and whether each number and text in it is spelled as `JSON.stringify` spells it. */
export function parseJsonSpelled(
  text: string,
  path: string,
  what: string,
): { readonly value: unknown; readonly isUsual: boolean } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const where = lineAndColumn(text, path, syntaxErrorAt(text, message));
    throw new UserError(`this ${what} is not JSON: ${message}`, { where, hint });
  }
  const isUsual = isAsWritten(value, text);
  const problem = isUsual ? undefined : jsonProblem(text);
  if (!problem) return { value, isUsual };
  throw new UserError(`this ${what} ${problem.message}`, { where: lineAndColumn(text, path, problem.offset), hint });
}

/** True for a text that says its value in the one way of `JSON.stringify`, but for white space: then it says nothing twice. Most files do. */
function isAsWritten(value: unknown, text: string): boolean {
  try {
    return !isDeeperThan(value, maxDepth) && isSpelledAs(text, JSON.stringify(value));
  } catch {
    return false;
  }
}

/** `file:line:column` of a character. */
export function lineAndColumn(text: string, path: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `${displayPath(path)}:${line}:${offset - before.lastIndexOf('\n')}`;
}

/**
 * Where things stand in a YAML text: the line, counted from 1, of what a path leads to. Of a member that is not written there, such as
 * one that an alias stands for, it is the line of what should hold it.
 */
export type LineOf = (path: readonly (string | number)[]) => number;

/** The lines of a YAML text. @param text one YAML document that parses */
export function yamlLines(text: string): LineOf {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  return (path) => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: readonly number[] } | undefined;
      if (node?.range?.[0] !== undefined) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
}
