/**
 * What an action group is called with. Source: `FunctionInvocationInput`, `ApiInvocationInput`, `ActionGroupInvocationInput` of
 * `@aws-sdk/client-bedrock-agent-runtime`.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString, parseJson } from '../json.ts';

/** One invocation, of a function or of an operation of an API. */
export interface Invocation {
  readonly actionGroup: string;
  /** The function's name, or `GET /path`. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** Whether the application is asked for leave and for nothing else. */
  readonly onlyLeave: boolean;
}

/** `undefined` where it says neither function nor path. */
export function readInvocation(invocation: JsonObject): Invocation | undefined {
  const { apiPath, httpMethod, verb } = invocation;
  const path = asString(apiPath);
  const method = asString(httpMethod) ?? asString(verb);
  const operation = path === undefined ? undefined : `${method === undefined ? '' : `${method.toUpperCase()} `}${path}`;
  const name = asString(invocation.function) ?? operation;
  if (name === undefined) return undefined;
  const body = bodyMembers(invocation.requestBody);
  return {
    actionGroup: asString(invocation.actionGroup) ?? asString(invocation.actionGroupName) ?? '',
    name,
    arguments: { ...valuesOf(invocation.parameters), ...(body === undefined ? {} : { body: valuesOf(body) }) },
    onlyLeave: invocation.actionInvocationType === 'USER_CONFIRMATION',
  };
}

/** Members of a request's body. In traces they stand right below the media type, else in `properties`. */
function bodyMembers(requestBody: Json | undefined): Json | undefined {
  const contents = Object.values(asObject(asObject(requestBody)?.content) ?? {});
  return contents.map((content) => asObject(content)?.properties ?? content)[0];
}

function valuesOf(list: Json | undefined): JsonObject {
  const values: [string, Json][] = [];
  for (const entry of asArray(list) ?? []) {
    const { name, type, value } = asObject(entry) ?? {};
    if (asObject(entry)) values.push([asString(name) ?? '', valueRead(asString(type), value ?? '')]);
  }
  return Object.fromEntries(values);
}

/** A value is written as text; what its type says it is, it is read as. */
function valueRead(type: string | undefined, value: Json): Json {
  const read = typeof value === 'string' ? parseJson(value) : undefined;
  const isNumber = typeof read === 'number';
  if (type === 'number' && isNumber) return read;
  if (type === 'integer' && isNumber && Number.isInteger(read)) return read;
  if (type === 'boolean' && typeof read === 'boolean') return read;
  if (type === 'array' && Array.isArray(read)) return read;
  if (type === 'object' && read !== undefined && asObject(read)) return read;
  return value;
}
