/** The contract's tools and tool mode as members of the request body. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatOptions,
  type FunctionTool,
  InvalidToolError,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { functionName, objectSchema, rawDeclaration } from '../shared/declare-tools.ts';
import { defined, nonEmpty, objects } from '../shared/json.ts';

const providerApi = 'anthropic';

/** Source: the API's own validation message for `tools.*.custom.name`. */
const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const nameRule = 'Anthropic takes names of 1 to 128 letters A-Z and a-z, digits, underscores and hyphens.';

/**
 * @param adapterId named in the refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
export function toolToWire(tool: Tool, adapterId: string, surface?: string): JsonObject {
  if (tool.type === 'function') return functionToWire(tool);
  if (tool.type === 'raw') return rawDeclaration(tool, providerApi);
  const lacking = surface === undefined ? undefined : lackingOn.get(surface);
  if (lacking?.includes(tool.type)) {
    const others = supportedTools.filter((type) => !lacking.includes(type));
    throw new UnsupportedToolError(tool.type, adapterId, others);
  }
  if (isHostedTool(tool)) {
    const declaration = hostedToolToWire(tool);
    // The only version there. Source: `@ai-sdk/google-vertex` 5.0.141.
    return surface === 'vertex' && tool.type === 'web-search'
      ? defined({ ...declaration, type: 'web_search_20250305', allowed_callers: undefined })
      : declaration;
  }
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

// Declarations of tools that are the provider's own, hosted or not: in `tools`, and what they need elsewhere in the body.

type ToolOf<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** What a search and a fetch have in common. Both lists of domains at once are for the API to refuse. */
const pages = (tool: ToolOf<'web-search'> | ToolOf<'web-fetch'>) => ({
  // Unless told, code calls these versions, which not every model can. Source: Claude docs, web search tool.
  allowed_callers: ['direct'],
  max_uses: tool.maximumUses,
  allowed_domains: tool.allowedDomains,
  blocked_domains: tool.blockedDomains,
});

/**
 * The newest version of each that is generally available; of MCP, the beta. Source: `WebSearchTool20260318`,
 * `WebFetchTool20260318`, `CodeExecutionTool20260521`, `ComputerToolset20260801`, `ToolBash20250124`,
 * `ToolTextEditor20250728`, `BetaMCPToolset`.
 */
const declarations = {
  'web-search': (tool) => ({
    type: 'web_search_20260318',
    name: 'web_search',
    ...pages(tool),
    user_location: tool.userLocation && { type: 'approximate', ...tool.userLocation },
  }),
  'web-fetch': (tool) => ({ type: 'web_fetch_20260318', name: 'web_fetch', ...pages(tool) }),
  'code-interpreter': () => ({ type: 'code_execution_20260521', name: 'code_execution' }),
  'computer-use': () => ({ type: 'computer_toolset_20260801' }),
  shell: () => ({ type: 'bash_20250124', name: 'bash' }),
  'text-editor': (tool) => ({
    type: 'text_editor_20250728',
    name: 'str_replace_based_edit_tool',
    max_characters: tool.maximumCharacters,
  }),
  'mcp-server': mcpToolset,
} satisfies { [T in Tool['type']]?: (tool: ToolOf<T>) => { [member: string]: unknown } };

type HostedToolType = keyof typeof declarations;

const hostedToolTypes = Object.keys(declarations) as HostedToolType[];

/** Tools of Anthropic, on surfaces that have none of them. Source: litellm 1.110.2, `anthropic_beta_headers_config.json`. */
const lackingOn: ReadonlyMap<string, readonly string[]> = new Map([
  ['vertex', ['code-interpreter', 'mcp-server', 'web-fetch']],
  ['bedrock-mantle', ['code-interpreter', 'mcp-server']],
  ['bedrock-invoke', ['code-interpreter', 'computer-use', 'mcp-server', 'web-fetch', 'web-search']],
]);

/** What this adapter can declare. */
const supportedTools = ['function', ...hostedToolTypes, 'raw'];

const isHostedTool = (tool: Tool): tool is ToolOf<HostedToolType> => Object.hasOwn(declarations, tool.type);

/** @throws InvalidToolError for an MCP server whose tools need leave: the API calls them without asking */
function hostedToolToWire(tool: ToolOf<HostedToolType>): JsonObject {
  // TypeScript cannot know that a declaration and its tool belong together.
  const declare = declarations[tool.type] as (tool: Tool) => { [member: string]: unknown };
  return defined(declare(tool)) as JsonObject;
}

/** Of some tools only: all are switched off, and these on again. */
function mcpToolset({ serverName, allowedTools, approvalMode }: ToolOf<'mcp-server'>) {
  if (approvalMode === 'always') {
    throw new InvalidToolError(
      'mcp-server',
      'Anthropic calls the tools of a server without asking; leave "approvalMode" out, or say "never".',
    );
  }
  const only = allowedTools && {
    default_config: { enabled: false },
    configs: Object.fromEntries(allowedTools.map((name) => [name, { enabled: true }])),
  };
  return { type: 'mcp_toolset', mcp_server_name: serverName, ...only };
}

/** Members of the body that tools need beside their declarations. */
export function besideTools(tools: readonly Tool[]): { mcp_servers?: JsonObject[]; container?: string } {
  const servers = tools.filter((tool) => tool.type === 'mcp-server');
  const container = tools.find((tool) => tool.type === 'code-interpreter')?.containerId;
  return defined({
    mcp_servers: nonEmpty(servers)?.map(({ serverName, serverAddress, authorizationToken }) =>
      defined({ type: 'url', name: serverName, url: serverAddress, authorization_token: authorizationToken }),
    ),
    container,
  });
}

/** Files that code is to read: blocks for a message of the user. Source: `ContainerUploadBlockParam`. */
export function uploads(tools: readonly Tool[]): JsonObject[] {
  return tools
    .filter((tool) => tool.type === 'code-interpreter')
    .flatMap(({ fileIds = [] }) => fileIds.map((id) => ({ type: 'container_upload', file_id: id })));
}

/** Beta headers by the tools, the edits of context and the changes of tools that a body has. Source: the tool reference of Claude's documentation; `AnthropicBeta`. */
const betas: ReadonlyMap<Json | undefined, string> = new Map([
  ['mcp_toolset', 'mcp-client-2025-11-20'],
  ['computer_20251124', 'computer-use-2025-11-24'],
  ['computer_20250124', 'computer-use-2025-01-24'],
  ['computer_20241022', 'computer-use-2024-10-22'],
  ['bash_20241022', 'computer-use-2024-10-22'],
  ['text_editor_20241022', 'computer-use-2024-10-22'],
  ['advisor_20260301', 'advisor-tool-2026-03-01'],
  ['compact_20260112', 'compact-2026-01-12'],
  ['clear_tool_uses_20250919', 'context-management-2025-06-27'],
  ['clear_thinking_20251015', 'context-management-2025-06-27'],
  ['tool_addition', 'mid-conversation-tool-changes-2026-07-01'],
  ['tool_removal', 'mid-conversation-tool-changes-2026-07-01'],
]);

/** The betas that a body needs; none, as a rule. */
export function betasOf(body: JsonObject): string[] {
  const { edits } = isJsonObject(body.context_management) ? body.context_management : {};
  const blocks = objects(body.messages).flatMap(({ content }) => objects(content));
  const declaring = [...objects(body.tools), ...objects(edits), ...blocks];
  return [...new Set(declaring.flatMap(({ type }) => betas.get(type) ?? []))];
}

/** What of the tools the API has no place for. */
export function unsaidOf(tools: readonly Tool[]): string[] {
  return tools.flatMap((tool) => {
    if ('serverDescription' in tool) {
      return ['serverDescription was not sent: Anthropic has the descriptions of the tools from the server itself.'];
    }
    if (tool.type !== 'computer-use') return [];
    const names = ['displayWidth', 'displayHeight', 'environment'].filter((name) => name in tool);
    return [`${names.join(', ')} were not sent: to Anthropic's toolset a screen is as large as its screenshots.`];
  });
}
