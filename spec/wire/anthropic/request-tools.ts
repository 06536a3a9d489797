/** Tools and tool choice of a request. Source: `ToolUnion`, `ToolChoice` of `@anthropic-ai/sdk`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool, ToolMode } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, restOf } from '../json.ts';
import { functionToolOf, unreadOfTool } from '../members.ts';
import { hostedToolOf } from './request-hosted-tools.ts';

const functionMembers = ['name', 'description', 'input_schema', 'strict'];

/**
 * A declaration in the contract's words; raw where there are none for it, or what the contract demands of them is missing (a
 * schema that is an object schema).
 */
export function toolOf(declaration: JsonObject, path: string, body: JsonObject): { tool: Tool; unread: Unread[] } {
  const { name, description, input_schema: parameters, strict } = declaration;
  const declaredFunction =
    (declaration.type ?? 'custom') === 'custom' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  const read = declaredFunction
    ? { tool: declaredFunction, members: functionMembers }
    : hostedToolOf(declaration, body);
  if (!read) return { tool: { type: 'raw', providerApi: 'anthropic', declaration }, unread: [] };
  return { tool: read.tool, unread: unreadOfTool(declaration, new Set(['type', ...read.members]), path) };
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
