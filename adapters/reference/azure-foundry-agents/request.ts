/** From the contract to what is sent for one call. Pure: nothing is sent here. */

import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, Tool, Warning } from '../../../spec/contract/index.ts';
import type { RequestContext } from '../shared/client.ts';
import { unsupported } from '../shared/declare-tools.ts';
import { defined, nonEmpty } from '../shared/json.ts';
import { type Plan, planOf } from '../shared/runs/client.ts';
import type { Submission } from '../shared/runs/messages.ts';
import { errors, surfaceOf } from './sdk.ts';
import { declaration } from './tools.ts';

/**
 * How MCP servers are spoken to, and whether to ask before, is said of the run.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API
 */
export function planCall(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: Omit<RequestContext<'model' | 'surface'>, 'stream'>,
): Plan {
  const { settings, adapterId } = context;
  const tools = options.tools ?? [];
  const { warnings, ...declared } = declaration(tools, adapterId, surfaceOf(settings));
  const own = {
    ...declared,
    run: { tool_resources: serversOf(tools) },
    submitted: (submission: Submission) => submitted(submission, tools, messages),
    warnings: (submission: Submission | undefined) => [
      ...warnings,
      ...unsupportedSettings(options),
      ...unsaidReasons(submission, messages),
    ],
  };
  return planOf(messages, options, settings, own, errors);
}

/** With leave goes what the server is to be asked with: the provider does not keep it. Source: `ToolApproval`. */
function submitted(
  { outputs, approvals }: Submission,
  tools: readonly Tool[],
  messages: readonly ChatMessage[],
): JsonObject {
  const withHeaders = approvals.map((approval) =>
    defined({ ...approval, headers: headersFor(String(approval.tool_call_id), tools, messages) }),
  );
  return defined({ tool_outputs: nonEmpty(outputs), tool_approvals: nonEmpty(withHeaders) });
}

const unsupportedSettings = ({ stopSequences, reasoning, store }: ChatOptions): Warning[] =>
  unsupported(
    nonEmpty(stopSequences) !== undefined && 'stopSequences were not sent: Azure AI Foundry Agents have none.',
    reasoning !== undefined && 'reasoning was not sent: Azure AI Foundry Agents have no member for it.',
    store !== undefined &&
      'store was not sent: Azure AI Foundry keeps a thread until it is deleted, which close() does.',
  );

/** Why leave is given or not has no place on the wire. */
function unsaidReasons(submission: Submission | undefined, messages: readonly ChatMessage[]): Warning[] {
  const answered = new Set(submission?.approvals.map(({ tool_call_id: id }) => id));
  const isUnsaid = messages.some(({ contents }) =>
    contents.some((c) => c.type === 'approval-response' && answered.has(c.requestId) && c.reason !== undefined),
  );
  return unsupported(isUnsaid && 'reason of an approval was not sent: Azure AI Foundry Agents take yes or no.');
}

// MCP servers: what is said of them beside the tool. Source: Azure.AI.Agents, tools/tool_resources.tsp `MCPToolResource`.

type McpServerTool = Extract<Tool, { type: 'mcp-server' }>;

/** `tool_resources` of a run; `undefined` without servers. Headers are a required member. */
function serversOf(tools: readonly Tool[]): JsonObject | undefined {
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
function headersFor(
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
