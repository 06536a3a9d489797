import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Definitions, WireSchemaSource } from '../definitions.ts';
import { definitionsFromTypes } from '../definitions.ts';

const sdk = '@mistralai/mistralai';

/**
 * The SDK has two types of everything: what a caller reads and writes, in camel case, and, as `…$Outbound`, what goes out. Of what
 * comes in it has the first alone. In what goes out it has filled in what a caller may leave out: the service demands only what
 * the caller must say.
 */
const source = ({
  id,
  title,
  requests,
  answers,
}: {
  readonly id: string;
  readonly title: string;
  /** Types of requests, by the name of the union of them that an operation takes. */
  readonly requests: Readonly<Record<string, readonly string[]>>;
  readonly answers: readonly string[];
}): WireSchemaSource => ({
  id,
  title,
  packages: [sdk],
  roots: [...Object.keys(requests), ...answers],
  read: async () => {
    const asked = Object.values(requests).flat();
    const [sent, said, answered] = await Promise.all([
      definitionsFromTypes({ package: sdk, types: filesOf(asked, '$Outbound') }),
      definitionsFromTypes({ package: sdk, types: filesOf(asked, '') }),
      definitionsFromTypes({ package: sdk, types: filesOf(answers, '') }),
    ]);
    const unions = Object.entries(requests).map(([name, types]) => [
      name,
      { anyOf: types.map((type) => ({ $ref: `#/$defs/${type}_Outbound` })) },
    ]);
    return {
      ...asOnTheWire(answered),
      ...asTheCallerMust(sent, asOnTheWire(said)),
      ...Object.fromEntries(unions),
    };
  },
});

const filesOf = (names: readonly string[], suffix: string): Record<string, readonly string[]> =>
  Object.fromEntries(names.map((name) => [`esm/models/components/${name.toLowerCase()}`, [`${name}${suffix}`]]));

/** By the names of the wire, with the enums in place that the SDK wraps, and without what it puts for what it does not know. */
function asOnTheWire(definitions: Definitions): Definitions {
  const isPlaceholder = (schema: Json) =>
    isJsonObject(schema) && /#\/\$defs\/Un(known|recognized)_/.test(String(schema.$ref));
  const open = (name: string) => name.startsWith('OpenEnum_');
  const onTheWire = (schema: Json): Json => {
    if (Array.isArray(schema)) return schema.filter((each) => !isPlaceholder(each)).map(onTheWire);
    if (!isJsonObject(schema)) return schema;
    const target = String(schema.$ref ?? '').replace('#/$defs/', '');
    if (open(target)) return onTheWire(definitions[target] ?? {});
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'required') return [key, (value as readonly string[]).map(snake)];
        if (key !== 'properties' || !isJsonObject(value)) return [key, onTheWire(value)];
        return [key, Object.fromEntries(Object.entries(value).map(([name, of]) => [snake(name), onTheWire(of)]))];
      }),
    );
  };
  const named = Object.entries(definitions).filter(([name]) => !open(name) && !/^Un(known|recognized)_/.test(name));
  return Object.fromEntries(named.map(([name, schema]) => [name, onTheWire(schema) as JsonObject]));
}

/** What goes out, where only what a caller must say is required; `stream` tells apart what the service does not. */
function asTheCallerMust(sent: Definitions, said: Definitions): Definitions {
  const required = Object.values(said).flatMap((schema) => (schema.required ?? []) as readonly string[]);
  const isAlwaysOptional = (member: string) => !required.includes(member);
  const loosened = (schema: Json, of: JsonObject | undefined): Json => {
    if (Array.isArray(schema)) return schema.map((each) => loosened(each, undefined));
    if (!isJsonObject(schema)) return schema;
    const must = of?.required as readonly string[] | undefined;
    const isDue = (member: string) => (of ? (must?.includes(member) ?? false) : !isAlwaysOptional(member));
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) =>
        key === 'required' && Array.isArray(value)
          ? [
              key,
              value.filter(
                (member) =>
                  (isDue(String(member)) && !isDefault(schema, String(member))) || isTag(schema, String(member)),
              ),
            ]
          : [key, loosened(value, undefined)],
      ),
    );
  };
  return Object.fromEntries(
    Object.entries(sent).map(([name, schema]) => [
      name,
      loosened(schema, said[name.replace(/_Outbound$/, '')]) as JsonObject,
    ]),
  );
}

/** A tool without a type is a function: real requests leave it out. */
function isDefault({ properties }: JsonObject, member: string): boolean {
  const of = isJsonObject(properties) ? properties[member] : undefined;
  return member === 'type' && isJsonObject(of) && of.const === 'function';
}

/** Constants tell the branches of a union apart: without `role` and `"stream": true` they would be one another. */
function isTag({ properties }: JsonObject, member: string): boolean {
  const of = isJsonObject(properties) ? properties[member] : undefined;
  return isJsonObject(of) && (member === 'role' || of.const === true);
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const mistral: WireSchemaSource = source({
  id: 'mistral',
  title: 'Mistral Conversations',
  requests: {
    ConversationStart: ['ConversationRequest', 'ConversationStreamRequest'],
    ConversationAppend: ['ConversationAppendRequest', 'ConversationAppendStreamRequest'],
  },
  answers: ['ConversationResponse', 'ConversationEvents'],
});

export const mistralChat: WireSchemaSource = source({
  id: 'mistral-chat',
  title: 'Mistral Chat Completions',
  requests: { ChatCompletion: ['ChatCompletionRequest', 'ChatCompletionStreamRequest'] },
  answers: ['ChatCompletionResponse', 'CompletionChunk'],
});
