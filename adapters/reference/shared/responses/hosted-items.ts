/** Items of tools that OpenAI runs: what they were asked and what they gave, mostly in one item. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import type { Content } from '../../../../spec/contract/index.ts';
import { parsedJson } from '../arguments.ts';
import { defined } from '../defined.ts';
import { text } from '../json.ts';
import { gaveSomething, outputsOf, resultMembers } from './outputs.ts';

/** The contract's names for hosted tools, by the stem of the item's type. Anything else keeps its own name. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['file_search', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
  ['shell', 'shell'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
  // Azure AI Foundry's own.
  ['azure_function', 'stateful-function'],
  ['azure_ai_search', 'azure-ai-search'],
  ['bing_grounding', 'bing-grounding'],
  ['bing_custom_search_preview', 'bing-custom-search'],
  ['fabric_dataagent_preview', 'microsoft-fabric'],
]);

/** Calls whose types do not end in `_call`. */
const otherCalls = new Set(['mcp_list_tools', 'program']);

/**
 * New tools bring new items, so these are told apart by how their types end: `_call` is a call, and a result too where
 * something came of it; anything else is a result, whole.
 */
export function hostedContents(item: JsonObject, type: string): Content[] {
  const callId = text(item.call_id) ?? text(item.id);
  const isCall = type.endsWith('_call') || otherCalls.has(type);
  const tool = toolName(type.replace(/_(call|output|call_output)$/, ''));
  const result: Content = defined({
    type: 'hosted-tool-result' as const,
    callId,
    tool,
    outputs: outputsOf(item),
    rawRepresentation: item,
  });
  if (!isCall || callId === undefined) return [result];
  const call: Content = defined({
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

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/** The application is asked whether a tool of an MCP server may run. */
export function approvalRequest(item: JsonObject, requestId: string): Content {
  return defined({
    type: 'approval-request' as const,
    requestId,
    tool: 'mcp-server',
    name: text(item.name),
    serverName: text(item.server_label),
    arguments: asked(item),
    rawRepresentation: item,
  });
}

/** The members that tools have for what they are asked. */
const askingMembers = ['arguments', 'action', 'actions', 'operation', 'input'];

/** Members that say which item it is and how far it is. */
const framingMembers = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'namespace', 'caller', 'created_by', 'execution', 'environment'],
  ...['approval_request_id', 'pending_safety_checks', 'max_output_length'],
  // Azure AI Foundry says of every item whose it is.
  ...['agent_reference', 'response_id'],
]);

/** One member where the tool has one for it, else whatever the item says that is neither frame nor result. */
function asked(item: JsonObject): Json {
  // Of an image, `action` is one setting among others ("edit").
  const member = askingMembers.find(
    (name) => (item[name] ?? null) !== null && (name !== 'action' || typeof item.action === 'object'),
  );
  if (member === undefined) {
    return Object.fromEntries(
      Object.entries(item).filter(
        ([name, value]) => value !== null && !framingMembers.has(name) && !resultMembers.includes(name),
      ),
    );
  }
  const value = item[member] ?? null;
  return member === 'arguments' && typeof value === 'string' ? parsedJson(value) : value;
}

/** True for what looks like an item: a JSON object that says its type. */
export function isItem(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === 'string';
}
