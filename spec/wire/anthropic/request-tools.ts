/** Tools and tool choice of a request. Source: `ToolUnion`, `ToolChoice` of `@anthropic-ai/sdk`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool, ToolMode, WebSearchTool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asCount, asObject, asString, restOf } from '../json.ts';
import { functionToolOf, unreadOfTool } from '../members.ts';
import { textsOf, userLocationOf } from '../web-search.ts';

const functionMembers = new Set(['type', 'name', 'description', 'input_schema', 'strict']);

/**
 * A function or a web search in the contract's words; every other tool, and what the contract cannot say of these (a schema
 * that is no object schema), raw.
 */
export function toolOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unread[] } {
  if (/^web_search_\d+$/.test(asString(declaration.type) ?? '')) return webSearchOf(declaration, path);
  const { name, description, input_schema: parameters, strict } = declaration;
  const tool =
    (declaration.type ?? 'custom') === 'custom' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (!tool) return { tool: { type: 'raw', providerApi: 'anthropic', declaration }, unread: [] };
  return { tool, unread: unreadOfTool(declaration, functionMembers, path) };
}

const webSearchMembers = new Set(['type', 'name', 'max_uses', 'allowed_domains', 'blocked_domains', 'user_location']);

/** Any version of it. Source: `WebSearchTool20250305` and its successors. */
function webSearchOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unread[] } {
  const allowedDomains = textsOf(declaration.allowed_domains);
  const blockedDomains = textsOf(declaration.blocked_domains);
  const maximumUses = asCount(declaration.max_uses);
  const userLocation = userLocationOf(declaration.user_location);
  const tool: WebSearchTool = {
    type: 'web-search',
    ...(allowedDomains ? { allowedDomains } : {}),
    ...(blockedDomains ? { blockedDomains } : {}),
    ...(maximumUses ? { maximumUses } : {}),
    ...(userLocation ? { userLocation } : {}),
  };
  return { tool, unread: unreadOfTool(declaration, webSearchMembers, path) };
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
