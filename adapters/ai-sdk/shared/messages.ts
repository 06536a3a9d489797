/** Messages of the contract as the library's. */
import type {
  AssistantContent,
  AssistantModelMessage,
  FilePart,
  ModelMessage,
  TextPart,
  ToolContent,
  ToolResultPart,
} from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ChatMessage, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { invalidRequest } from './errors.ts';
import { defined } from './json.ts';

// How a provider's own goes back to it.

export type AssistantPart = Exclude<AssistantContent, string>[number];
type ProviderOptions = NonNullable<TextPart['providerOptions']>;
/** The library's metadata of a part, as it goes back. */
export type PartOptions = { readonly providerOptions?: ProviderOptions };

export interface Writing {
  /** What the provider is called in messages. */
  readonly title: string;
  /** Under which name the library keeps what is the provider's own. */
  readonly key: string;
  /** The option that carries a contract's opaque state of reasoning, where the library's own part is gone. */
  readonly signature?: string;
  /** What the library has a part of that it refuses for this provider. */
  readonly lacks?: readonly Content['type'][];
  /** A result goes out under the name of its function. */
  readonly namesResults?: boolean;
  /** The media type of what is at an address, where nobody says; absent: what its path ends with. */
  typeOfAddress?(uri: string): string;
  /** Media types whose addresses the library can pass on; absent: of all. Others it would download, which the bridge forbids. */
  readonly addresses?: RegExp;
  /**
   * Parts of the assistant that this column writes otherwise than all; `undefined`: as all do.
   *
   * @param raw the library's own part, where it is still there
   */
  assistantParts?(content: Content, raw: JsonObject, options: PartOptions): AssistantPart[] | undefined;
  /** The name under which the tool is declared that acts. */
  actionName?(content: ActionCallContent): string;
  /** The output of a result that is in words of the provider alone; absent: it has none. */
  rawOutput?(raw: JsonObject): ToolResultPart['output'] | undefined;
  /**
   * What answers a call, beside results of functions.
   *
   * @param names of the tools, by the ids of their calls
   */
  resultPart?(content: Content, names: ReadonlyMap<string, string>): ToolContent[number] | undefined;
}

// What the model said goes back as the library's own part; where the contract has members of its own, those count.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/** @throws ProviderError (code `invalid_request_error`) for what the library has no part for */
function assistantParts(contents: readonly Content[], writing: Writing): AssistantPart[] {
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
      throw invalidRequest(writing.title, `the AI SDK has no part for "${content.type}" in the assistant's message`);
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
    throw invalidRequest(title, 'a message holds "hosted-tool-result" that did not come from the AI SDK');
  }
  const given = type === 'tool-error' ? { type: 'error-json' as const, value: error } : { type: 'json', value: output };
  return { type: 'tool-result', toolCallId, toolName, output: given as ToolResultPart['output'], ...options };
}

function customPart({ kind }: JsonObject, options: PartOptions): AssistantPart {
  return { type: 'custom', kind: kind as Extract<Json, string> as `${string}.${string}`, ...options };
}

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
  const part =
    content.type === 'function-result' ? toolResult(content, names, writing) : writing.resultPart?.(content, names);
  if (part && writing.namesResults && 'toolName' in part && part.toolName === '')
    throw invalidRequest(writing.title, `no function is known that the result for "${part.toolCallId}" is of`);
  if (part) return part;
  throw invalidRequest(writing.title, `the AI SDK has no part for "${content.type}"`);
}

function systemText(content: Content, { title }: Writing): string {
  if (content.type === 'text') return content.text;
  throw invalidRequest(title, `a system message holds "${content.type}"`);
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

function toolResult(
  content: FunctionResultContent,
  names: ReadonlyMap<string, string>,
  writing: Writing,
): ToolResultPart {
  const { callId: toolCallId, name: toolName = names.get(toolCallId) ?? '' } = content;
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(content, writing) };
}

function outputOf(
  { result, outputs, error, rawRepresentation: raw }: FunctionResultContent,
  writing: Writing,
): ToolResultPart['output'] {
  if (error !== undefined) return { type: 'error-text', value: error };
  if (outputs) return { type: 'content', value: outputs.map((output) => outputPart(output, writing)) };
  if (result === undefined) {
    const own = isJsonObject(raw) ? writing.rawOutput?.(raw) : undefined;
    return own ?? { type: 'text', value: '' };
  }
  return typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result as JsonValue };
}

type OutputPart = Extract<ToolResultPart['output'], { type: 'content' }>['value'][number];

function outputPart(output: Content, { key, typeOfAddress = typeByPath, ...writing }: Writing): OutputPart {
  switch (output.type) {
    case 'text':
      return { type: 'text', text: output.text };
    case 'data': {
      const { data, mediaType, name: filename } = output;
      return defined({ type: 'file' as const, data: { type: 'data' as const, data }, mediaType, filename });
    }
    case 'uri': {
      const { uri, mediaType = typeOfAddress(uri) } = output;
      return { type: 'file', data: { type: 'url', url: new URL(uri) }, mediaType };
    }
    case 'hosted-file': {
      const { fileId, mediaType = 'application/pdf' } = output;
      return { type: 'file', data: { type: 'reference', reference: { [key]: fileId } }, mediaType };
    }
    default:
      throw invalidRequest(writing.title, `a result holds "${output.type}"`);
  }
}

/** JSON as the library types it: what can be changed. */
export type JsonValue = Extract<ToolResultPart['output'], { type: 'json' }>['value'];

/** The library wants to be told what is at an address; where nobody says, the path's ending does. */
const typeByPath = (uri: string): string =>
  /\.(jpe?g|png|gif|webp)$/i.test(new URL(uri).pathname) ? 'image/*' : 'application/pdf';

function userPart(content: Content, writing: Writing): TextPart | FilePart {
  const { key, title, typeOfAddress = typeByPath, addresses = /^/ } = writing;
  if (writing.lacks?.includes(content.type)) throw invalidRequest(title, `the AI SDK takes no "${content.type}" there`);
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
    case 'uri': {
      const mediaType = content.mediaType ?? typeOfAddress(content.uri);
      if (!addresses.test(mediaType)) throw invalidRequest(title, `the AI SDK passes no address of "${mediaType}" on`);
      return { type: 'file', data: new URL(content.uri), mediaType };
    }
    case 'hosted-file': {
      const data = { type: 'reference' as const, reference: { [key]: content.fileId } };
      return { type: 'file', data, mediaType: content.mediaType ?? 'application/pdf' };
    }
    default:
      throw invalidRequest(title, `the AI SDK has no part for "${content.type}" in a user's message`);
  }
}
