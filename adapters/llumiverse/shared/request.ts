/** The contract's messages, tools and options as prompt segments and execution options. Pure. */

import type { DataSource } from '@llumiverse/common';
import {
  Base64DataSource,
  type ExecutionOptions,
  type ModelOptions,
  PromptRole,
  type PromptSegment,
  type ToolDefinition,
  URLDataSource,
} from '@llumiverse/core';
import { isJsonObject, type Json } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type FunctionResultContent,
  InvalidToolError,
  ProviderError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { Column, Setting } from './provider-bridge.ts';

// The conversation that the library keeps, as the contract's `conversationId`. Pure.

interface Kept {
  /** The library's own object. */
  readonly conversation: unknown;
  /** How many messages it holds behind the last word of the assistant's: an answer without a word leaves no message. */
  readonly unanswered: number;
}

export const idOf = (kept: Kept): string => JSON.stringify(kept);

/** `undefined` for the id of a conversation that the library did not make. */
function keptIn(id: string): Kept | undefined {
  try {
    const kept: Json = JSON.parse(id);
    if (!isJsonObject(kept) || typeof kept.unanswered !== 'number') return undefined;
    return { conversation: kept.conversation, unanswered: kept.unanswered };
  } catch {
    return undefined;
  }
}

/** What was said behind the last word of the assistant's. */
const saidSince = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** What of it is new. A caller may say the whole conversation again, or what is new of it alone. */
function newIn(messages: readonly ChatMessage[], { unanswered }: Kept): readonly ChatMessage[] {
  const said = saidSince(messages);
  return said.length > unanswered ? said.slice(unanswered) : said;
}

interface RequestContext {
  readonly column: Column;
  readonly settings: ClientSettings;
  /** Named in the refusal of a tool. */
  readonly adapterId: string;
  /** Words are to come as they are said: then thoughts are among them only where they were asked for. */
  readonly isStreamed: boolean;
}

/** A call of the library, and what it cannot be told. */
interface LibraryCall {
  readonly segments: PromptSegment[];
  readonly execution: ExecutionOptions;
  /** How many messages of the conversation wait for an answer. */
  readonly unanswered: number;
  /** The id of the conversation that the provider stores, where the caller gave one. */
  readonly storedId: string | undefined;
  readonly hasThoughts: boolean;
  readonly warnings: Warning[];
}

/**
 * The library keeps the conversation in an object of its own, which its caller stores and gives back. It stands in
 * `conversationId`, as JSON; then only what was said since is a segment. So it is with the id of a conversation that the provider
 * stores, which is an option of the driver.
 *
 * @throws UnsupportedToolError for a tool other than a function (`ToolDefinition` knows no other) that the driver has no option for
 * @throws InvalidToolError for a raw tool in the words of another provider
 * @throws ProviderError for a content that no segment can hold, and for a choice that the driver has no option for; nothing was sent
 */
export function buildRequest(
  messages: readonly ChatMessage[],
  given: ChatOptions,
  { column, settings, adapterId, isStreamed }: RequestContext,
): LibraryCall {
  const options = withoutEmpty(given);
  const [unsayable] = asked(options, column.unsayable ?? []);
  if (unsayable !== undefined) throw nothingSent(`Llumiverse has no option for "${unsayable}"`, column.title);
  const { conversationId, ...ownOptions } = options;
  const { instructions, reasoning } = options;
  const hasThoughts = !isStreamed || reasoning !== undefined;
  const kept = conversationId === undefined ? undefined : keptIn(conversationId);
  const isStored = conversationId !== undefined && !kept && !column.isStateless;
  const said = kept ? newIn(messages, kept) : isStored ? saidSince(messages) : messages;
  const system = !kept && instructions !== undefined ? [{ role: PromptRole.system, content: instructions }] : [];
  const tools = options.tools && toolDefinitions(options.tools, adapterId, column);
  return {
    segments: [...system, ...said.flatMap((message) => segmentsOf(message, column.title))],
    execution: {
      model: options.modelId ?? settings.model,
      // The driver reads its own options here, which the type does not list.
      model_options: column.modelOptions(
        isStored ? options : ownOptions,
        settings,
        hasThoughts,
      ) as unknown as ModelOptions,
      ...(tools && tools.length > 0 ? { tools } : {}),
      ...(options.responseFormat?.type === 'json' && options.responseFormat.schema
        ? { result_schema: options.responseFormat.schema }
        : {}),
      ...(kept ? { conversation: kept.conversation } : {}),
      ...(column.readOriginalResponse ? { include_original_response: true } : {}),
    },
    unanswered: kept ? kept.unanswered + said.length : saidSince(messages).length,
    storedId: isStored ? conversationId : undefined,
    hasThoughts,
    warnings: [
      ...asked(options, column.unsupportedOptions).map(unsupported),
      ...(conversationId !== undefined && !kept && !isStored ? [unsupported('conversationId')] : []),
    ],
  };
}

/**
 * @throws UnsupportedToolError for a tool that is no function and that no option of the driver declares
 * @throws InvalidToolError for a raw tool in the words of another provider
 */
function toolDefinitions(
  tools: readonly Tool[],
  adapterId: string,
  { providerApi, tools: others = [] }: Column,
): ToolDefinition[] {
  return tools.flatMap((tool) => {
    if (others.includes(tool.type)) return [];
    if (tool.type === 'raw' && tool.providerApi !== providerApi) {
      throw new InvalidToolError(
        'raw',
        `its declaration is in the words of "${tool.providerApi}", not of "${providerApi}".`,
      );
    }
    if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, ['function', ...others]);
    const { name, description, parameters } = tool;
    return {
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: parameters,
    };
  });
}

/** Options that ask for something: one that is there and empty asks for nothing. */
function withoutEmpty({ reasoning, stopSequences, ...options }: ChatOptions): ChatOptions {
  return {
    ...options,
    ...(reasoning && Object.keys(reasoning).length > 0 ? { reasoning } : {}),
    ...(stopSequences && stopSequences.length > 0 ? { stopSequences } : {}),
  };
}

const asked = (options: ChatOptions, settings: readonly Setting[]): readonly Setting[] =>
  settings.filter((setting) => isAsked[setting](options));

const unsupported = (name: string): Warning => ({
  code: 'unsupported-setting',
  message: `Llumiverse has no option for "${name}".`,
});

const isAsked: Record<Setting, (options: ChatOptions) => boolean> = {
  'tools.strict': ({ tools = [] }) => tools.some((tool) => tool.type === 'function' && tool.strict !== undefined),
  toolMode: ({ toolMode }) => toolMode !== undefined && toolMode.type !== 'auto',
  'toolMode.functionName': ({ toolMode }) => toolMode?.type === 'required' && toolMode.functionName !== undefined,
  allowMultipleToolCalls: ({ allowMultipleToolCalls }) => allowMultipleToolCalls === false,
  stopSequences: ({ stopSequences }) => stopSequences !== undefined,
  // With a schema it is one of the library's own options.
  responseFormat: ({ responseFormat }) => responseFormat?.type === 'json' && responseFormat.schema === undefined,
  'reasoning.budgetTokens': ({ reasoning }) => reasoning?.budgetTokens !== undefined,
  // Those that take part of the efforts take the highest.
  'reasoning.effort': ({ reasoning }) => reasoning?.effort !== undefined && reasoning.effort !== 'high',
  rawRepresentation: ({ rawRepresentation }) => rawRepresentation !== undefined,
  store: ({ store }) => store !== undefined,
};

/** Text and files of a message that stand together are one segment, as the library takes them. */
function segmentsOf({ role, contents }: ChatMessage, title: string): PromptSegment[] {
  const segments: PromptSegment[] = [];
  for (const content of contents) {
    const last = segments.at(-1);
    if (content.type === 'text') {
      if (last?.files && last.content === '') last.content = content.text;
      else segments.push({ role: textRoles[role], content: content.text });
    } else if (content.type === 'function-result') {
      const files = (content.outputs ?? []).flatMap((output) => fileOf(output) ?? []);
      segments.push({
        role: PromptRole.tool,
        tool_use_id: content.callId,
        content: resultText(content),
        ...(files.length > 0 ? { files } : {}),
      });
    } else {
      const file = role === 'user' ? fileOf(content) : undefined;
      if (!file) throw nothingSent(`no prompt segment of a ${role} message holds ${described(content)}`, title);
      if (last?.role === PromptRole.user) last.files = [...(last.files ?? []), file];
      else segments.push({ role: PromptRole.user, content: '', files: [file] });
    }
  }
  return segments;
}

function described(content: Content): string {
  if (content.type === 'uri' && content.mediaType !== undefined) return `a uri (${content.mediaType})`;
  return content.type === 'function-call' ? `the function-call "${content.callId}"` : `a ${content.type}`;
}

/** A file in one of the two classes that the library has for one; each wants a name and a media type. */
function fileOf(content: Content): DataSource | undefined {
  if (content.type === 'data') return new Base64DataSource(content.name ?? 'file', content.mediaType, content.data);
  if (content.type !== 'uri') return undefined;
  return new URLDataSource('file', content.mediaType ?? typeByPath(content.uri), content.uri);
}

/** Where nobody says what is at an address, the path's ending does. */
function typeByPath(uri: string): string {
  const ending = URL.canParse(uri) ? /\.(\w+)$/.exec(new URL(uri).pathname)?.[1]?.toLowerCase() : undefined;
  return typesByEnding.get(ending ?? '') ?? 'application/pdf';
}

const typesByEnding = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
]);

const textRoles = {
  system: PromptRole.system,
  user: PromptRole.user,
  assistant: PromptRole.assistant,
  tool: PromptRole.user,
} as const;

/** A segment has no flag that says that a function failed: it is told in words. */
function resultText({ result, outputs, error }: FunctionResultContent): string {
  if (error !== undefined) return `Error: ${error}`;
  if (outputs) return outputs.flatMap((output) => (output.type === 'text' ? output.text : [])).join('\n');
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

const nothingSent = (reason: string, title: string): ProviderError =>
  new ProviderError(`Nothing was sent to ${title}: ${reason}.`, { code: 'invalid_request_error', retryable: false });
