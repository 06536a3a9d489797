import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import { packageFolder } from './packages.ts';
import type { Definitions } from './source.ts';

/** Types in the declaration files of an SDK. */
export interface TypesOfSdk {
  readonly package: string;
  /** Declaration files below the package's folder. */
  readonly files: readonly string[];
  /** Types that stand in them, by their own names. */
  readonly types: readonly string[];
}

/**
 * Reads types of an SDK as definitions. Names that are no words (`Tool<Input>`) become such (`Tool_Input_`).
 *
 * @throws {Error} there is no such type, or it has no JSON form.
 */
export async function definitionsFromTypes({ package: name, files, types }: TypesOfSdk): Promise<Definitions> {
  const { createGenerator } = await import('ts-json-schema-generator');
  const folder = packageFolder(name);
  const generator = createGenerator({
    path: join(folder, files.length === 1 ? String(files[0]) : `{${files.join(',')}}`),
    skipTypeCheck: true,
    expose: 'export',
    jsDoc: 'none',
    encodeRefs: false,
    additionalProperties: false,
  });
  const { definitions = {} } = generator.createSchema([...types]);
  return Object.fromEntries(
    Object.entries(definitions).map(([key, schema]) => [wordOf(key), renamed(schema as JsonObject)]),
  );
}

const wordOf = (name: string): string => name.replaceAll(/[^\w.]/g, '_');

const prefix = '#/definitions/';

function renamed<T extends Json>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(renamed) as unknown as T;
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(prefix)
      ? [key, `#/$defs/${wordOf(value.slice(prefix.length))}`]
      : [key, renamed(value)],
  );
  return Object.fromEntries(members) as T;
}
