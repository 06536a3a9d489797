/** Items of a response that the library has no standard block for, by their members. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { asObject, objects, text } from '../shared/json.ts';
import { failure, outputsOf } from '../shared/outputs.ts';

type Output = HostedToolResultContent['outputs'][number];

/** The contract's names for tools of the provider. Any other keeps its own. */
export const toolNames = new Map([
  ['web_search', 'web-search'],
  ['file_search', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
  ['shell', 'shell'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
]);

export function itemContents(item: JsonObject): Content[] {
  const action = actionCall(item);
  if (action) return [action];
  if (item.type === 'mcp_approval_request') return [approvalRequest(item)];
  const type = text(item.type);
  return type === undefined || ours.has(type) ? [] : hosted(item, type);
}

/** Calls of the application's functions stand among the tool calls. */
const ours = new Set(['function_call', 'custom_tool_call']);

/** The application is asked to act, unless a shell is in a container of the provider's. */
function actionCall(item: JsonObject): Content | undefined {
  const callId = text(item.call_id) ?? '';
  const checks = objects(item.pending_safety_checks).map((check) =>
    defined({ id: text(check.id) ?? '', code: text(check.code), message: text(check.message) }),
  );
  const call = (tool: 'computer-use' | 'shell' | 'text-editor', actions: Json[]): Content =>
    defined({
      type: 'action-call' as const,
      callId,
      tool,
      actions: actions.filter(isJsonObject),
      pendingSafetyChecks: checks.length > 0 ? checks : undefined,
    });
  switch (item.type) {
    case 'computer_call':
      return call('computer-use', Array.isArray(item.actions) ? item.actions : [item.action ?? null]);
    case 'shell_call':
      return isHosted(item) ? undefined : call('shell', [{ type: 'exec', ...asObject(item.action) }]);
    case 'local_shell_call':
      return call('shell', [item.action ?? null]);
    case 'apply_patch_call':
      return call('text-editor', [item.operation ?? null]);
    default:
      return undefined;
  }
}

const isHosted = ({ environment }: JsonObject): boolean =>
  text(asObject(environment).type)?.startsWith('container') ?? false;

/** Whether an item asks the application for something. */
export const asksTheApplication = (item: JsonObject): boolean =>
  ['function_call', 'custom_tool_call', 'mcp_approval_request'].includes(String(item.type)) ||
  actionCall(item) !== undefined;

const approvalRequest = ({ id, name, server_label, arguments: asked }: JsonObject): Content =>
  defined({
    type: 'approval-request' as const,
    requestId: text(id) ?? '',
    tool: 'mcp-server',
    name: text(name),
    serverName: text(server_label),
    arguments: parsed(asked),
  });

/** A call, by how its type ends, and a result too where something came of it. */
function hosted(item: JsonObject, type: string): Content[] {
  const stem = type.replace(/_(call|output|call_output)$/, '');
  const callId = text(item.call_id) ?? text(item.id);
  const tool = toolNames.get(stem) ?? stem;
  const outputs = outputsOfItem(item);
  const result = defined({ type: 'hosted-tool-result' as const, callId, tool, outputs, rawRepresentation: item });
  const isCall = type.endsWith('_call') || type === 'program' || type === 'mcp_list_tools';
  if (!isCall || callId === undefined) return [result];
  const call = defined({
    type: 'hosted-tool-call' as const,
    callId,
    tool,
    name: text(item.name),
    serverName: text(item.server_label),
    arguments: asked(item),
    rawRepresentation: item,
  });
  return gaveSomething(item) ? [call, result] : [call];
}

/** Where tools say what they gave. */
const giving = ['output', 'outputs', 'result', 'results', 'tools', 'error'];

/** Which item it is, and how far it is. */
const framing = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'caller', 'execution', 'environment', 'created_by'],
  ...['approval_request_id', 'max_output_length', ...giving],
]);

function asked(item: JsonObject): Json {
  const said = ['arguments', 'action', 'operation', 'input'].find((name) =>
    typeof item[name] === 'object' || name === 'arguments' ? (item[name] ?? null) !== null : false,
  );
  if (said !== undefined)
    return typeof item[said] === 'string' ? (parsed(item[said]) ?? item[said]) : (item[said] ?? null);
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null && !framing.has(name)));
}

/** A search gives its sources beside what it was asked. */
const sourcesOf = ({ action }: JsonObject): Json | undefined => asObject(action).sources;

const gaveSomething = (item: JsonObject): boolean =>
  item.status === 'failed' ||
  [...giving.map((name) => item[name]), sourcesOf(item)].some((given) => (given ?? null) !== null);

function outputsOfItem(item: JsonObject): Output[] {
  const { error, result, type } = item;
  const said = giving.filter((name) => name !== 'tools' && name !== 'error');
  if (type === 'image_generation_call' && typeof result === 'string') {
    const format = text(item.output_format) ?? 'png';
    return [{ type: 'data', data: result, mediaType: format === 'svg' ? 'image/svg+xml' : `image/${format}` }];
  }
  const outputs = [...said.flatMap((name) => outputsOf(item[name])), ...outputsOf(sourcesOf(item))];
  if ((error ?? null) === null && item.status !== 'failed') return outputs;
  const { message, code, content } = asObject(error);
  const { message: words } = failure([...outputsOf(content), ...outputs]) as { message: string };
  const errorCode = code === undefined ? undefined : String(code);
  return [defined({ type: 'error' as const, message: text(error) || text(message) || words, errorCode })];
}

function parsed(asked: unknown): Json | undefined {
  try {
    return JSON.parse(String(asked));
  } catch {
    return undefined;
  }
}
