import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { readDataFile } from '../../lib/data-file.ts';
import { UserError } from '../../lib/user-error.ts';
import type { WireDocument } from '../../spec/wire/schemas/column.ts';
import { type Definitions, packageVersion, type WireSchemaSource } from './definitions.ts';
import { anthropic, anthropicBeta } from './sources/anthropic.ts';
import { azureFoundryAgents, azureFoundryV2 } from './sources/azure.ts';
import { bedrockAgent, bedrockAgentRuntime, bedrockRuntime } from './sources/bedrock.ts';
import { google } from './sources/google.ts';
import { mistral, mistralChat } from './sources/mistral.ts';
import { openAiAssistants, openAiChat, openAiResponses } from './sources/openai.ts';

/** Every source of wire schemas. */
export const wireSchemaSources: readonly WireSchemaSource[] = [
  anthropic,
  anthropicBeta,
  azureFoundryAgents,
  azureFoundryV2,
  bedrockAgent,
  bedrockAgentRuntime,
  bedrockRuntime,
  google,
  mistral,
  mistralChat,
  openAiAssistants,
  openAiChat,
  openAiResponses,
];

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

const folder = join(import.meta.dirname, 'overrides');

/** By source, `overrides/<source>.yaml`: where real traffic is wider than the SDK's types. @throws {UserError} a file is malformed. */
export async function loadWidenings(): Promise<Readonly<Record<string, readonly Widening[]>>> {
  const names = await readdir(folder);
  const read = names.sort().map(async (name) => {
    const path = join(folder, name);
    return [name.replace(/\.yaml$/, ''), await readDataFile(path, Type.Array(Widening), 'list of widenings')] as const;
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
    where: `scripts/wire-schemas/overrides/${source}.yaml`,
    hint: 'take it out, or name the definition as schemas/wire has it',
  });
