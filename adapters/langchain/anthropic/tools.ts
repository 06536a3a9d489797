/** Tools of the contract as those that `ChatAnthropic` documents: functions, and declarations of the provider, passed through. */
import type { ChatAnthropic } from '@langchain/anthropic';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type Content,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

type LibraryTool = Parameters<ChatAnthropic['bindTools']>[0][number];
type HostedFile = Extract<Content, { type: 'hosted-file' }>;

const supported = [
  'function',
  'web-search',
  'web-fetch',
  'code-interpreter',
  'mcp-server',
  'shell',
  'text-editor',
  'raw',
];

/**
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a function whose schema is none, or a server whose calls need leave
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string): LibraryTool[] =>
  tools.map((tool) => toolOf(tool, adapterId) as unknown as LibraryTool);

function toolOf(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function': {
      const { name, description, parameters: input_schema, strict } = tool;
      if (!isJsonObject(input_schema)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
      return defined({ name, description, input_schema, strict });
    }
    case 'web-search': {
      const user_location = tool.userLocation && { type: 'approximate', ...tool.userLocation };
      return defined({ type: 'web_search_20260318', name: 'web_search', ...pages(tool), user_location }) as JsonObject;
    }
    case 'web-fetch':
      return { type: 'web_fetch_20260318', name: 'web_fetch', ...pages(tool) };
    case 'code-interpreter':
      return { type: 'code_execution_20260521', name: 'code_execution' };
    case 'shell':
      return { type: 'bash_20250124', name: 'bash' };
    case 'text-editor':
      return defined({
        type: 'text_editor_20250728',
        name: 'str_replace_based_edit_tool',
        max_characters: tool.maximumCharacters,
      });
    case 'mcp-server':
      return mcpToolset(tool);
    case 'raw':
      return rawTool(tool, adapterId);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

function pages({ maximumUses, allowedDomains, blockedDomains }: Extract<Tool, { type: 'web-search' | 'web-fetch' }>) {
  return defined({ max_uses: maximumUses, allowed_domains: allowedDomains, blocked_domains: blockedDomains });
}

type McpServer = Extract<Tool, { type: 'mcp-server' }>;

/** Of some tools only: all are switched off, and these on again. */
function mcpToolset({ serverName: mcp_server_name, allowedTools, approvalMode }: McpServer): JsonObject {
  if (approvalMode === 'always') {
    throw new InvalidToolError('mcp-server', 'Anthropic asks for no approvals, so "approvalMode" is "never".');
  }
  const only = allowedTools && {
    default_config: { enabled: false },
    configs: Object.fromEntries(allowedTools.map((name) => [name, { enabled: true }])),
  };
  return { type: 'mcp_toolset', mcp_server_name, ...only };
}

/** Servers are an option of the call. */
export function mcpServersOf(tools: readonly Tool[]) {
  const servers = tools.filter((tool) => tool.type === 'mcp-server');
  if (servers.length === 0) return undefined;
  return servers.map(({ serverName: name, serverAddress: url, authorizationToken: authorization_token }) =>
    defined({ type: 'url' as const, name, url, authorization_token }),
  );
}

/** The sandbox that a code interpreter is to go on in; an option of the call too. */
export const containerOf = (tools: readonly Tool[]): string | undefined =>
  tools.find((tool) => tool.type === 'code-interpreter')?.containerId;

/** Files that code is to read. */
export const uploadsOf = (tools: readonly Tool[]): HostedFile[] =>
  tools.flatMap((tool) => {
    const ids = tool.type === 'code-interpreter' ? (tool.fileIds ?? []) : [];
    return ids.map((file_id): HostedFile => {
      const rawRepresentation = { type: 'container_upload', file_id };
      return { type: 'hosted-file', fileId: file_id, rawRepresentation };
    });
  });

/** Types that `ChatAnthropic` passes on, by how they begin; any other it takes for a tool of LangChain. Source: its `isBuiltinTool`. */
const passed =
  /^(text_editor_|computer_|bash_|web_search_|web_fetch_|str_replace_editor_|str_replace_based_edit_tool_|code_execution_|memory_|tool_search_|mcp_toolset)/;

function rawTool({ providerApi, declaration }: RawTool, adapterId: string): JsonObject {
  if (providerApi !== 'anthropic') {
    throw new InvalidToolError('raw', `its declaration is in the words of "${providerApi}", not of "anthropic".`);
  }
  const { type, name, mcp_server_name: server } = declaration;
  const isNamed = typeof name === 'string' || typeof server === 'string';
  const isPassed = typeof type === 'string' && passed.test(type) && isNamed;
  if (isPassed || 'input_schema' in declaration) return declaration;
  throw new UnsupportedToolError('raw', adapterId, supported);
}

/** Betas that the library does not ask for by itself. Source: `ANTHROPIC_TOOL_BETAS` in its `utils/tools.ts`. */
const betas = new Map([
  ['computer_20241022', 'computer-use-2024-10-22'],
  ['bash_20241022', 'computer-use-2024-10-22'],
  ['text_editor_20241022', 'computer-use-2024-10-22'],
]);

export const betasOf = (tools: readonly LibraryTool[]): string[] => [
  ...new Set(tools.flatMap((tool) => betas.get(String((tool as JsonObject).type)) ?? [])),
];

/** Absent where the caller leaves it to the library. */
export function toolChoiceOf({ toolMode: mode, allowMultipleToolCalls: many, tools = [] }: ChatOptions) {
  if (tools.length === 0 && mode?.type !== 'required') return undefined;
  if (!mode && many === undefined) return undefined;
  const name = mode?.type === 'required' ? mode.functionName : undefined;
  const type = mode?.type === 'required' ? (name === undefined ? 'any' : 'tool') : (mode?.type ?? 'auto');
  const single = many === undefined || type === 'none' ? undefined : !many;
  return defined({ type, name, disable_parallel_tool_use: single });
}
