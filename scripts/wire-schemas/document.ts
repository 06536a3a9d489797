import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { WireDocument } from '../../spec/wire/schemas/document.ts';
import { packageVersion } from './packages.ts';
import type { Definitions, WireSchemaSource } from './source.ts';
import { type Widening, widened } from './widen.ts';

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
