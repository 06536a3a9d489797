/** What the model said goes back as the library's own part; where the contract has members of its own, those count. */
import type { ToolResultPart } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { unsendable } from './errors.ts';
import type { AssistantPart, PartOptions, ProviderOptions, Writing } from './writing.ts';

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/** @throws ProviderError (code `invalid_request_error`) for what the library has no part for */
export function assistantParts(contents: readonly Content[], writing: Writing): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const content of contents) {
    const raw = isJsonObject(content.rawRepresentation) ? content.rawRepresentation : {};
    const options = defined({ providerOptions: raw.providerMetadata as ProviderOptions | undefined });
    const own = writing.assistantParts?.(content, raw, options);
    if (own) parts.push(...own);
    else if (content.type === 'text') pushText(parts, content, raw, options);
    else parts.push(...otherParts(content, raw, options, writing));
  }
  return parts;
}

function otherParts(content: Content, raw: JsonObject, options: PartOptions, writing: Writing): AssistantPart[] {
  switch (content.type) {
    case 'reasoning':
      return [{ type: 'reasoning', text: content.text, ...signed(content, options, writing) }];
    case 'function-call': {
      const { callId: toolCallId, name: toolName, arguments: input = content.argumentsText } = content;
      return [{ type: 'tool-call', toolCallId, toolName, input, ...options }];
    }
    case 'hosted-tool-call': {
      const { callId: toolCallId } = content;
      const { toolName = content.name ?? content.tool, input = content.arguments ?? {} } = raw;
      return [{ type: 'tool-call', toolCallId, toolName: String(toolName), input, providerExecuted: true, ...options }];
    }
    case 'hosted-tool-result':
      return [hostedResult(content, raw, options, writing)];
    case 'hosted-file':
      return raw.type === 'custom' ? [customPart(raw, options)] : [];
    case 'error':
      // A note on the answer, not a part of what the model said.
      return [];
    default:
      throw unsendable(writing.title, `the AI SDK has no part for "${content.type}" in the assistant's message`);
  }
}

/**
 * From a stream, the words of a cited text came as pieces, and an empty piece with the whole of it followed them: then the
 * whole takes the place of the words.
 */
function pushText(parts: AssistantPart[], { text }: Of<'text'>, raw: JsonObject, options: PartOptions): void {
  if (text !== '') {
    parts.push({ type: 'text', text, ...(raw.text === text ? options : {}) });
    return;
  }
  const last = parts.at(-1);
  if (typeof raw.text !== 'string' || last?.type !== 'text' || !last.text.endsWith(raw.text)) return;
  parts.pop();
  const before = last.text.slice(0, last.text.length - raw.text.length);
  if (before !== '') parts.push({ ...last, text: before });
  parts.push({ type: 'text', text: raw.text, ...options });
}

function signed({ protectedData }: Of<'reasoning'>, options: PartOptions, { key, signature }: Writing): PartOptions {
  if (options.providerOptions || protectedData === undefined || signature === undefined) return options;
  return { providerOptions: { [key]: { [signature]: protectedData } } };
}

function hostedResult(
  { callId: toolCallId }: Of<'hosted-tool-result'>,
  raw: JsonObject,
  options: PartOptions,
  { title }: Writing,
): AssistantPart {
  const { type, toolName, output, error } = raw;
  if (type === 'custom') return customPart(raw, options);
  if (toolCallId === undefined || typeof toolName !== 'string') {
    throw unsendable(title, 'a message holds "hosted-tool-result" that did not come from the AI SDK');
  }
  const given = type === 'tool-error' ? { type: 'error-json' as const, value: error } : { type: 'json', value: output };
  return { type: 'tool-result', toolCallId, toolName, output: given as ToolResultPart['output'], ...options };
}

function customPart({ kind }: JsonObject, options: PartOptions): AssistantPart {
  return { type: 'custom', kind: kind as Extract<Json, string> as `${string}.${string}`, ...options };
}
