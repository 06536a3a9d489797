/** MCP servers: what is said of them beside the tool. Source: Azure.AI.Agents, tools/tool_resources.tsp `MCPToolResource`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Tool } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';

type McpServerTool = Extract<Tool, { type: 'mcp-server' }>;

/** `tool_resources` of a run; `undefined` without servers. Headers are a required member. */
export function serversOf(tools: readonly Tool[]): JsonObject | undefined {
  const servers = tools.filter((tool) => tool.type === 'mcp-server');
  if (servers.length === 0) return undefined;
  const mcp = servers.map((server) =>
    defined({ server_label: server.serverName, headers: headersOf(server), require_approval: server.approvalMode }),
  );
  return { mcp };
}

function headersOf({ authorizationToken }: McpServerTool): JsonObject {
  return authorizationToken === undefined ? {} : { Authorization: `Bearer ${authorizationToken}` };
}

/** Those of the server that an answer to a request for leave is about; `undefined` where it is not declared any more. */
export function headersFor(
  requestId: string,
  tools: readonly Tool[],
  messages: readonly ChatMessage[],
): JsonObject | undefined {
  const request = messages
    .flatMap(({ contents }) => contents)
    .filter((content) => content.type === 'approval-request')
    .find((content) => content.requestId === requestId);
  const server = tools
    .filter((tool) => tool.type === 'mcp-server')
    .find(({ serverName }) => serverName === request?.serverName);
  return server && headersOf(server);
}
