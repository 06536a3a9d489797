import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Type from 'typebox';
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { readDataFile } from '../../lib/data-file.ts';
import { UserError } from '../../lib/user-error.ts';
import type { WireDocument } from '../../spec/wire/schemas/column.ts';
import { type Definitions, packageVersion, type WireSchemaSource } from './definitions.ts';

const sourcesFolder = join(import.meta.dirname, 'sources');

/** Every source of wire schemas: what the modules of `sources/` export. */
export const wireSchemaSources: readonly WireSchemaSource[] = (
  await Promise.all(
    globSync('*.ts', { cwd: sourcesFolder, exclude: ['*.test.ts'] }).map(
      async (name): Promise<object> => import(pathToFileURL(join(sourcesFolder, name)).href),
    ),
  )
)
  .flatMap((module) => Object.values(module).filter(isSource))
  .sort((a, b) => (a.id < b.id ? -1 : 1));

function isSource(value: unknown): value is WireSchemaSource {
  return typeof value === 'object' && value !== null && 'roots' in value && 'read' in value;
}

/** What is committed of a source: the roots and what they refer to, by name, with the versions that they come from. */
export async function wireDocumentOf(
  source: WireSchemaSource,
  widenings: readonly Widening[] = [],
): Promise<WireDocument> {
  const definitions = widened(source.id, reachable(await source.read(), source), widenings);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: source.title,
    from: source.packages.map((name) => ({ package: name, version: packageVersion(name) })),
    $defs: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The roots with all that they refer to. @throws {Error} one of them is not there. */
function reachable(definitions: Definitions, { id, roots }: WireSchemaSource): Definitions {
  const kept: Record<string, JsonObject> = {};
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (Object.hasOwn(kept, name)) continue;
    const schema = definitions[name];
    if (!schema) throw new Error(`the source "${id}" has no definition "${name}"`);
    kept[name] = schema;
    open.push(...namesIn(schema));
  }
  return kept;
}

function namesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? value.slice('#/$defs/'.length) : namesIn(value),
  );
}

const text = Type.String({ minLength: 1 });
const byDefinition = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Record(Type.String(), schema, { description }));

const Widening = Type.Object(
  {
    reason: Type.String({ minLength: 10, description: 'Why, with where it was seen or is documented.' }),
    copies: byDefinition(
      Type.Array(text, { minItems: 1 }),
      'By definition that is a union, branches of which it has a copy `<union>.<branch>`: what else is said of that holds there alone.',
    ),
    newlyRequired: byDefinition(
      Type.Array(text, { minItems: 1 }),
      'By definition, members that the SDK requires and real traffic may lack.',
    ),
    members: byDefinition(
      Type.Record(Type.String(), Type.Unknown()),
      'By definition, schemas of members that real traffic has: ones that the SDK lacks, or has of another type alone.',
    ),
    values: byDefinition(
      Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 1 })),
      'By definition and member, values that real traffic has besides those of the SDK.',
    ),
    branches: byDefinition(
      Type.Record(Type.String(), Type.Unknown()),
      'By definition that is a union, schemas of branches that it lacks, by their names.',
    ),
  },
  { additionalProperties: false },
);
export type Widening = Type.Static<typeof Widening>;

const providerApis = join(import.meta.dirname, '../../spec/provider-apis');

/**
 * By source, where real traffic is wider than the SDK's types: `schema-corrections.yaml` in the folder of the provider API that it is named
 * after, or `schema-corrections.<source>.yaml` in that of the one that uses it.
 *
 * @throws {UserError} a file is malformed.
 */
export async function loadWidenings(): Promise<Readonly<Record<string, readonly Widening[]>>> {
  const names = globSync('*/schema-corrections{,.*}.yaml', { cwd: providerApis }).sort();
  const read = names.map(async (name) => {
    const [, api = '', source = api] = /^([^/\\]+).schema-corrections(?:\.(.+))?\.yaml$/.exec(name) ?? [];
    return [source, await readDataFile(join(providerApis, name), Type.Array(Widening), 'list of widenings')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Definitions as wide as real traffic. A member that is newly required stays required; that it may lack is noted beside it.
 *
 * @throws {UserError} a widening names what is not there, or is there already: it would hide the next one.
 */
export function widened(source: string, definitions: Definitions, widenings: readonly Widening[]): Definitions {
  const all: Record<string, JsonObject> = { ...definitions };
  const change = (name: string, edit: (schema: JsonObject) => JsonObject) => {
    const schema = all[name];
    if (!schema) throw needless(source, name, 'there is no such definition');
    all[name] = edit(schema);
  };
  const each = <T>(
    named: Readonly<Record<string, T>> | undefined,
    edit: (s: JsonObject, of: T, n: string) => JsonObject,
  ) => {
    for (const [name, of] of Object.entries(named ?? {})) change(name, (schema) => edit(schema, of, name));
  };
  for (const { copies, newlyRequired, members, values, branches } of widenings) {
    each(copies, (schema, names, definition) => {
      const references = [...((schema.anyOf ?? []) as JsonObject[])].map(({ $ref }) => String($ref));
      for (const name of names) {
        const at = references.indexOf(`#/$defs/${name}`);
        if (at < 0) throw needless(source, `${definition}.${name}`, 'the union has no such branch');
        references[at] = `#/$defs/${definition}.${name}`;
        all[`${definition}.${name}`] = { ...all[name] };
      }
      return { ...schema, anyOf: references.map(($ref) => ({ $ref })) };
    });
    each(newlyRequired, (schema, names, definition) => {
      const required = listOf(schema.required);
      const left = names.find((name) => !required.includes(name) || listOf(schema.newlyRequired).includes(name));
      if (left !== undefined) throw needless(source, `${definition}.${left}`, 'it is not required as it is');
      return { ...schema, newlyRequired: [...listOf(schema.newlyRequired), ...names] };
    });
    each(members, (schema, types) => withProperties(schema, types as Readonly<Record<string, Json>>));
    each(values, (schema, listed, definition) => {
      const left = Object.keys(listed).find((name) => !Object.hasOwn((schema.properties ?? {}) as object, name));
      if (left !== undefined) throw needless(source, `${definition}.${left}`, 'there is no such member');
      const enums = Object.entries(listed).map(([name, more]) => [name, { enum: more as Json[] }]);
      return withProperties(schema, Object.fromEntries(enums));
    });
    each(branches, (schema, more, definition) => {
      if (!Array.isArray(schema.anyOf)) throw needless(source, definition, 'it is no union');
      for (const [name, branch] of Object.entries(more)) {
        if (Object.hasOwn(all, name)) throw needless(source, name, 'there is such a definition');
        all[name] = branch as JsonObject;
      }
      const references = Object.keys(more).map((name) => ({ $ref: `#/$defs/${name}` }));
      return { ...schema, anyOf: [...(schema.anyOf as Json[]), ...references] };
    });
  }
  return all;
}

/** Members as they are or as they are now. */
function withProperties(schema: JsonObject, types: Readonly<Record<string, Json>>): JsonObject {
  const had = (schema.properties ?? {}) as JsonObject;
  const changed = Object.entries(types).map(([name, type]) => {
    const before = had[name];
    return [name, before === undefined ? type : { anyOf: [before, type] }];
  });
  return { ...schema, properties: { ...had, ...Object.fromEntries(changed) } };
}

const listOf = (value: Json | undefined): readonly string[] => (value ?? []) as readonly string[];

const needless = (source: string, what: string, wrong: string): UserError =>
  new UserError(`"${what}" of ${source} cannot be widened: ${wrong}`, {
    where: `spec/provider-apis: schema-corrections of ${source}`,
    hint: 'remove it, or use the name of the definition in schemas/wire',
  });
