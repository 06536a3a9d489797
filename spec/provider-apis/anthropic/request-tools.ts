/** Tools and tool choice of a request. Source: `ToolUnion`, `ToolChoice` of `@anthropic-ai/sdk`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatOptions, Tool, ToolMode } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers, remainingMembers } from '../../wire/json.ts';
import { functionToolOf, textsOf, unreadOfTool, userLocationOf } from '../../wire/requests.ts';

const functionMembers = ['name', 'description', 'input_schema', 'strict'];

/**
 * A declaration in the contract's words; raw where there are none for it, or what the contract demands of them is missing (a
 * schema that is an object schema).
 */
export function toolOf(
  declaration: JsonObject,
  path: string,
  body: JsonObject,
): { tool: Tool; unread: Unrecognized[] } {
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
    rest: remainingMembers(choice, ['type', 'name', 'disable_parallel_tool_use']),
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

// Tools of the provider's own, as requests declare them. Source: `ToolUnion` of `@anthropic-ai/sdk`; `BetaMCPToolset`
// and `BetaRequestMCPServerURLDefinition` of its beta.

/** A tool, and the members of its declaration that were read. */
interface HostedTool {
  readonly tool: Tool;
  readonly members: readonly string[];
}

/** Any version that is said in the same words. */
const readers: readonly [type: RegExp, read: (declaration: JsonObject, body: JsonObject) => HostedTool | undefined][] =
  [
    [/^web_search_\d+$/, webSearchOf],
    [/^web_fetch_\d+$/, webFetchOf],
    [/^code_execution_\d+$/, codeInterpreterOf],
    // The wire has no display, which the contract demands of whoever declares one.
    [/^computer_toolset_\d+$/, () => ({ tool: { type: 'computer-use' } as Tool, members: [] })],
    [/^bash_20250124$/, () => ({ tool: { type: 'shell' }, members: ['name'] })],
    [/^text_editor_(?:20250429|20250728)$/, textEditorOf],
    [/^mcp_toolset$/, mcpServerOf],
  ];

/** The tool, or `undefined` where the contract has none, or the body does not say it as the contract would. */
function hostedToolOf(declaration: JsonObject, body: JsonObject): HostedTool | undefined {
  const [, read] = readers.find(([type]) => type.test(asString(declaration.type) ?? '')) ?? [];
  return read?.(declaration, body);
}

/** The members that hold something. */
const said = (members: object): Tool =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Tool;

const pageMembers = ['name', 'max_uses', 'allowed_domains', 'blocked_domains'];

const pagesOf = (declaration: JsonObject) => ({
  allowedDomains: textsOf(declaration.allowed_domains),
  blockedDomains: textsOf(declaration.blocked_domains),
  maximumUses: asCount(declaration.max_uses) || undefined,
});

function webSearchOf(declaration: JsonObject): HostedTool {
  const userLocation = userLocationOf(declaration.user_location);
  const tool = said({ type: 'web-search', ...pagesOf(declaration), userLocation });
  return { tool, members: [...pageMembers, 'user_location'] };
}

function webFetchOf(declaration: JsonObject): HostedTool {
  return { tool: said({ type: 'web-fetch', ...pagesOf(declaration) }), members: pageMembers };
}

/** Its files stand among what the user says, and its container beside the tools. */
function codeInterpreterOf(_: JsonObject, body: JsonObject): HostedTool {
  const fileIds = uploadsIn(body);
  const tool = said({
    type: 'code-interpreter',
    fileIds: fileIds.length > 0 ? fileIds : undefined,
    containerId: asString(body.container) ?? asString(asObject(body.container)?.id),
  });
  return { tool, members: ['name'] };
}

/** Files that the user gives to the container. */
function uploadsIn({ messages }: JsonObject): string[] {
  const given = (asArray(messages) ?? []).flatMap((message) => {
    const { role, content } = asObject(message) ?? {};
    return role === 'user' ? (asArray(content) ?? []) : [];
  });
  return given.flatMap((block) => {
    const { type, file_id: id } = asObject(block) ?? {};
    return type === 'container_upload' && typeof id === 'string' ? [id] : [];
  });
}

/** True where the contract says the files and the container of a request in a tool. */
export const hasCodeInterpreter = ({ tools }: JsonObject): boolean =>
  (asArray(tools) ?? []).some((tool) => /^code_execution_\d+$/.test(asString(asObject(tool)?.type) ?? ''));

function textEditorOf(declaration: JsonObject): HostedTool {
  const maximumCharacters = asCount(declaration.max_characters) || undefined;
  return { tool: said({ type: 'text-editor', maximumCharacters }), members: ['name', 'max_characters'] };
}

/**
 * A server is said in two places: what it is among the servers, which of its tools may be called among the tools. Those
 * that may be called are either all, or those that are switched on where the others are not.
 */
function mcpServerOf(declaration: JsonObject, body: JsonObject): HostedTool | undefined {
  const server = serversOf(body)?.find(({ name }) => name === declaration.mcp_server_name);
  const allowed = allowedToolsOf(declaration);
  if (!server || !allowed) return undefined;
  const tool = serverTool(server, allowed.names);
  return { tool, members: ['mcp_server_name', 'default_config', 'configs'] };
}

function allowedToolsOf(declaration: JsonObject): { names?: string[] } | undefined {
  const enabled = (config: Json | undefined) => asObject(config)?.enabled ?? undefined;
  const configs = Object.entries(asObject(declaration.configs) ?? {});
  const plain = [declaration.default_config, ...configs.map(([, config]) => config)].every(
    (config) => otherMembers(asObject(config) ?? {}, new Set(['enabled'])).length === 0,
  );
  if (!plain) return undefined;
  // A tool of which nothing is said is as the default says.
  if (enabled(declaration.default_config) === false) {
    return { names: configs.flatMap(([name, config]) => (enabled(config) === true ? [name] : [])) };
  }
  return configs.every(([, config]) => enabled(config) !== false) ? {} : undefined;
}

/** Servers as the contract has them; `undefined` where they or their tools say more than that. */
export function serversOf(body: JsonObject): JsonObject[] | undefined {
  const servers = (asArray(body.mcp_servers) ?? []).map((server) => asObject(server) ?? {});
  return servers.every((server) => isSayable(server, toolsetsOf(server, body))) ? servers : undefined;
}

function isSayable(server: JsonObject, toolsets: readonly JsonObject[]): boolean {
  const { type, name, url } = server;
  const known = new Set(['type', 'name', 'url', 'authorization_token', 'tool_configuration']);
  if (type !== 'url' || typeof url !== 'string' || typeof name !== 'string' || name === '') return false;
  if (otherMembers(server, known).length > 0) return false;
  if (toolsets.length > 0) return !server.tool_configuration && toolsets.every((toolset) => allowedToolsOf(toolset));
  return olderAllowedToolsOf(server) !== undefined;
}

const toolsetsOf = ({ name }: JsonObject, { tools }: JsonObject): JsonObject[] =>
  (asArray(tools) ?? [])
    .map((tool) => asObject(tool) ?? {})
    .filter((tool) => tool.type === 'mcp_toolset' && tool.mcp_server_name === name);

/** Before there were toolsets, a server said itself which of its tools may be called. */
function olderAllowedToolsOf({ tool_configuration: value }: JsonObject): { names?: string[] } | undefined {
  if (value === undefined || value === null) return {};
  const configuration = asObject(value) ?? {};
  const names = textsOf(configuration.allowed_tools);
  const others = otherMembers(configuration, new Set(['enabled', ...(names ? ['allowed_tools'] : [])]));
  if (configuration.enabled === false || others.length > 0) return undefined;
  return names ? { names } : {};
}

/** Servers that are their own declaration, each with its place. */
export function olderServerToolsOf(body: JsonObject): { tool: Tool; path: string }[] {
  return (serversOf(body) ?? []).flatMap((server, i) => {
    if (toolsetsOf(server, body).length > 0) return [];
    return [{ tool: serverTool(server, olderAllowedToolsOf(server)?.names), path: `request.body.mcp_servers[${i}]` }];
  });
}

function serverTool({ name, url, authorization_token: token }: JsonObject, allowedTools: string[] | undefined): Tool {
  return said({
    type: 'mcp-server',
    serverName: name,
    serverAddress: url,
    allowedTools,
    // Nobody is ever asked.
    approvalMode: 'never',
    authorizationToken: asString(token),
  });
}
