/**
 * Input items other than messages, in the words of the contract. Source: `ResponseInputItem` of `openai`.
 *
 * An item of a hosted tool travels whole in `rawRepresentation`, as the contract demands.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../contract/index.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../json.ts';
import { hostedItem } from './hosted.ts';
import { actionCallContent, actionResultContent } from './request-actions.ts';
import { contentOfPart } from './request-parts.ts';

/**
 * The contents an item stands for: usually one; of a hosted tool its call and its result; none where there is no word.
 *
 * @param hosted ids of the calls that the provider answered itself, though the application may answer such calls too.
 */
export function contentsOfItem(item: JsonObject, hosted: ReadonlySet<Json | undefined>): Content[] {
  const callId = asString(item.call_id) ?? '';
  switch (item.type) {
    case 'function_call':
      return [
        withRaw(
          { type: 'function-call', callId, name: asString(item.name) ?? '', ...argumentsOf(item.arguments) },
          item,
          ['call_id', 'name', 'arguments'],
        ),
      ];
    case 'custom_tool_call':
      return [
        withRaw(
          { type: 'function-call', callId, name: asString(item.name) ?? '', argumentsText: asString(item.input) ?? '' },
          item,
          ['call_id', 'name', 'input'],
        ),
      ];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [withRaw({ type: 'function-result', callId, result: resultOf(item.output) }, item, ['call_id', 'output'])];
    case 'reasoning':
      return [reasoningOf(item)];
    case 'mcp_approval_request':
      return [approvalRequestOf(item)];
    case 'mcp_approval_response':
      return [approvalResponseOf(item)];
    case 'item_reference':
    case undefined:
      return [];
    default: {
      const action = hosted.has(item.call_id) ? undefined : (actionCallContent(item) ?? actionResultContent(item));
      return action ? [action] : hostedContents(item);
    }
  }
}

function withRaw(content: Content, item: JsonObject, read: readonly string[]): Content {
  const others = otherMembers(item, new Set(['type', 'id', 'status', ...read]));
  return others.length === 0 ? content : { ...content, rawRepresentation: item };
}

function argumentsOf(value: Json | undefined): { arguments: JsonObject } | { argumentsText: string } {
  const text = typeof value === 'string' ? value : '';
  const parsed = text === '' ? {} : parseJson(text);
  return isJsonObject(parsed) ? { arguments: parsed } : { argumentsText: text };
}

/** Text where the output is text, or parts that are nothing else; otherwise the parts themselves. */
function resultOf(output: Json | undefined): Json {
  const texts = asArray(output)?.map((part) => contentOfPart(asObject(part) ?? {}));
  if (texts?.every((part) => part?.type === 'text')) {
    return texts.map((part) => (part?.type === 'text' ? part.text : '')).join('');
  }
  return output ?? '';
}

function reasoningOf(item: JsonObject): Content {
  const [summary, own] = [item.summary, item.content].map((parts) =>
    (asArray(parts) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join(''),
  );
  const protectedData = asString(item.encrypted_content);
  return {
    type: 'reasoning',
    text: summary || own || '',
    ...(protectedData === undefined ? {} : { protectedData }),
    rawRepresentation: item,
  };
}

function approvalRequestOf(item: JsonObject): Content {
  const { name, server_label: server, arguments: text } = item;
  return {
    type: 'approval-request',
    requestId: asString(item.id) ?? '',
    tool: 'mcp-server',
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof server === 'string' ? { serverName: server } : {}),
    ...(typeof text === 'string' ? { arguments: parseJson(text) ?? text } : {}),
    rawRepresentation: item,
  };
}

function approvalResponseOf(item: JsonObject): Content {
  return {
    type: 'approval-response',
    requestId: asString(item.approval_request_id) ?? '',
    approved: item.approve === true,
    ...(typeof item.reason === 'string' ? { reason: item.reason } : {}),
  };
}

function hostedContents(item: JsonObject): Content[] {
  const { tool, ofServer, id = '', asked, gave } = hostedItem(item);
  const server = ofServer?.server;
  const call: Content = {
    type: 'hosted-tool-call',
    callId: id,
    ...(server === undefined
      ? { tool }
      : { tool: 'mcp-server', serverName: server, name: tool.slice(server.length + 1) }),
    ...(asked === undefined ? {} : { arguments: asked }),
    rawRepresentation: item,
  };
  const result: Content = { type: 'hosted-tool-result', callId: id, tool, outputs: [], rawRepresentation: item };
  return [...(asked === undefined ? [] : [call]), ...(gave === undefined ? [] : [result])];
}
