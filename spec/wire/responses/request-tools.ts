/** Tools and tool choice of a request. Source: `Tool`, `ToolChoiceFunction` of `openai`, `resources/responses`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Tool, WebSearchTool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, otherMembers, restOf } from '../json.ts';
import { functionToolOf, type MemberReading, unreadOfTool } from '../members.ts';
import { textsOf, userLocationOf } from '../web-search.ts';
import { hostedToolOf } from './request-hosted-tools.ts';

/** A tool, and what of its declaration nothing reads. */
export interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unread[];
}

/** A tool in the contract's words; what these cannot say (a schema that is no object schema, a tool of its own kind), raw. */
export function toolOf(declaration: JsonObject, path: string, providerApi: string): ToolReading {
  const type = asString(declaration.type) ?? '';
  if (/^web_search(_preview)?(_[\d_]+)?$/.test(type)) return webSearchOf(declaration, path);
  const hosted = hostedToolOf(declaration);
  if (hosted) {
    return { tool: hosted.tool, unread: hosted.unread.map((m) => ({ path: `${path}.${m}`, what: `tool.${m}` })) };
  }
  const { name, description, parameters, strict } = declaration;
  const tool = type === 'function' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (!tool) return { tool: { type: 'raw', providerApi, declaration }, unread: [] };
  return {
    tool,
    unread: unreadOfTool(declaration, new Set(['type', 'name', 'description', 'parameters', 'strict']), path),
  };
}

/** Any version of it, the previews included. Source: `WebSearchTool`, `WebSearchPreviewTool`. */
function webSearchOf(declaration: JsonObject, path: string): ToolReading {
  const filters = asObject(declaration.filters) ?? {};
  const allowedDomains = textsOf(filters.allowed_domains);
  const blockedDomains = textsOf(filters.blocked_domains);
  const userLocation = userLocationOf(declaration.user_location);
  const tool: WebSearchTool = {
    type: 'web-search',
    ...(allowedDomains ? { allowedDomains } : {}),
    ...(blockedDomains ? { blockedDomains } : {}),
    ...(userLocation ? { userLocation } : {}),
  };
  return {
    tool,
    unread: [
      ...unreadOfTool(declaration, new Set(['type', 'filters', 'user_location']), path),
      ...otherMembers(filters, new Set(['allowed_domains', 'blocked_domains'])).map((member) => ({
        path: `${path}.filters.${member}`,
        what: `tool.filters.${member}`,
      })),
    ],
  };
}

/** What a `tool_choice` says; `undefined` where the contract has no such choice. */
export function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value);
  const name = asString(choice?.name);
  if (choice?.type !== 'function' || name === undefined) return undefined;
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    rest: restOf(choice, ['type', 'name']),
  };
}
