import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { UserError } from '../../lib/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** Definitions by name, in JSON Schema 2020-12; what one says of another it says by `{ "$ref": "#/$defs/<name>" }`. */
export type Definitions = Readonly<Record<string, JsonObject>>;

/**
 * Where the schemas of a provider's wire come from: its own SDK. One source, one file `schemas/wire/<id>.json`.
 *
 * However they are made, definitions keep to these words of JSON Schema: `type`, `enum`, `const`, `properties`, `required`,
 * `additionalProperties`, `items`, `anyOf`, `$ref`. Objects are closed (`additionalProperties: false`) where the members are
 * known, and a union of objects has a member in each branch whose constant tells them apart, where the wire has one.
 */
export interface WireSchemaSource {
  /** Lower case with dashes. */
  readonly id: string;
  /** What it describes, for readers: `Anthropic Messages`. */
  readonly title: string;
  /** npm packages that the definitions are made from; their versions are written down beside them. */
  readonly packages: readonly string[];
  /** Other sources whose definitions this one holds too: where they are widened, these are. */
  readonly widenedAs?: readonly string[];
  /** Definitions that are kept with all that they refer to: the bodies of requests, responses, events and errors. */
  readonly roots: readonly string[];
  /** Reads the definitions out of the SDK; more than the roots need does no harm. */
  readonly read: () => Promise<Definitions>;
}

/** SDKs are installed for the reference adapters. */
const installedFor = pathToFileURL(join(repositoryFolder, 'adapters/reference/package.json'));

/** The folder of an installed SDK. @throws {UserError} it is not installed. */
export const packageFolder = (name: string): string => dirname(packageFile(name));

/** The exact version of an installed SDK. @throws {UserError} it is not installed. */
export const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(packageFile(name), 'utf8')) as { version: string }).version;

function packageFile(name: string): string {
  const path = findPackageJSON(name, installedFor);
  if (path) return path;
  throw new UserError(`the SDK ${name} is not installed`, {
    where: 'adapters/reference/package.json',
    hint: 'add it there, and run: npm install',
  });
}

/** Small changes to definitions, for sources whose SDK says more or less than the wire. */

/** Members of a definition that the SDK adds, and the wire does not have in the body: `output_text`, parameters of the path. */
export function withoutMembers(definitions: Definitions, name: string, members: readonly string[]): Definitions {
  const schema = definitions[name];
  const {
    properties = {},
    required = [],
    ...rest
  } = (schema ?? {}) as {
    properties?: JsonObject;
    required?: readonly string[];
  };
  for (const member of members) {
    if (!Object.hasOwn(properties, member)) throw new Error(`${name} has no member "${member}" to leave out`);
  }
  const kept = Object.entries(properties).filter(([key]) => !members.includes(key));
  return {
    ...definitions,
    [name]: {
      ...(rest as JsonObject),
      properties: Object.fromEntries(kept),
      required: required.filter((key) => !members.includes(key)),
    },
  };
}

/** Definitions under other names, with what they say of one another: those of two SDKs in one document. */
export function underPrefix(definitions: Definitions, prefix: string): Definitions {
  const named = (schema: Json): Json => {
    if (Array.isArray(schema)) return schema.map(named);
    if (!isJsonObject(schema)) return schema;
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', `#/$defs/${prefix}`)]
          : [key, named(value)],
      ),
    );
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [`${prefix}${name}`, named(schema) as JsonObject]),
  );
}

/** A definition with more members, none of which has to be there. */
export function withMembers(definitions: Definitions, name: string, members: JsonObject): Definitions {
  const schema = definitions[name];
  if (schema?.type !== 'object') throw new Error(`${name} is no object to give members to`);
  return { ...definitions, [name]: { ...schema, properties: { ...(schema.properties as JsonObject), ...members } } };
}

/** A union with more branches. */
export function withBranches(definitions: Definitions, name: string, branches: readonly JsonObject[]): Definitions {
  const { anyOf, ...rest } = definitions[name] ?? {};
  if (!Array.isArray(anyOf)) throw new Error(`${name} is no union to give branches to`);
  return { ...definitions, [name]: { ...rest, anyOf: [...anyOf, ...branches] } };
}

/** Types of an SDK: by declaration file below the package's folder, without extension, those that stand in it or in a namespace of it. */
export interface TypesOfSdk {
  readonly package: string;
  /** Types that the SDK keeps to itself are definitions too, and not repeated wherever they are used. */
  readonly keptToItself?: true;
  readonly types: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads types of an SDK as definitions, with all that they refer to. Names that are no words (`Tool<Input>`) become such
 * (`Tool_Input_`).
 *
 * @throws {Error} there is no such type, or it has no JSON form.
 */
export async function definitionsFromTypes({ package: name, types, keptToItself }: TypesOfSdk): Promise<Definitions> {
  const { createGenerator } = await import('ts-json-schema-generator');
  const folder = await mkdtemp(join(tmpdir(), 'wire-schemas-'));
  try {
    const path = join(folder, 'roots.ts');
    await writeFile(path, rootsText(packageFolder(name), types));
    const generator = createGenerator({
      path,
      skipTypeCheck: true,
      expose: keptToItself ? 'all' : 'export',
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
    .map(({ name, file }, i) => {
      const [head, ...inner] = name.split('.');
      return `import type { ${head} as _${i} } from ${file};\nexport type ${rootPrefix}${i} = ${[`_${i}`, ...inner].join('.')};\n`;
    })
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
