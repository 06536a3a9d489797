/** Where defects of adapters of the Gemini API sit in what they send and read. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

export const over = 'google';

/** Cases of scenarios, in both modes. */
export const both = (...scenarios: readonly string[]): string[] =>
  scenarios.flatMap((name) => [`${name}/complete`, `${name}/stream`]);

export const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter((each) => isJsonObject(each)) : [];

export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** A change to every content that goes out; none in its place leaves it out. */
export const inSentContents = (change: (content: JsonObject) => readonly JsonObject[]): Tampering =>
  inSentBody((body) => ({ ...body, contents: objects(body.contents).flatMap(change) }));

/** A change to every part that goes out. */
export const inSentParts = (change: (part: JsonObject, role: Json | undefined) => readonly JsonObject[]): Tampering =>
  inSentContents((content) => [
    { ...content, parts: objects(content.parts).flatMap((part) => change(part, content.role)) },
  ]);

/** A change to every part of an answer, in both modes; `begin` is called once for each answer. */
export function inReadParts(begin: () => (part: JsonObject) => readonly JsonObject[]): Tampering {
  const read = (response: JsonObject, change: (part: JsonObject) => readonly JsonObject[]): JsonObject => ({
    ...response,
    candidates: objects(response.candidates).map((candidate) => {
      const { content } = candidate;
      if (!isJsonObject(content) || !content.parts) return candidate;
      return { ...candidate, content: { ...content, parts: objects(content.parts).flatMap(change) } };
    }),
  });
  const whole = inReadBody((response) => read(response, begin()));
  const pieces = inReadEvents((events) => {
    const change = begin();
    return events.map(({ data }) => ({ data: JSON.stringify(read(JSON.parse(data) as JsonObject, change)) }));
  });
  return {
    response: (response, request) => {
      const changed = whole.response?.(response, request) ?? response;
      return pieces.response?.(changed, request) ?? changed;
    },
  };
}

/** The schema of every function goes out as one of the older kind, a subset of OpenAPI; `convert` makes it. */
export const inOlderSchemas = (convert: (schema: JsonObject) => JsonObject): Tampering =>
  inSentBody((body) => ({
    ...body,
    tools: objects(body.tools).map((tool) => ({
      ...tool,
      functionDeclarations: objects(tool.functionDeclarations).map(({ parametersJsonSchema, ...rest }) => ({
        ...rest,
        ...(isJsonObject(parametersJsonSchema) ? { parameters: convert(parametersJsonSchema) } : {}),
      })),
    })),
  }));

/** A schema with a change to it and to each schema within it, these first. */
export function atEveryDepth(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const within = (value: Json): Json => (isJsonObject(value) ? atEveryDepth(value, change) : value);
  const { properties, items, anyOf } = schema;
  return change({
    ...schema,
    ...(isJsonObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, within(value)])) }
      : {}),
    ...(items === undefined ? {} : { items: within(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(within) } : {}),
  });
}

/** `[T, "null"]` as `T` that may be null. */
export function nullable({ type, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(type)) return type === undefined ? rest : { ...rest, type };
  const [named] = type.filter((name) => name !== 'null');
  return { ...rest, type: named ?? null, nullable: type.includes('null') };
}
