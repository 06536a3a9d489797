/** Messages of the contract as the library's. */
import {
  AIMessage,
  type BaseMessage,
  type ContentBlock,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
  SystemMessage,
  type ToolCall,
  ToolMessage,
} from '@langchain/core/messages';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type {
  ActionCallContent,
  ChatMessage,
  Content,
  FunctionResultContent,
  ProviderError,
  Warning,
} from '../../../spec/contract/index.ts';
import type { LibraryMessage } from './contents.ts';
import { invalidRequest } from './errors.ts';
import { defined, plain } from './json.ts';

/** What a column says otherwise. */
export interface Writing {
  /** Named in messages. */
  readonly provider: string;
  /** The block of something that the user shows; `undefined` where the library's standard block is meant. */
  readonly shown?: (content: Content) => ContentBlock | undefined;
  /** Messages that the library did not make are standard content blocks, which some packages send otherwise than `content`. */
  readonly isStandard?: true;
  /** The blocks of something that the model said, for a message that the library did not make. */
  readonly said?: (content: Content) => ContentBlock | undefined;
  /** The call of a function that an action of the application's was asked for by, for a message that the library did not make. */
  readonly called?: (content: ActionCallContent) => { readonly name: string; readonly args: JsonObject };
  /** Arguments that do not parse, where the API has a form for them; without one, none go back. */
  readonly unparsed?: (argumentsText: string) => JsonObject;
  /** What a function gave, where it is more than a text. */
  readonly gave?: (content: FunctionResultContent) => ContentBlock[] | undefined;
  /**
   * A message of the assistant that the library did not make, where its blocks are not those of the others.
   *
   * @param warnings is added to
   */
  readonly assembled?: (contents: readonly Content[], warnings: Warning[]) => AIMessage | undefined;
  /** A message of its own, for what came of acting, or an answer to who asks leave. */
  readonly alone?: (content: Content) => BaseMessage | undefined;
}

/** The library's own form for messages that are kept. */
export const stored = (message: LibraryMessage): Json => plain(mapChatMessagesToStoredMessages([message])[0]);

/**
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) (rejected by the bridge) for what it has no block for
 */
export function libraryMessages(
  messages: readonly ChatMessage[],
  writing: Writing,
  instructions: string | undefined,
  warnings: Warning[],
): BaseMessage[] {
  return [
    ...(instructions ? [new SystemMessage(instructions)] : []),
    ...messages.flatMap((message) => libraryMessage(message, writing, warnings)),
  ];
}

function libraryMessage(message: ChatMessage, writing: Writing, warnings: Warning[]): BaseMessage[] {
  const { role, contents } = message;
  if (role === 'system') return [systemMessage(contents, writing)];
  if (role === 'assistant') {
    const assembled = () => writing.assembled?.(contents, warnings);
    return keptMessages(message) ?? [assembled() ?? assistantMessages(contents, writing, warnings)].flat();
  }
  const isShown = (content: Content) => content.type !== 'text' || content.text !== '';
  const alone: BaseMessage[] = [];
  const shown: Content[] = [];
  for (const content of contents.filter(isShown)) {
    const own =
      writing.alone?.(content) ?? (content.type === 'function-result' ? toolMessage(content, writing) : undefined);
    if (own) alone.push(own);
    else shown.push(content);
  }
  const only = shown.length === 1 ? shown[0] : undefined;
  if (only?.type === 'text') return [...alone, new HumanMessage(only.text)];
  const contentBlocks = shown.map((each) => shownBlock(each, writing)) as ContentBlock.Standard[];
  return [...alone, ...(shown.length > 0 ? [new HumanMessage({ contentBlocks })] : [])];
}

function systemMessage(contents: readonly Content[], writing: Writing): SystemMessage {
  const texts = contents.map((content) => systemText(content, writing)).filter((text) => text !== '');
  return texts.length > 1
    ? new SystemMessage({ content: texts.map((text) => ({ type: 'text', text })) })
    : new SystemMessage(texts.join(''));
}

function systemText(content: Content, { provider }: Writing): string {
  if (content.type === 'text') return content.text;
  throw notBridged(provider, `"${content.type}" in a system message`);
}

/** As an application would: what the library gave goes back as it was. Of a stream, it stands in the last content. */
function keptMessages({ rawRepresentation, contents }: ChatMessage): BaseMessage[] | undefined {
  const kept = [rawRepresentation, ...contents.map((content) => content.rawRepresentation)]
    .flatMap((raw) => (Array.isArray(raw) ? raw : [raw]))
    .filter((raw) => isJsonObject(raw) && raw.type === 'ai' && isJsonObject(raw.data));
  if (kept.length === 0) return undefined;
  return mapStoredMessagesToChatMessages(kept as unknown as StoredMessage[]);
}

/** What another library said, or the application for the model. */
function assistantMessages(contents: readonly Content[], writing: Writing, warnings: Warning[]): AIMessage[] {
  const calls = contents.flatMap((content) => callOf(content, writing));
  const blocks = contents.flatMap((content): ContentBlock[] => {
    // A note on the answer, not a part of what the model said; calls stand beside the blocks.
    if (content.type === 'error' || callOf(content, writing).length > 0) return [];
    const block = writing.said?.(content);
    if (block) return [block];
    if (content.type === 'text') return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    if (content.type === 'reasoning') {
      warnings.push(thoughtNotSent(writing.provider));
      return [];
    }
    throw notBridged(writing.provider, `"${content.type}" in a message of the assistant that LangChain did not make`);
  });
  const onlyText = blocks.length === 1 && blocks[0]?.type === 'text' ? String(blocks[0].text) : undefined;
  if (blocks.length === 0 && calls.length === 0) return [];
  if (writing.isStandard) {
    return [new AIMessage({ contentBlocks: blocks as ContentBlock.Standard[], tool_calls: calls })];
  }
  return [
    new AIMessage({
      content: onlyText ?? (blocks.length === 0 ? '' : blocks),
      tool_calls: calls,
    }),
  ];
}

function callOf(content: Content, { called, unparsed }: Writing): ToolCall[] {
  if (content.type === 'function-call') {
    const { callId: id, name, arguments: args, argumentsText = '' } = content;
    return [{ type: 'tool_call', id, name, args: args ?? unparsed?.(argumentsText) ?? {} }];
  }
  return content.type === 'action-call' && called
    ? [{ type: 'tool_call', id: content.callId, ...called(content) }]
    : [];
}

/** The library may have a block for it that the bridge does not use. */
const notBridged = (provider: string, what: string): ProviderError =>
  invalidRequest(provider, `the bridge to LangChain has no block for ${what}`, { rejectedBy: 'bridge' });

export const thoughtNotSent = (provider: string): Warning => ({
  code: 'reasoning-not-sent',
  message: `Reasoning that LangChain did not read was not sent back: ${provider} takes its own alone.`,
});

/** What a function gave, in words. */
export const wordsOf = ({ result }: FunctionResultContent): string =>
  typeof result === 'string' ? result : (JSON.stringify(result) ?? '');

function toolMessage(content: FunctionResultContent, writing: Writing): ToolMessage {
  const { gave } = writing;
  const { callId, name, error, outputs } = content;
  return new ToolMessage(
    defined({
      tool_call_id: callId,
      name,
      content: error ?? gave?.(content) ?? outputs?.map((output) => shownBlock(output, writing)) ?? wordsOf(content),
      status: error === undefined ? ('success' as const) : ('error' as const),
    }),
  );
}

function shownBlock(content: Content, writing: Writing): ContentBlock {
  const own = writing.shown?.(content);
  if (own) return own;
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text };
    case 'data':
      return {
        type: kindOf(content.mediaType),
        mimeType: content.mediaType,
        data: content.data,
        ...named(content.name),
      };
    case 'uri': {
      const { uri: url, mediaType } = content;
      return defined({ type: kindOf(mediaType ?? typeByPath(url)), mimeType: mediaType, url });
    }
    case 'hosted-file':
      return defined({
        type: kindOf(content.mediaType ?? ''),
        mimeType: content.mediaType,
        fileId: content.fileId,
        ...named(content.name),
      });
    default:
      throw notBridged(writing.provider, `"${content.type}" in a user's message`);
  }
}

const named = (name: string | undefined) => (name === undefined ? {} : { metadata: { filename: name } });

/** The library's word for a block of bytes of this type. */
function kindOf(mediaType: string): string {
  const [kind = ''] = mediaType.split('/');
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'file';
}

/** Where nobody says what is at an address, the path's ending does. */
export const typeByPath = (uri: string): string =>
  URL.canParse(uri) && /\.(jpe?g|png|gif|webp)$/i.test(new URL(uri).pathname) ? 'image/*' : 'application/pdf';
