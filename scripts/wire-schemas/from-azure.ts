/**
 * Definitions from an SDK of Azure. Its types are what a caller reads and writes; what goes over the wire say the functions that
 * it turns them with: `xSerializer` and `xDeserializer` for a type, `_xSend` for the body of an operation. From these come the
 * names of members, and what a time is.
 *
 * Source: the emitter of these SDKs, `@azure-tools/typespec-ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import { definitionsFromTypes } from './from-types.ts';
import { packageFolder } from './packages.ts';
import type { Definitions } from './source.ts';

/** The body of an operation: options of a caller, and parameters that stand before them. */
export interface AzureBody {
  /** Below the package, without extension: `dist/esm/api/runs/operations`. */
  readonly operations: string;
  /** The function that sends it: `_createRunSend`. */
  readonly send: string;
  /** The file and the type of its options. */
  readonly options: readonly [file: string, type: string];
  /** Members that are parameters of their own: required, of these schemas, in which types of the SDK are referred to. */
  readonly parameters: Readonly<Record<string, JsonObject>>;
}

export interface AzureSdk {
  readonly package: string;
  /** The module of its types and what turns them, without extension. */
  readonly models: string;
  readonly types: readonly string[];
  /** By the name of the definition. */
  readonly bodies: Readonly<Record<string, AzureBody>>;
}

/** @throws {Error} what is named is not there */
export async function definitionsFromAzure(sdk: AzureSdk): Promise<Definitions> {
  const folder = packageFolder(sdk.package);
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const types: Record<string, string[]> = { [sdk.models]: [...sdk.types] };
  for (const { options } of Object.values(sdk.bodies)) {
    const listed = types[options[0]] ?? [];
    types[options[0]] = [...listed, options[1]];
  }
  const read = await definitionsFromTypes({ package: sdk.package, types });
  const names = namesOnTheWire(text(`${sdk.models}.js`), text(`${sdk.models}.d.ts`));
  const optionTypes = new Set(Object.values(sdk.bodies).map(({ options }) => options[1]));
  const bodies = Object.entries(sdk.bodies).map(([name, body]) => {
    const send = functionIn(text(`${body.operations}.js`), body.send);
    return [name, bodyOf(body, send, read[body.options[1]])] as const;
  });
  const known = Object.entries(read).flatMap(([name, schema]) => {
    const turned = optionTypes.has(name) ? undefined : asOnTheWire(name, schema, names.get(name));
    return turned ? [[name, turned] as const] : [];
  });
  return {
    ...Object.fromEntries(known),
    ...Object.fromEntries(bodies),
  };
}

/** By type, the members of the wire by those of the type. */
function namesOnTheWire(code: string, declarations: string): Map<string, Map<string, string>> {
  const names = new Map<string, Map<string, string>>();
  const declared = /^export declare function (\w+(?:Des|S)erializer)\(item: (\w+)\): (\w+);/gm;
  for (const [, turning = '', taken = '', given = ''] of declarations.matchAll(declared)) {
    const isReading = turning.endsWith('Deserializer');
    const type = isReading ? given : taken;
    const known = names.get(type) ?? new Map<string, string>();
    for (const [left, right] of pairsIn(functionIn(code, turning), 'item')) {
      if (isReading) known.set(left, right);
      else known.set(right, left);
    }
    names.set(type, known);
  }
  return names;
}

/** What stands between the braces of a function. */
function functionIn(code: string, name: string): string {
  const found = new RegExp(`^export (?:async )?function ${name}\\([\\s\\S]*?^\\}`, 'm').exec(code);
  if (!found) throw new Error(`the SDK has no function "${name}"`);
  return found[0];
}

/** `left: … of["right"]` and `left: … of?.right`, however deep in a condition. */
function pairsIn(code: string, of: string): [left: string, right: string][] {
  const pattern = new RegExp(`\\b(\\w+):[^,;]*?\\b${of}(?:\\["(\\w+)"\\]|\\?\\.(\\w+))`, 'g');
  return [...code.matchAll(pattern)].map(([, left = '', quoted, plain]) => [left, quoted ?? plain ?? '']);
}

/** Nothing where no function says what a member is called on the wire: it is none of the wire's types. */
function asOnTheWire(
  name: string,
  schema: JsonObject,
  names: ReadonlyMap<string, string> | undefined,
): JsonObject | undefined {
  let isOfTheWire = true;
  const nameOf = (member: string): string => {
    const known = names?.get(member);
    if (known === undefined && /[A-Z]/.test(member)) isOfTheWire = false;
    return known ?? member;
  };
  const isUnion = name.endsWith('Union') && Array.isArray(schema.anyOf);
  const turned = renamed(opened(isUnion ? withoutBase(name, schema) : schema), nameOf);
  return isOfTheWire ? turned : undefined;
}

/** The last resort of a union is what all its types have: with it, everything of them would be allowed. */
function withoutBase(name: string, schema: JsonObject): JsonObject {
  const base = `#/$defs/${name.replace(/Union$/, '')}`;
  return { ...schema, anyOf: (schema.anyOf as readonly JsonObject[]).filter(({ $ref }) => $ref !== base) };
}

/** Members that a type does not name stand beside those that it does; the SDK keeps them in one of its own. */
function opened(schema: JsonObject): JsonObject {
  const { additionalProperties: others, ...properties } = (schema.properties ?? {}) as Record<string, JsonObject>;
  return others ? { ...schema, properties, additionalProperties: others.additionalProperties ?? {} } : schema;
}

function renamed(schema: JsonObject, nameOf: (member: string) => string): JsonObject {
  // The wire has seconds since 1970.
  if (schema.format === 'date-time') return { type: 'number' };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'required') return [key, (value as readonly string[]).map(nameOf)];
      if (key === 'properties') {
        const members = Object.entries(value as JsonObject);
        return [key, Object.fromEntries(members.map(([member, of]) => [nameOf(member), inner(of, nameOf)]))];
      }
      return [key, inner(value, nameOf)];
    }),
  );
}

const inner = (value: Json, nameOf: (member: string) => string): Json => {
  if (Array.isArray(value)) return value.map((each) => inner(each, nameOf));
  return isJsonObject(value) ? renamed(value, nameOf) : value;
};

function bodyOf(body: AzureBody, send: string, options: JsonObject | undefined): JsonObject {
  const { properties = {} } = (options ?? {}) as { properties?: JsonObject };
  const sent = pairsIn(send.slice(send.indexOf('{', send.indexOf('body:')) + 1), 'options').map(
    ([wire, member]): [string, Json] => {
      const type = properties[member];
      if (type === undefined) throw new Error(`${body.options[1]} has no member "${member}"`);
      return [wire, type];
    },
  );
  return {
    type: 'object',
    properties: { ...body.parameters, ...Object.fromEntries(sent) },
    required: Object.keys(body.parameters),
    additionalProperties: false,
  };
}
