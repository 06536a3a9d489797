/** What every API has in common where tools are declared. */
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type RawTool,
  type Warning,
} from '../../../spec/contract/index.ts';
import { defined } from './json.ts';

/**
 * A declaration that is in the API's own words already.
 *
 * @throws {InvalidToolError} it is in those of another
 */
export function rawDeclaration(tool: RawTool, providerApi: string): JsonObject {
  if (tool.providerApi === providerApi) return tool.declaration;
  throw new InvalidToolError(
    'raw',
    `its declaration is in the words of "${tool.providerApi}"; this adapter passes on those of "${providerApi}".`,
  );
}

/**
 * The name of a function, as it is.
 *
 * @param rule what the provider takes, as a sentence for the caller
 * @throws {InvalidToolError} the provider would refuse it
 */
export function functionName({ name }: FunctionTool, pattern: RegExp, rule: string): string {
  if (typeof name === 'string' && pattern.test(name)) return name;
  throw new InvalidToolError(String(name), rule);
}

/**
 * The parameters of a function as they are; only `type`, which APIs demand, is added where it is missing.
 *
 * @throws {InvalidToolError} they are no schema of an object.
 */
export function objectSchema({ name, parameters }: FunctionTool, provider: string): JsonObject {
  if (!isJsonObject(parameters)) {
    throw new InvalidToolError(
      name,
      'its parameters must be a JSON Schema of an object, such as { "type": "object" }.',
    );
  }
  if (parameters.type === undefined) return { type: 'object', ...parameters };
  if (parameters.type === 'object') return parameters;
  throw new InvalidToolError(
    name,
    `its parameters have the type ${JSON.stringify(parameters.type)}; ${provider} takes "object" alone.`,
  );
}

/** The format of the answer as OpenAI's newer APIs write it. A schema needs a name there. */
export function flatFormat({ responseFormat }: ChatOptions): JsonObject | undefined {
  if (responseFormat?.type !== 'json') return undefined;
  const { schema, name = 'response' } = responseFormat;
  return schema === undefined ? { type: 'json_object' } : { type: 'json_schema', name, schema };
}

/** The same as chat completions write it, and all that came after them. */
export function nestedFormat(options: ChatOptions): JsonObject | undefined {
  const { type, ...named } = flatFormat(options) ?? {};
  return type === 'json_schema' ? { type, json_schema: named } : type === undefined ? undefined : { type };
}

/** A function as chat completions declare it, and all that came after them. */
export function nestedFunction(tool: FunctionTool, provider: string, pattern: RegExp, rule: string): JsonObject {
  const { description, strict } = tool;
  const name = functionName(tool, pattern, rule);
  return {
    type: 'function',
    function: defined({ name, description, parameters: objectSchema(tool, provider), strict }),
  };
}

/** `parallel_tool_calls`, which says nothing where no tool is declared, and is rejected there. */
export const parallelCallsOf = ({ allowMultipleToolCalls, tools = [] }: ChatOptions): boolean | undefined =>
  tools.length > 0 ? allowMultipleToolCalls : undefined;

/** `tool_choice`, or `undefined` where there is nothing to say. Without tools only a demand is. @param named the choice of one function */
export function toolChoiceOf(
  { toolMode, tools = [] }: ChatOptions,
  named: (name: string) => JsonObject,
): string | JsonObject | undefined {
  if (toolMode?.type !== 'required') return tools.length > 0 ? toolMode?.type : undefined;
  return toolMode.functionName === undefined ? 'required' : named(toolMode.functionName);
}

/** The choice of a function, as chat completions have it. */
export const nestedChoice = (name: string): JsonObject => ({ type: 'function', function: { name } });

/**
 * Warnings of settings that the API lacks. Break-glass (`rawRepresentation`) can still send them to whoever takes them.
 *
 * @param messages what was not sent, and why; `false` where there is nothing to warn of
 */
export const unsupported = (...messages: readonly (string | false)[]): Warning[] =>
  messages.flatMap((message) => (message === false ? [] : [{ code: 'unsupported-setting', message }]));
