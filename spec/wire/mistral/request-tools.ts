/** Tools as requests declare them. Source: `ConversationRequestTool`, `CustomConnector`, `ToolConfiguration`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString, otherMembers } from '../json.ts';
import { functionToolOf, unreadOfTool } from '../members.ts';
import { textsOf } from '../web-search.ts';

interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unread[];
}

/**
 * A tool in the contract's words; what these cannot say is raw: a tool of its own kind, or one of the contract's with a
 * `tool_configuration`, for which only tools that are Mistral's alone have settings.
 */
export function toolOf(declaration: JsonObject, path: string): ToolReading {
  const tool = known(declaration);
  if (!tool) return { tool: { type: 'raw', providerApi: 'mistral', declaration }, unread: [] };
  const read = ['type', 'function', 'library_ids', 'connector_id', 'authorization', 'tool_configuration'];
  return { tool, unread: unreadOfTool(declaration, new Set(read), path) };
}

function known(declaration: JsonObject): Tool | undefined {
  const configuration = configurationOf(declaration.tool_configuration);
  const isPlain = configuration !== undefined && Object.keys(configuration).length === 0;
  switch (declaration.type) {
    case 'function':
      return functionOf(asObject(declaration.function) ?? {});
    case 'code_interpreter':
      return isPlain ? { type: 'code-interpreter' } : undefined;
    case 'web_search':
      return isPlain ? { type: 'web-search' } : undefined;
    case 'image_generation':
      return isPlain ? { type: 'image-generation' } : undefined;
    case 'document_library': {
      const vectorStoreIds = textsOf(declaration.library_ids);
      return isPlain && vectorStoreIds ? { type: 'file-search', vectorStoreIds } : undefined;
    }
    case 'web_search_premium':
      return configuration && { type: 'provider-specific', name: 'web-search-premium', settings: configuration };
    case 'connector': {
      const connectorId = asString(declaration.connector_id);
      if (!configuration || connectorId === undefined) return undefined;
      const { authorization = null } = declaration;
      const settings = { connectorId, ...configuration, ...(authorization === null ? {} : { authorization }) };
      return { type: 'provider-specific', name: 'connector', settings };
    }
    default:
      return undefined;
  }
}

function functionOf({ name, description, parameters, strict, ...others }: JsonObject): Tool | undefined {
  return Object.keys(others).length > 0 ? undefined : functionToolOf({ name, description, parameters, strict });
}

/** `{ include, exclude, requires_confirmation }` in the contract's spelling; `undefined` where it says something else. */
function configurationOf(value: Json | undefined): JsonObject | undefined {
  const configuration = asObject(value ?? {});
  if (!configuration) return undefined;
  const { include, exclude, requires_confirmation: requiresConfirmation } = configuration;
  const lists = Object.entries({ include, exclude, requiresConfirmation }).flatMap(([name, list]) =>
    (list ?? null) === null ? [] : [[name, textsOf(list)] as const],
  );
  const others = otherMembers(configuration, new Set(['include', 'exclude', 'requires_confirmation']));
  if (others.length > 0 || lists.some(([, list]) => list === undefined)) return undefined;
  return Object.fromEntries(lists) as JsonObject;
}
