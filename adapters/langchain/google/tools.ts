/** Tools of the contract in Google's own words, which `bindTools` passes on. */
import type { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatOptions, InvalidToolError, type Tool, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

type LibraryTool = Parameters<ChatGoogleGenerativeAI['bindTools']>[0][number];

const supported = ['function', 'code-interpreter', 'web-search', 'web-fetch', 'file-search', 'mcp-server', 'raw'];

/**
 * Functions stand together, every other tool alone.
 *
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a schema or a setting that cannot be said
 */
export function toolsOf(tools: readonly Tool[], adapterId: string): LibraryTool[] {
  const functions = tools.flatMap((tool) => (tool.type === 'function' ? [functionOf(tool)] : []));
  const others = tools.flatMap((tool) => (tool.type === 'function' ? [] : [toolOf(tool, adapterId)]));
  const declared = [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...others];
  return declared as unknown as LibraryTool[];
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** JSON Schema has a member of its own; `parameters` is a subset of OpenAPI. */
function functionOf({ name, description, parameters: parametersJsonSchema }: Of<'function'>): JsonObject {
  if (!isJsonObject(parametersJsonSchema)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return defined({ name, description, parametersJsonSchema });
}

function toolOf(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'web-search':
      demandUnset(tool, ['allowedDomains', 'blockedDomains']);
      return { googleSearch: {} };
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses']);
      return { urlContext: {} };
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId']);
      return { codeExecution: {} };
    case 'file-search':
      return {
        fileSearch: defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount }),
      };
    case 'mcp-server':
      return mcpServer(tool);
    case 'provider-specific':
      return specific(tool, adapterId);
    case 'raw':
      if (tool.providerApi === 'google') return tool.declaration;
      throw new InvalidToolError('raw', `its declaration is in the words of "${tool.providerApi}", not of "google".`);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

const specificTools = new Map([
  ['google-search-retrieval', 'googleSearchRetrieval'],
  ['google-maps', 'googleMaps'],
]);

function specific({ type, name, settings }: Of<'provider-specific'>, adapterId: string): JsonObject {
  const member = specificTools.get(name);
  if (member !== undefined) return { [member]: settings };
  const names = [...specificTools.keys()].map((known) => `provider-specific "${known}"`);
  throw new UnsupportedToolError(type, adapterId, [...supported, ...names]);
}

/** Nobody is asked before a call, and all tools of a server are offered. */
function mcpServer(tool: Of<'mcp-server'>): JsonObject {
  demandUnset(tool, ['allowedTools']);
  if (tool.approvalMode === 'always') {
    throw new InvalidToolError('mcp-server', 'Google asks for no approvals, so "approvalMode" is "never".');
  }
  const { serverName: name, serverAddress: url, authorizationToken: token } = tool;
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  return { mcpServers: [{ name, streamableHttpTransport: defined({ url, headers }) }] };
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[]): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google.`);
}

/** Absent where the caller leaves it to the library. */
export function choiceOf({ toolMode: mode }: ChatOptions): object {
  if (mode?.type !== 'required') return defined({ tool_choice: mode?.type });
  return mode.functionName === undefined ? { tool_choice: 'any' } : { allowedFunctionNames: [mode.functionName] };
}
