/** The contract's tools and tool mode as members of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { functionName, rawDeclaration } from '../shared/declared.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { objectSchema } from '../shared/object-schema.ts';
import { hostedToolToWire, hostedToolTypes, isHostedTool } from './hosted-tools.ts';

const providerApi = 'anthropic';

/** What this adapter can declare. */
const supportedTools = ['function', ...hostedToolTypes, 'raw'];

/** Source: the API's own validation message for `tools.*.custom.name`. */
const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const nameRule = 'Anthropic takes names of 1 to 128 letters A-Z and a-z, digits, underscores and hyphens.';

/**
 * @param adapterId named in the refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function toolToWire(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'function') return functionToWire(tool);
  if (tool.type === 'raw') return rawDeclaration(tool, providerApi);
  if (isHostedTool(tool)) return hostedToolToWire(tool);
  throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
}

function functionToWire(tool: FunctionTool): JsonObject {
  return defined({
    name: functionName(tool, namePattern, nameRule),
    description: tool.description,
    input_schema: objectSchema(tool, 'Anthropic'),
    strict: tool.strict,
  });
}

/**
 * `tool_choice`, or `undefined` where there is nothing to say. Without tools the API refuses the member, so only a demand
 * (`required`) is sent then, for the API to refuse.
 */
export function toolChoice(options: ChatOptions): JsonObject | undefined {
  const { toolMode: mode, allowMultipleToolCalls: many, tools } = options;
  if (!nonEmpty(tools) && mode?.type !== 'required') return undefined;
  if (!mode && many === undefined) return undefined;
  const choice = choiceOf(mode);
  // "none" has no such member: there is nothing to make parallel.
  return many === undefined || choice.type === 'none' ? choice : { ...choice, disable_parallel_tool_use: !many };
}

function choiceOf(mode: ToolMode = { type: 'auto' }): JsonObject {
  if (mode.type !== 'required') return { type: mode.type };
  return mode.functionName === undefined ? { type: 'any' } : { type: 'tool', name: mode.functionName };
}
