/** Messages of the contract as the library's. */
import type { AssistantContent, FilePart, ModelMessage, TextPart, ToolResultPart } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { actionCallNames, actionPart, actionResultPart } from './actions.ts';
import { defined } from './defined.ts';
import { unsendable } from './errors.ts';

type AssistantPart = Exclude<AssistantContent, string>[number];
type Of<T extends Content['type']> = Extract<Content, { type: T }>;
type ProviderOptions = NonNullable<TextPart['providerOptions']>;

/**
 * @param fileIds files that go with the first message of the user, for code to read
 * @throws ProviderError (code `invalid_request_error`) for what the library has no part for
 */
export function modelMessages(messages: readonly ChatMessage[], fileIds: readonly string[] = []): ModelMessage[] {
  const names = toolNames(messages);
  const said = messages.flatMap((message) => modelMessage(message, names)).filter(({ content }) => content.length > 0);
  const first = said.find(({ role }) => role === 'user');
  if (Array.isArray(first?.content)) (first.content as FilePart[]).push(...fileIds.map(upload));
  return said;
}

/** The type of the file is not known here, and not sent. */
const upload = (fileId: string): FilePart => ({
  type: 'file',
  data: { type: 'reference', reference: { anthropic: fileId } },
  mediaType: 'application/octet-stream',
  providerOptions: { anthropic: { containerUpload: true } },
});

function modelMessage({ role, contents }: ChatMessage, names: ReadonlyMap<string, string>): ModelMessage[] {
  switch (role) {
    case 'system':
      return [{ role, content: contents.map(systemText).join('') }];
    case 'assistant':
      return [{ role, content: assistantParts(contents) }];
    default: {
      const results = contents.filter((content) => content.type === 'function-result');
      const outcomes = contents.filter((content) => content.type === 'action-result');
      const others = contents.filter((content) => !/^(function|action)-result$/.test(content.type));
      return [
        {
          role: 'tool',
          content: [
            ...results.map((result) => toolResult(result, names)),
            ...outcomes.map((outcome) => actionResultPart(outcome, names)),
          ],
        },
        { role: 'user', content: others.map((content) => userPart(content)) },
      ];
    }
  }
}

function systemText(content: Content): string {
  if (content.type === 'text') return content.text;
  throw unsendable(`a system message holds "${content.type}"`);
}

/** The library links a result with its call by name too. */
function toolNames(messages: readonly ChatMessage[]): Map<string, string> {
  const contents = messages.flatMap((m) => m.contents);
  const calls = contents.filter((content) => content.type === 'function-call');
  const actions = contents.filter((content) => content.type === 'action-call');
  return new Map([...calls.map(({ callId, name }) => [callId, name] as const), ...actionCallNames(actions)]);
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

function userPart(content: Content): TextPart | FilePart {
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
      return { type: 'file', data: new URL(content.uri), mediaType: content.mediaType ?? typeByPath(content.uri) };
    case 'hosted-file': {
      const data = { type: 'reference' as const, reference: { anthropic: content.fileId } };
      return { type: 'file', data, mediaType: content.mediaType ?? 'application/pdf' };
    }
    default:
      throw unsendable(`the AI SDK has no part for "${content.type}" in a user's message`);
  }
}

/** What the model said goes back as the library's own part; where the contract has members of its own, those count. */
function assistantParts(contents: readonly Content[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const content of contents) {
    const raw = isJsonObject(content.rawRepresentation) ? content.rawRepresentation : {};
    const options = defined({ providerOptions: raw.providerMetadata as ProviderOptions | undefined });
    switch (content.type) {
      case 'text':
        pushText(parts, content, raw, options);
        break;
      case 'reasoning':
        parts.push({ type: 'reasoning', text: content.text, ...signed(content, options) });
        break;
      case 'function-call': {
        const { callId: toolCallId, name: toolName, arguments: input = content.argumentsText } = content;
        parts.push({ type: 'tool-call', toolCallId, toolName, input, ...options });
        break;
      }
      case 'action-call':
        parts.push({ ...actionPart(content), ...options });
        break;
      case 'hosted-tool-call': {
        const { callId: toolCallId } = content;
        const { toolName = content.name ?? content.tool, input = content.arguments ?? {} } = raw;
        parts.push({
          type: 'tool-call',
          toolCallId,
          toolName: String(toolName),
          input,
          providerExecuted: true,
          ...options,
        });
        break;
      }
      case 'hosted-tool-result':
        parts.push(hostedResult(raw, options));
        break;
      case 'hosted-file':
        if (raw.type === 'custom') parts.push(customPart(raw, options));
        break;
      case 'error':
        // A note on the answer, not a part of what the model said.
        break;
      default:
        throw unsendable(`the AI SDK has no part for "${content.type}" in the assistant's message`);
    }
  }
  return parts;
}

type Options = { readonly providerOptions?: ProviderOptions };

/**
 * From a stream, the words of a cited text came as pieces, and an empty piece with the whole of it followed them: then the
 * whole takes the place of the words.
 */
function pushText(parts: AssistantPart[], { text }: Of<'text'>, raw: JsonObject, options: Options): void {
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

function signed({ protectedData }: Of<'reasoning'>, options: Options): Options {
  if (options.providerOptions || protectedData === undefined) return options;
  return { providerOptions: { anthropic: { signature: protectedData } } };
}

function hostedResult(raw: JsonObject, options: Options): AssistantPart {
  const { type, toolCallId, toolName, output, error } = raw;
  if (type === 'custom') return customPart(raw, options);
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') {
    throw unsendable('a message holds "hosted-tool-result" that did not come from the AI SDK');
  }
  const given = type === 'tool-error' ? { type: 'error-json' as const, value: error } : { type: 'json', value: output };
  return { type: 'tool-result', toolCallId, toolName, output: given as ToolResultPart['output'], ...options };
}

function customPart({ kind }: JsonObject, options: Options): AssistantPart {
  return { type: 'custom', kind: kind as Extract<Json, string> as `${string}.${string}`, ...options };
}
