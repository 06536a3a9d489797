import type { TSchema } from 'typebox';
import { isJsonObject, type Json } from '../lib/canonical-json.ts';
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
import { KnownIssuesFile } from '../spec/engine/known-issues.ts';
import { LibraryOptionsFile } from '../spec/engine/library-options.ts';
import { KillMatrix } from '../spec/kill-matrix/schema.ts';
import { processSchemas } from '../spec/process/messages.ts';
import { Evidence, Timings } from '../spec/results/schema.ts';
import { StoredResults } from '../spec/results/stored-results.ts';
import { ScenarioFile } from '../spec/scenarios/schema.ts';
import { withNamedParts } from './named-parts.ts';

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
