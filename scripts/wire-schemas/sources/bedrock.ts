import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type Definitions, packageFolder, type WireSchemaSource } from '../definitions.ts';

/**
 * Definitions from the schemas that SDKs of AWS export: these are the wire, members of the path, the query and headers apart. What
 * a text may be they do not say; that stands in the SDK's types, as the names of its enumerations.
 *
 * Source: `StaticSchema` of `@smithy/types`, the numbers of `@smithy/core/schema`; Smithy, AWS restJson1 protocol.
 */

/** A number for what is simple, a list for what has parts; a function where it is declared later. */
type Schema = number | readonly unknown[] | (() => Schema);

/** Bits of a member's traits: what stands in the path, is the whole body, the status, or all parameters of the query. */
const elsewhere = { httpLabel: 1, httpPayload: 16, httpResponseCode: 32, httpQueryParams: 64 };

const simple: ReadonlyMap<number, JsonObject> = new Map<number, JsonObject>([
  [0, { type: 'string' }],
  [1, { type: 'number' }],
  [2, { type: 'boolean' }],
  [4, { type: ['number', 'string'] }],
  [5, { type: 'string' }],
  [6, { type: 'string' }],
  [7, { type: 'number' }],
  [15, {}],
  [21, { type: 'string' }],
]);

/** Every structure and union of an SDK, by its own name. A body that says what went wrong is `ServiceError`. */
export async function definitionsFromSmithy(name: string): Promise<Definitions> {
  const folder = packageFolder(name);
  const sdk = createRequire(join(folder, 'package.json'))(folder) as Readonly<Record<string, unknown>>;
  const reader = new Reader(typesIn(folder), sdk);
  const failures: string[] = [];
  for (const [key, schema] of Object.entries(sdk)) {
    if (!key.endsWith('$') || !Array.isArray(schema)) continue;
    if (schema[0] === -3) failures.push(schema[2] as string);
    if (schema[0] === 3 || schema[0] === -3 || schema[0] === 4) reader.refer(schema);
  }
  const members = Object.assign({}, ...failures.map((each) => reader.definitions[each]?.properties)) as JsonObject;
  return { ...reader.definitions, ServiceError: closed(members, []) };
}

const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

class Reader {
  readonly definitions: Record<string, JsonObject> = {};
  private readonly types: ReadonlyMap<string, string>;
  private readonly sdk: Readonly<Record<string, unknown>>;

  constructor(types: ReadonlyMap<string, string>, sdk: Readonly<Record<string, unknown>>) {
    this.types = types;
    this.sdk = sdk;
  }

  /** A reference to a structure or union, which is read when it is met first. */
  refer(schema: readonly unknown[]): JsonObject {
    const name = schema[2] as string;
    if (!Object.hasOwn(this.definitions, name)) {
      this.definitions[name] = {};
      this.definitions[name] = schema[0] === 4 ? this.union(schema) : this.structure(schema);
    }
    return { $ref: `#/$defs/${name}` };
  }

  private structure([, , name, , names, schemas, required]: readonly unknown[]): JsonObject {
    const properties: Record<string, JsonObject> = {};
    const needed = (names as readonly string[]).slice(0, (required as number | undefined) ?? 0);
    for (const [i, member] of (names as readonly string[]).entries()) {
      const [schema, traits] = memberOf((schemas as readonly Schema[])[i] as Schema);
      if (!isElsewhere(traits)) properties[member] = this.read(schema, this.types.get(`${name}.${member}`));
    }
    return closed(
      properties,
      needed.filter((member) => Object.hasOwn(properties, member)),
    );
  }

  private union([, , , , names, schemas]: readonly unknown[]): JsonObject {
    const branches = (names as readonly string[]).map((member, i) => {
      const [schema] = memberOf((schemas as readonly Schema[])[i] as Schema);
      return closed({ [member]: this.read(schema, undefined) }, [member]);
    });
    return { anyOf: branches };
  }

  /** @param type the name of its type, where it has one */
  private read(schema: Schema, type: string | undefined): JsonObject {
    if (typeof schema === 'function') return this.read(schema(), type);
    if (typeof schema === 'number') return this.number(schema, type);
    const [kind, , , , first, second] = schema as readonly [number, string, string, unknown, Schema, Schema];
    if (kind === 0) return this.read(first, type);
    if (kind === 1) return { type: 'array', items: this.read(memberOf(first)[0], type?.replace(/\[\]$/, '')) };
    if (kind === 2) return { type: 'object', additionalProperties: this.read(memberOf(second)[0], undefined) };
    return this.refer(schema);
  }

  private number(schema: number, type: string | undefined): JsonObject {
    if (schema >= 128) return { type: 'object', additionalProperties: this.number(schema - 128, undefined) };
    if (schema >= 64) return { type: 'array', items: this.number(schema - 64, type?.replace(/\[\]$/, '')) };
    const values = schema === 0 && type !== undefined ? this.sdk[type] : undefined;
    if (typeof values === 'object' && values !== null) return { type: 'string', enum: Object.values(values) };
    const known = simple.get(schema);
    if (!known) throw new Error(`nothing is known of schemas of the kind ${schema}`);
    return known;
  }
}

const memberOf = (member: Schema): readonly [Schema, unknown] =>
  Array.isArray(member) && (typeof member[0] === 'function' || Array.isArray(member[0]) || member.length === 2)
    ? [member[0] as Schema, member[1]]
    : [member, 0];

/** Whether a member stands beside the body. */
function isElsewhere(traits: unknown): boolean {
  if (typeof traits === 'number') return Object.values(elsewhere).some((bit) => (traits & bit) !== 0);
  const names = Object.keys((traits ?? {}) as object);
  return names.some((name) => /^http(Header|Query|QueryParams|PrefixHeaders|Label|Payload|ResponseCode)$/.test(name));
}

/** The types of members, as the SDK declares them: `ConverseResponse.stopReason` is a `StopReason`. */
function typesIn(folder: string): Map<string, string> {
  const models = join(folder, 'dist-types/models');
  const types = new Map<string, string>();
  for (const file of readdirSync(models).filter((each) => each.startsWith('models_'))) {
    const text = readFileSync(join(models, file), 'utf8');
    for (const [, name, body = ''] of text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)) {
      for (const [, member, type] of body.matchAll(/^ {4}(\w+)\??: (\w+(?:\[\])?)(?: \| undefined)?;$/gm)) {
        types.set(`${name}.${member}`, String(type));
      }
    }
  }
  return types;
}

const source = (id: string, title: string, sdk: string, roots: readonly string[]): WireSchemaSource => ({
  id,
  title,
  packages: [sdk],
  roots: [...roots, 'ServiceError'],
  read: () => definitionsFromSmithy(sdk),
});

export const bedrockRuntime: WireSchemaSource = source(
  'bedrock-runtime',
  'Amazon Bedrock Converse',
  '@aws-sdk/client-bedrock-runtime',
  ['ConverseRequest', 'ConverseResponse', 'ConverseStreamRequest', 'ConverseStreamOutput'],
);

export const bedrockAgentRuntime: WireSchemaSource = source(
  'bedrock-agent-runtime',
  'Amazon Bedrock Agents, where they are asked',
  '@aws-sdk/client-bedrock-agent-runtime',
  ['InvokeInlineAgentRequest', 'InlineAgentResponseStream', 'InvokeAgentRequest', 'ResponseStream'],
);

export const bedrockAgent: WireSchemaSource = source(
  'bedrock-agent',
  'Amazon Bedrock Agents, where they are made',
  '@aws-sdk/client-bedrock-agent',
  [
    ...['CreateAgentActionGroupRequest', 'CreateAgentActionGroupResponse', 'DeleteAgentActionGroupResponse'],
    ...['PrepareAgentResponse', 'GetAgentResponse'],
  ],
);
