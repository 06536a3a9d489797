/** Tools and tool choice of a request. Source: `ToolUnion`, `ToolChoice` of `@anthropic-ai/sdk`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool, ToolMode } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, otherMembers, restOf } from '../json.ts';

const functionMembers = new Set(['type', 'name', 'description', 'input_schema', 'strict']);

/**
 * A function in the contract's words; every other tool, and a function that the contract cannot say (its schema is no
 * object schema), raw.
 */
export function toolOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unread[] } {
  const { name, description, input_schema: parameters, strict } = declaration;
  const schema = asObject(parameters);
  const isFunction = (declaration.type ?? 'custom') === 'custom';
  if (!isFunction || typeof name !== 'string' || name === '' || schema?.type !== 'object') {
    return { tool: { type: 'raw', providerApi: 'anthropic', declaration }, unread: [] };
  }
  return {
    tool: {
      type: 'function',
      name,
      ...(typeof description === 'string' ? { description } : {}),
      parameters: schema,
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
    unread: otherMembers(declaration, functionMembers).map((member) => ({
      path: `${path}.${member}`,
      what: `tool.${member}`,
    })),
  };
}

/** What a `tool_choice` says; `undefined` where it is of no known kind. */
export function toolChoiceOf(value: Json): { options: ChatOptions; rest: Json | undefined } | undefined {
  const choice = asObject(value);
  const toolMode = toolModeOf(choice);
  if (!choice || !toolMode) return undefined;
  const disabled = choice.disable_parallel_tool_use;
  return {
    options: { toolMode, ...(typeof disabled === 'boolean' ? { allowMultipleToolCalls: !disabled } : {}) },
    rest: restOf(choice, ['type', 'name', 'disable_parallel_tool_use']),
  };
}

function toolModeOf(choice: JsonObject | undefined): ToolMode | undefined {
  const name = asString(choice?.name);
  switch (choice?.type) {
    case 'auto':
      return { type: 'auto' };
    case 'none':
      return { type: 'none' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return name === undefined ? undefined : { type: 'required', functionName: name };
    default:
      return undefined;
  }
}
