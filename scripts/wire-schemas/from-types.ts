import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import { packageFolder } from './packages.ts';
import type { Definitions } from './source.ts';

/** Types of an SDK: by declaration file below the package's folder, without extension, those that stand in it. */
export interface TypesOfSdk {
  readonly package: string;
  readonly types: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads types of an SDK as definitions, with all that they refer to. Names that are no words (`Tool<Input>`) become such
 * (`Tool_Input_`).
 *
 * @throws {Error} there is no such type, or it has no JSON form.
 */
export async function definitionsFromTypes({ package: name, types }: TypesOfSdk): Promise<Definitions> {
  const { createGenerator } = await import('ts-json-schema-generator');
  const folder = await mkdtemp(join(tmpdir(), 'wire-schemas-'));
  try {
    const path = join(folder, 'roots.ts');
    await writeFile(path, rootsText(packageFolder(name), types));
    const generator = createGenerator({
      path,
      skipTypeCheck: true,
      expose: 'export',
      jsDoc: 'none',
      encodeRefs: false,
      additionalProperties: false,
    });
    const { definitions = {} } = generator.createSchema('*');
    const named = Object.entries(definitions).filter(([key]) => !key.startsWith(rootPrefix));
    return Object.fromEntries(named.map(([key, schema]) => [wordOf(key), renamed(schema as JsonObject)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const rootPrefix = 'Root_';

/** By name alone the generator takes the first type that is called so in the whole SDK; an alias says which file's is meant. */
const rootsText = (folder: string, types: TypesOfSdk['types']): string =>
  Object.entries(types)
    .flatMap(([file, names]) => names.map((name) => ({ name, file: JSON.stringify(join(folder, file)) })))
    .map(
      ({ name, file }, i) => `import type { ${name} as _${i} } from ${file};\nexport type ${rootPrefix}${i} = _${i};\n`,
    )
    .join('');

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
