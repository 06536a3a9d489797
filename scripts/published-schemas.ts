import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { canonicalJson, compactJson, isJsonObject, type Json, type JsonObject } from '../lib/canonical-json.ts';
import { type Sample, sampled } from '../lib/sample.ts';
import { writeFileAtomic } from '../lib/write-atomic.ts';
import { DialectsFileSchema } from '../matrix/dialects.ts';
import { ErrataFileSchema } from '../matrix/errata.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { LimitsFileSchema } from '../matrix/limits.ts';
import { ProviderFileSchema, ToolsFileSchema } from '../matrix/schema.ts';
import { CassetteFileSchema } from '../recordings/format/cassette.ts';
import { FreshnessFileSchema } from '../recordings/freshness.ts';
import { CanIUse } from '../reports/can-i-use/schema.ts';
import { Changes } from '../reports/changes/schema.ts';
import { MatrixFeed } from '../reports/feeds/schema.ts';
import { Decision } from '../reports/gate/decision-schema.ts';
import { SiteManifest } from '../reports/pages/manifest.ts';
import { Snapshot } from '../reports/snapshot/schema.ts';
import { AliasesFile } from '../spec/aliases.ts';
import * as contract from '../spec/contract/index.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { KnownIssuesFile } from '../spec/engine/known-issues.ts';
import { LibraryOptionsFile } from '../spec/engine/library-options.ts';
import { KillMatrix } from '../spec/kill-matrix/schema.ts';
import { processSchemas } from '../spec/process/messages.ts';
import { Evidence, Timings } from '../spec/results/schema.ts';
import { StoredResults } from '../spec/results/stored-results.ts';
import { ScenarioFile } from '../spec/scenarios/schema.ts';
import type { WireSchemaSource } from './wire-schemas/definitions.ts';
import { loadWidenings, wireDocumentOf, wireSchemaSources } from './wire-schemas/document.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schemas that others may rely on, by file name. Pure: the same sources give the same schemas. */
export function publishedSchemas(): Readonly<Record<string, Json>> {
  const matrix = [ToolsFileSchema, ProviderFileSchema, ErrataFileSchema, DialectsFileSchema, LimitsFileSchema];
  const files = [
    ...matrix,
    CassetteFileSchema,
    FreshnessFileSchema,
    ScenarioFile,
    KnownIssuesFile,
    LibraryOptionsFile,
    AliasesFile,
    StoredResults,
    Evidence,
    Timings,
    KillMatrix,
    Decision,
    CanIUse,
    Snapshot,
    Changes,
    MatrixFeed,
    SiteManifest,
  ];
  return {
    'contract.schema.json': contractSchema(),
    'process.schema.json': processSchema(),
    ...Object.fromEntries(
      files.map((schema) => [nameOf(schema), { $schema: draft, ...withNamedParts(forAnyColumn(plain(schema))) }]),
    ),
  };
}

/** How a provider API is called where a schema does not list them: they are found by their files, and more come. */
const anyColumn = {
  type: 'string',
  pattern: '^[a-z0-9-]+$',
  description: 'a provider API: a file of matrix/provider-apis',
};

/** A schema that lists no provider API, neither as values nor as members. */
function forAnyColumn<T extends Json>(schema: T): T;
function forAnyColumn(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((part: Json) => forAnyColumn(part));
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).flatMap(([word, value]): [string, Json][] => {
    if (word === 'enum' && areColumns(value)) return Object.entries(anyColumn);
    const changed = forAnyColumn(value);
    if (word !== 'properties' || !isJsonObject(changed) || !areColumns(Object.keys(changed))) return [[word, changed]];
    // The same is said of each.
    return [['patternProperties', { [anyColumn.pattern]: Object.values(changed)[0] ?? {} }]];
  });
  return Object.fromEntries(members);
}

const areColumns = (names: Json | undefined): boolean =>
  Array.isArray(names) && names.length === providerApiIds.length && providerApiIds.every((id) => names.includes(id));

/** The contract as one document: every type of it a definition, referred to by name. */
const contractSchema = (): Json =>
  asDocument('contract.schema.json', 'The contract between applications and adapters', Object.values(contract));

/** What is said to an adapter in another process and by it, with the contract, so that one file is enough to go by. */
const processSchema = (): Json =>
  asDocument('process.schema.json', 'Messages between the suite and an adapter in another process', [
    ...processSchemas,
    ...Object.values(contract),
  ]);

/** The named types among some values as one document: each a definition, and a reference wherever it stands in another. */
function asDocument($id: string, title: string, values: readonly unknown[]): Json {
  const types = values.filter(isNamedSchema).map(plain);
  const names = types.map((type) => String(type.title)).sort();
  const definitions = names.map((name) => {
    const type = types.find(({ title }) => title === name);
    return [name, Object.fromEntries(Object.entries(type ?? {}).map(([k, v]) => [k, byName(v, names)]))] as const;
  });
  return { $schema: draft, $id, title, $defs: Object.fromEntries(definitions) };
}

function byName(value: Json, names: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => byName(item, names));
  if (!isJsonObject(value)) return value;
  if (typeof value.title === 'string' && names.includes(value.title)) return { $ref: `#/$defs/${value.title}` };
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, byName(v, names)]));
}

const isNamedSchema = (value: unknown): value is TSchema & { title: string } =>
  typeof value === 'object' && value !== null && typeof (value as { title?: unknown }).title === 'string';

/** A schema without what TypeBox keeps for itself. */
const plain = (schema: TSchema): { readonly [key: string]: Json } => JSON.parse(JSON.stringify(schema));

function nameOf(schema: TSchema): string {
  const { $id } = schema as { $id?: string };
  if (!$id) throw new Error('a published schema needs an $id');
  return $id;
}

/**
 * The same schema with each part that has a title and occurs more than once said once, by that title below `$defs`. Descriptions stay where
 * they are, for they may differ. Pure.
 *
 * @throws {Error} two parts that are not the same occur more than once by one title.
 */
export function withNamedParts(schema: JsonObject): JsonObject {
  const times = new Map<string, number>();
  count(schema, times);
  const definitions = new Map<string, { readonly id: string; readonly definition: JsonObject }>();
  const written = (part: JsonObject): JsonObject => {
    const { description, ...body } = part;
    const { title } = body;
    if (typeof title !== 'string') return mapParts(part, written);
    const id = canonicalJson(body);
    if ((times.get(id) ?? 0) < 2) return mapParts(part, written);
    const known = definitions.get(title);
    if (known === undefined) definitions.set(title, { id, definition: mapParts(body, written) });
    else if (known.id !== id) throw new Error(`two parts of ${schema.$id} have the title "${title}"`);
    return { $ref: `#/$defs/${title}`, ...(description === undefined ? {} : { description }) };
  };
  const root = mapParts(schema, written);
  if (definitions.size === 0) return root;
  const byTitle = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...root, $defs: Object.fromEntries(byTitle.map(([title, { definition }]) => [title, definition])) };
}

/** Looks into equal parts with a title once only: what a part is made of occurs as often as the part is written. */
function count(schema: JsonObject, times: Map<string, number>): void {
  const { description: _, ...body } = schema;
  if (typeof body.title === 'string') {
    const id = canonicalJson(body);
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    if (before > 0) return;
  }
  mapParts(schema, (part) => {
    count(part, times);
    return part;
  });
}

/** The words of JSON Schema that hold schemas: by name, in a list, and one. */
const namedSchemas = ['properties', 'patternProperties'];
const inList = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const alone = ['items', 'additionalProperties', 'not'];

function mapParts(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  const changed = (value: Json): Json => (isJsonObject(value) ? change(value) : value);
  const members = Object.entries(schema).map(([word, value]): readonly [string, Json] => {
    if (namedSchemas.includes(word) && isJsonObject(value)) {
      return [word, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part)]))];
    }
    if (inList.includes(word) && Array.isArray(value)) return [word, value.map(changed)];
    return [word, alone.includes(word) ? changed(value) : value];
  });
  return Object.fromEntries(members);
}

/**
 * Writes every schema of `schemas/` from what it is made of: the published ones, and those of the providers' wires. Those that
 * are no more are removed.
 *
 * @param isCheck writes nothing
 * @param sample looks at some of the wires alone
 * @returns the files that changed, or would, below the folder.
 * @throws {UserError} an SDK is not installed, or a widening is needless.
 */
export async function writeSchemas({
  isCheck,
  sample,
  folder = join(repositoryFolder, 'schemas'),
}: {
  readonly isCheck: boolean;
  readonly folder?: string;
  readonly sample?: Sample | undefined;
}): Promise<string[]> {
  const sources = sampled(wireSchemaSources, sample, ({ id }) => id);
  const wanted = await wantedFiles(sources);
  const all = new Set([...wanted.keys(), ...wireSchemaSources.map(wireFileOf)]);
  const there = await filesBelow(folder);
  const stale: string[] = [];
  for (const [name, text] of wanted) {
    if (there.get(name) === text) continue;
    stale.push(name);
    if (!isCheck) await writeFileAtomic(join(folder, name), text);
  }
  for (const name of there.keys()) {
    if (all.has(name)) continue;
    stale.push(name);
    if (!isCheck) await rm(join(folder, name));
  }
  return stale;
}

const wireFileOf = ({ id }: Pick<WireSchemaSource, 'id'>): string => `wire/${id}.json`;

async function wantedFiles(sources: readonly WireSchemaSource[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(publishedSchemas())) {
    files.set(name, compactJson(schema));
  }
  const widenings = await loadWidenings();
  for (const source of sources) {
    const applied = [...(source.widenedAs ?? []), source.id].flatMap((id) => widenings[id] ?? []);
    const document = await wireDocumentOf(source, applied);
    files.set(wireFileOf(source), compactJson(document as unknown as Json));
  }
  return files;
}

async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.map(async (path) => {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    return [name, await readFile(path, 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** What the command prints of files that are not what their sources say, or were not before it wrote them. Pure. */
export function schemasText(
  stale: readonly string[],
  {
    check,
    sample,
    json,
  }: {
    readonly check?: true | undefined;
    readonly sample?: number | undefined;
    readonly json?: true | undefined;
  },
): string {
  const files = stale.map((name) => `schemas/${name}`);
  const became = check ? 'stale' : 'written';
  if (json) return `${JSON.stringify({ [became]: files }, null, 2)}\n`;
  if (files.length === 0)
    return `${sample === undefined ? 'schemas/' : `schemas/, of ${sample} wires,`} is what its sources say\n`;
  return `${files.map((file) => `${became}: ${file}\n`).join('')}${check ? 'run: npm run schemas\n' : ''}`;
}
