/** Messages of the contract as the library's. */
import type { AssistantModelMessage, FilePart, ModelMessage, TextPart, ToolContent, ToolResultPart } from 'ai';
import type { ChatMessage, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { assistantParts } from './assistant-parts.ts';
import { defined } from './defined.ts';
import { unsendable } from './errors.ts';
import type { Writing } from './writing.ts';

/**
 * @param kept how many of the messages the provider has already: they are not said again
 * @throws ProviderError (code `invalid_request_error`) for what the library has no part for
 */
export function modelMessages(messages: readonly ChatMessage[], writing: Writing, kept = 0): ModelMessage[] {
  const names = toolNames(messages, writing);
  return joined(
    messages
      .slice(kept)
      .flatMap((message) => modelMessage(message, names, writing))
      .filter(({ content }) => content.length > 0),
  );
}

/** What the model said in one turn is one message to the library, of however many messages the answer was. */
function joined(messages: readonly ModelMessage[]): ModelMessage[] {
  const all: ModelMessage[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === 'assistant' && message.role === 'assistant') {
      all[all.length - 1] = { role: 'assistant', content: [...partsOf(last), ...partsOf(message)] };
    } else {
      all.push(message);
    }
  }
  return all;
}

const partsOf = ({ content }: AssistantModelMessage) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;

function modelMessage(
  { role, contents }: ChatMessage,
  names: ReadonlyMap<string, string>,
  writing: Writing,
): ModelMessage[] {
  switch (role) {
    case 'system':
      return contents.map((content) => ({ role, content: systemText(content, writing) }));
    case 'assistant':
      return [{ role, content: assistantParts(contents, writing) }];
    default: {
      const results = contents.filter(({ type }) => resultTypes.has(type));
      const others = contents.filter(({ type }) => !resultTypes.has(type));
      return [
        { role: 'tool', content: results.map((content) => resultPart(content, names, writing)) },
        { role: 'user', content: others.map((content) => userPart(content, writing)) },
      ];
    }
  }
}

/** What answers a call, wherever it stands: to the library it is a message of the tool. */
const resultTypes = new Set<Content['type']>(['function-result', 'action-result', 'approval-response']);

function resultPart(content: Content, names: ReadonlyMap<string, string>, writing: Writing): ToolContent[number] {
  const part = content.type === 'function-result' ? toolResult(content, names) : writing.resultPart?.(content, names);
  if (part) return part;
  throw unsendable(writing.title, `the AI SDK has no part for "${content.type}"`);
}

function systemText(content: Content, { title }: Writing): string {
  if (content.type === 'text') return content.text;
  throw unsendable(title, `a system message holds "${content.type}"`);
}

/** The library links a result with its call by name too. */
function toolNames(messages: readonly ChatMessage[], writing: Writing): Map<string, string> {
  return new Map(
    messages.flatMap(({ contents }) =>
      contents.flatMap((content): [string, string][] => {
        if (content.type === 'function-call') return [[content.callId, content.name]];
        return content.type === 'action-call' ? [[content.callId, writing.actionName?.(content) ?? content.tool]] : [];
      }),
    ),
  );
}

function toolResult(content: FunctionResultContent, names: ReadonlyMap<string, string>): ToolResultPart {
  const { callId: toolCallId, name: toolName = names.get(toolCallId) ?? '', result = '', error } = content;
  const output =
    error !== undefined
      ? { type: 'error-text' as const, value: error }
      : typeof result === 'string'
        ? { type: 'text' as const, value: result }
        : { type: 'json' as const, value: result as JsonValue };
  return { type: 'tool-result', toolCallId, toolName, output };
}

/** JSON as the library types it: what can be changed. */
type JsonValue = Extract<ToolResultPart['output'], { type: 'json' }>['value'];

/** The library wants to be told what is at an address; where nobody says, the path's ending does. */
const typeByPath = (uri: string): string =>
  /\.(jpe?g|png|gif|webp)$/i.test(new URL(uri).pathname) ? 'image/*' : 'application/pdf';

function userPart(content: Content, writing: Writing): TextPart | FilePart {
  const { key, title, typeOfAddress = typeByPath } = writing;
  if (writing.lacks?.includes(content.type)) throw unsendable(title, `the AI SDK takes no "${content.type}" there`);
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text };
    case 'data':
      return defined({
        type: 'file' as const,
        data: content.data,
        mediaType: content.mediaType,
        filename: content.name,
      });
    case 'uri':
      return { type: 'file', data: new URL(content.uri), mediaType: content.mediaType ?? typeOfAddress(content.uri) };
    case 'hosted-file': {
      const data = { type: 'reference' as const, reference: { [key]: content.fileId } };
      return { type: 'file', data, mediaType: content.mediaType ?? 'application/pdf' };
    }
    default:
      throw unsendable(title, `the AI SDK has no part for "${content.type}" in a user's message`);
  }
}
