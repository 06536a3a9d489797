/** What goes back to OpenAI in words of its own. */
import type { ToolContent, ToolResultPart } from 'ai';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, Tool } from '../../../spec/contract/index.ts';
import { asObject } from '../shared/json.ts';
import type { AssistantPart, PartOptions, Writing } from '../shared/writing.ts';
import { actionName, actionPart, actionResultPart, declaredName } from './actions.ts';
import { toldWithResult } from './reading.ts';

/**
 * @param key under which the library keeps what is the provider's own
 * @param messages hold the calls that results answer
 */
export function writingOf(key: string, messages: readonly ChatMessage[], tools: readonly Tool[]): Writing {
  const calls = messages.flatMap(({ contents }) => contents.filter((content) => content.type === 'action-call'));
  const callOf = (id: string) => calls.find(({ callId }) => callId === id);
  return {
    title: 'OpenAI',
    key,
    signature: 'reasoningEncryptedContent',
    assistantParts: (content, raw, options) => ownParts(content, raw, options, tools),
    actionName: (call) => actionName(call, tools),
    resultPart: (content, names) =>
      content.type === 'action-result'
        ? actionResultPart(
            content,
            names.get(content.callId) ?? declaredName(content.tool, tools),
            callOf(content.callId),
          )
        : approval(content),
  };
}

function ownParts(
  content: Content,
  raw: JsonObject,
  options: PartOptions,
  tools: readonly Tool[],
): AssistantPart[] | undefined {
  switch (content.type) {
    case 'action-call':
      return [{ ...actionPart(content, tools), ...options }];
    case 'hosted-tool-call':
    case 'hosted-tool-result': {
      if (raw.type !== 'tool-result' || !toldWithResult(String(raw.toolName))) return undefined;
      // Its call went with it, made of the same part.
      return content.type === 'hosted-tool-call' ? callAndResult(raw, options) : [];
    }
    case 'approval-request': {
      // The library asks about a call of its own making.
      const { requestId, name, arguments: given = {} } = content;
      const { toolCallId = requestId, toolName = `mcp.${name}`, input = given } = asObject(raw.toolCall);
      const call = { toolCallId: String(toolCallId), toolName: String(toolName), input };
      return [
        { type: 'tool-call', ...call, providerExecuted: true },
        { type: 'tool-approval-request', approvalId: content.requestId, toolCallId: call.toolCallId },
      ];
    }
    default:
      return undefined;
  }
}

function callAndResult(
  { toolCallId, toolName, input = {}, output }: JsonObject,
  options: PartOptions,
): AssistantPart[] {
  const call = { toolCallId: String(toolCallId), toolName: String(toolName) };
  const given = { type: 'json', value: output } as ToolResultPart['output'];
  return [
    { type: 'tool-call', ...call, input, providerExecuted: true },
    { type: 'tool-result', ...call, output: given, ...options },
  ];
}

function approval(content: Content): ToolContent[number] | undefined {
  if (content.type !== 'approval-response') return undefined;
  const { requestId: approvalId, approved, reason } = content;
  return {
    type: 'tool-approval-response',
    approvalId,
    approved,
    providerExecuted: true,
    ...(reason === undefined ? {} : { reason }),
  };
}
