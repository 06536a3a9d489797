/** Declarations in OpenAI's words, as far as the library has a tool of their type. */
import { openai } from '@ai-sdk/openai';
import { jsonSchema, tool as toolOf } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError, type RawTool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';
import { camelCase, respelled } from '../shared/spelling.ts';
import { demandOwnWords, type LibraryTool, type NamedTool } from '../shared/tools.ts';

/** The library's tools, by the wire's `type` in the library's spelling. */
const factories = new Map<string, (args: never) => LibraryTool>(Object.entries(openai.tools));

/**
 * @param supported what the adapter can declare besides
 * @throws UnsupportedToolError for a type that the library has no tool of
 * @throws InvalidToolError for a declaration in other words, or a member that the library has no word for
 */
export function rawTool(tool: RawTool, adapterId: string, supported: readonly string[]): NamedTool {
  demandOwnWords(tool, 'openai-responses');
  const { type, ...members } = tool.declaration;
  if (type === 'function') return rawFunction(members);
  const name = String(type);
  const make = type === 'custom' ? openai.tools.customTool : factories.get(camelCase(name));
  if (!make) throw new UnsupportedToolError('raw', adapterId, [...supported, ...factories.keys()]);
  const { name: ownName, ...rest } = members;
  return [text(ownName) ?? name, make(argumentsOf(name, rest) as never)];
}

/** A function whose members the library takes as its own, or as options for this provider. */
function rawFunction({ name, description, parameters, strict, ...rest }: JsonObject): NamedTool {
  const unknown = Object.keys(rest).find((member) => !functionOptions.has(member));
  if (unknown !== undefined || typeof name !== 'string' || !isJsonObject(parameters)) {
    throw new InvalidToolError('raw', `the AI SDK has no word for its member "${unknown ?? 'name'}".`);
  }
  const options = respelled(rest, camelCase) as JsonObject;
  return [
    name,
    toolOf(
      defined({
        description: text(description),
        strict: typeof strict === 'boolean' ? strict : undefined,
        inputSchema: jsonSchema(parameters),
        providerOptions: { openai: options },
      }),
    ),
  ];
}

/** Source: `OpenAIToolOptions` of the library's `openai-responses-prepare-tools.ts`. */
const functionOptions = new Set(['allowed_callers', 'async', 'defer_loading', 'output_schema']);

/** What the library calls otherwise than in its own spelling of the wire's names. */
function argumentsOf(type: string, members: JsonObject): Json {
  const { ranking_options: ranking, ...rest } = members;
  if (type === 'file_search' && ranking !== undefined) return respelled({ ...rest, ranking }, camelCase);
  if (type === 'code_interpreter' && isJsonObject(rest.container)) {
    const { type: _, ...container } = rest.container;
    return respelled({ ...rest, container }, camelCase);
  }
  if (type === 'shell' && isJsonObject(rest.environment) && typeof rest.environment.type === 'string') {
    return respelled(
      { ...rest, environment: { ...rest.environment, type: camelCase(rest.environment.type) } },
      camelCase,
    );
  }
  return respelled(members, camelCase);
}
