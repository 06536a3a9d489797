import type { Static, TSchema } from 'typebox';
import { parseDocument } from 'yaml';
import { explainSchemaErrors } from './explain-schema-errors.ts';
import { offsetOf } from './json-positions.ts';
import { keptParse } from './kept-parse.ts';
import { type LineOf, lineAndColumn, parseJson, parseYaml, yamlLines } from './parse-json-yaml.ts';
import { decodeText, readRegularFile } from './read-regular-file.ts';
import { displayPath, UserError } from './user-error.ts';
import { validatorFor } from './validator.ts';

/** The most bytes of a YAML file: its parser needs some thousand times the time and memory that JSON's does. */
export const maxYamlBytes = 4 * 2 ** 20;

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
  return parseDataFile(readText(path, what, within), path, schema, what);
}

/** The text of a JSON or YAML file. @throws {UserError} it is missing, no plain file of text, or too large. */
export function readText(path: string, what: string, within?: string): string {
  return decodeText(
    readRegularFile(path, what, { within, ...(isYaml(path) ? { most: maxYamlBytes } : {}) }),
    path,
    what,
  );
}

/** Validated data of a text. Pure: `path` is only for the messages. @throws {UserError} as {@link readDataFile}. */
export function parseData<T extends TSchema>(text: string, path: string, schema: T, what: string): Static<T> {
  const value = isYaml(path) ? parseYaml(text, path, what) : parseJson(text, path, what);
  return assertSchema(value, schema, what, (pointer) => pointerLocation(text, path, pointer));
}

/** The same of a file that people edit, which is parsed again only where it changed. @throws {UserError} as {@link readDataFile}. */
export function parseDataFile<T extends TSchema>(text: string, path: string, schema: T, what: string): Static<T> {
  return keptParse(text, path, schema, () => parseData(text, path, schema, what));
}

/** The same of YAML, whatever the name, and where in the text things stand. @throws {UserError} as {@link readDataFile}. */
export function parseDataLines<T extends TSchema>(
  text: string,
  path: string,
  schema: T,
  what: string,
): { data: Static<T>; lineOf: LineOf } {
  const data = keptParse(text, path, schema, () =>
    assertSchema(parseYaml(text, path, what), schema, what, (pointer) => pointerLocation(text, path, pointer, true)),
  );
  let lines: LineOf | undefined;
  return {
    data,
    lineOf(keys) {
      lines ??= yamlLines(text);
      return lines(keys);
    },
  };
}

/**
 * A value that fits a schema.
 *
 * @param whereIs the place in a file of a JSON pointer into the value
 * @throws {UserError} it does not fit; the message names the place, the member at fault and what was expected there.
 */
export function assertSchema<T extends TSchema>(
  value: unknown,
  schema: T,
  what: string,
  whereIs: (pointer: string) => string,
): Static<T> {
  const validate = validatorFor(schema);
  if (validate(value)) return value as Static<T>;
  const problems = explainSchemaErrors(validate.errors ?? [], value).slice(0, 5);
  const lines = problems.map((p) => `${whereIs(p.pointer)}: ${p.pointer || '(the whole file)'} ${p.message}`);
  const [first, ...rest] = lines;
  throw new UserError(`${first?.slice(first.indexOf(': ') + 2)}${rest.map((l) => `\n${l}`).join('')}`, {
    where: first?.slice(0, first.indexOf(': ')) ?? whereIs(''),
    hint: `this ${what} does not fit its schema${schemaName(schema)}`,
  });
}

const isYaml = (path: string): boolean => path.endsWith('.yaml');

/**
 * `file:line:column` of a JSON pointer; of a member that is not there, of what should hold it.
 *
 * @param yaml whether the text is YAML; as its name says, unless told
 */
export function pointerLocation(text: string, path: string, pointer: string, yaml = isYaml(path)): string {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((k) => k.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!yaml) return lineAndColumn(text, path, offsetOf(text, keys));
  const document = parseDocument(text);
  for (let depth = keys.length; depth >= 0; depth--) {
    const node = document.getIn(keys.slice(0, depth).map(numeric), true) as
      | { range?: [number, number, number] }
      | undefined;
    if (node?.range) return lineAndColumn(text, path, node.range[0]);
  }
  return displayPath(path);
}

const numeric = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

const schemaName = (schema: TSchema): string => {
  const id = (schema as { $id?: string }).$id;
  return id ? ` (${id})` : '';
};
