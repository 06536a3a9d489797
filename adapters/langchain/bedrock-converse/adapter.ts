import { ChatBedrockConverse, type ChatBedrockConverseInput } from '@langchain/aws';
import { getRetryable } from '@langchain/core/errors';
import { type AIMessageChunk, type BaseMessage, type ContentBlock, ToolMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ActionCallContent,
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type FunctionResultContent,
  InvalidToolError,
  ProviderError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { type ActionTool, actionOf, outcomeOfAction } from '../shared/actions.ts';
import { type Call, clientOf, type Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { type ErrorContext, invalidRequest, waitOf } from '../shared/errors.ts';
import { asObject, defined, objects, text } from '../shared/json.ts';
import { libraryMessages, type Writing } from '../shared/messages.ts';
import { accessOf, provider } from './sdk.ts';

// What the AWS SDK throws, which the library passes on.

/** Exceptions that mean "later", wherever they stand; inside a stream there is no status to tell. */
const passing =
  /^(BadGateway|InternalServer|ModelNotReady|ModelStreamError|ModelTimeout|ServiceUnavailable|Throttling)Exception$/;

/** What the SDK calls an exception that names none. */
const namesOfNone = new Set(['', 'Error', 'Unknown', 'UnknownError', 'SyntaxError']);

/** What the SDK knows of the answer that an error came with. */
interface AwsError extends Error {
  readonly $fault?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
  readonly $response?: { readonly statusCode?: number; readonly headers?: Record<string, string> };
}

function errorOf(error: unknown, { provider, sent, answered }: ErrorContext): Error | undefined {
  if (!(error instanceof Error) || !sent) return undefined;
  const said: AwsError = error;
  const status = said.$metadata?.httpStatusCode ?? said.$response?.statusCode;
  if ((status ?? 0) >= 400 || '$fault' in error || (answered && isNamedByFrame(error)))
    return refused(said, status, provider);
  if (answered) return foreign(said, provider);
  const reason = (error as { code?: unknown }).code;
  return typeof reason === 'string' && /^E[A-Z]+$/.test(reason)
    ? new ProviderError(`There is no connection to ${provider} (${reason}).`, { retryable: true })
    : undefined;
}

/** The provider answered with an error, or ended its answer with one. */
function refused(error: AwsError, status: number | undefined, provider: string): ProviderError {
  const headers = new Headers(error.$response?.headers);
  // Where its body cannot be read, a header still names the exception.
  const code = codeOf(error.name) ?? codeOf(headers.get('x-amzn-errortype')?.split(':', 1)[0] ?? '');
  const requestId = error.$metadata?.requestId ?? headers.get('x-amzn-requestid') ?? undefined;
  // A status of an answer that began well is none of the error.
  const own = status !== undefined && status >= 400 ? status : undefined;
  const about = [own, code].filter((word) => word !== undefined).join(' ');
  return new ProviderError(`${provider} answered with an error (${about}): ${error.message}`, {
    ...defined({ status: own, code, requestId, retryAfter: waitOf(headers) }),
    retryable:
      getRetryable(error) ??
      (passing.test(code ?? '') || own === 408 || own === 409 || own === 429 || (own !== undefined && own >= 500)),
  });
}

/** An answer that is none of the API's, such as a page that somebody put in its place. */
function foreign({ name, $response }: AwsError, provider: string): WireError | undefined {
  const type = new Headers($response?.headers).get('content-type');
  return type === null || /json|eventstream/.test(type)
    ? undefined
    : new WireError(`LangChain could not read the answer of ${provider} (${name}): its type is ${type}.`);
}

/** The exception's own name. In frames it begins in lower case. */
const codeOf = (name: string): string | undefined =>
  namesOfNone.has(name) ? undefined : name.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** Of what a frame names, and its version does not know, the SDK makes a bare error of that name. */
const isNamedByFrame = (error: Error): boolean =>
  Object.getPrototypeOf(error) === Error.prototype && !namesOfNone.has(error.name) && !('code' in error);

// What the user shows, as blocks that `ChatBedrockConverse` takes: its converter knows the library's older blocks and Converse's own.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * Names for documents that nobody gave one. Converse takes none twice in a conversation, so that the library draws one at random;
 * these are numbered, for two runs shall say the same.
 */
function documentNames(): () => string {
  let count = 0;
  return () => `document-${++count}`;
}

/** Of the newer blocks it takes videos and sounds alone. A type that it does not know goes in Converse's own block, with its format. */
function dataBlock({ mediaType: mime_type, data, name }: Of<'data'>, nameless: () => string): ContentBlock | undefined {
  const [kind] = mime_type.split('/');
  if (kind === 'video' || kind === 'audio') return undefined;
  const given = { source_type: 'base64', mime_type, data };
  const format = formats.get(mime_type);
  if (kind === 'image' && format !== undefined) return ownBlock({ image: { format, source: { bytes: data } } });
  if (kind === 'image') return { type: 'image', ...given };
  return { type: 'file', ...given, metadata: { filename: name ?? nameless() } };
}

/**
 * What lies in S3: videos and sounds by the library's block, images and documents by Converse's, which it passes on. Where nobody says
 * what is there, the ending of its name does.
 *
 * @throws ProviderError (code `invalid_request_error`) for what lies elsewhere, and where nothing says what it is
 */
function uriBlock({ uri, mediaType = typeOfEnding(uri) }: Of<'uri'>, nameless: () => string): ContentBlock {
  if (!uri.startsWith('s3://')) {
    const what = mediaType ?? 'something';
    throw invalidRequest(
      provider,
      `a message names ${what} at a URL; ChatBedrockConverse takes bytes, and what lies in S3`,
    );
  }
  if (mediaType === undefined) {
    throw invalidRequest(provider, 'a message names something, and neither a media type nor an ending says what it is');
  }
  const [type = ''] = mediaType.split(';');
  const [kind = '', subtype = ''] = type.split('/');
  if (kind === 'video' || kind === 'audio') return { type: kind, mimeType: mediaType, fileId: uri };
  const format = formats.get(type) ?? subtype;
  const source = { s3Location: { uri } };
  return kind === 'image'
    ? { type: 'image', image: { format, source } }
    : { type: 'document', document: { format, name: nameless(), source } };
}

/** Formats of Converse that are not called as the type is. Source: `DocumentFormat`, `ImageFormat`. */
const formats = new Map([
  ['image/jpg', 'jpeg'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

/** By the endings of files. Of videos and sounds they are those that the library has a format for. Source: its `mimeTypeToVideoFormat`, `mimeTypeToAudioFormat`. */
const types = new Map([
  ...['gif', 'png', 'webp'].map((ending) => [ending, `image/${ending}`] as const),
  ...['flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'].map((ending) => [ending, `video/${ending}`] as const),
  ...['aac', 'flac', 'm4a', 'mp3', 'ogg', 'opus', 'wav'].map((ending) => [ending, `audio/${ending}`] as const),
  ...[...formats].map(([type, ending]) => [ending, type] as const),
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['3gp', 'video/three_gp'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['pdf', 'application/pdf'],
]);

const typeOfEnding = (uri: string): string | undefined => types.get(uri.replace(/.*\./, '').toLowerCase());

// Tools of the contract as those that `ChatBedrockConverse` documents: Converse's own, and fields that it passes on to the model.

type LibraryTool = Parameters<ChatBedrockConverse['bindTools']>[0][number];

const supported = ['function', 'computer-use', 'text-editor', 'shell', 'raw'];

/** Names that the model calls tools by that are answered by acting. */
const actionNames: Readonly<Record<ActionTool, string>> = {
  'computer-use': 'computer',
  'text-editor': 'str_replace_based_edit_tool',
  shell: 'bash',
};

/**
 * Those that stand in `toolConfig`.
 *
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a function whose schema is none
 */
const toolsOf = (tools: readonly Tool[], adapterId: string): LibraryTool[] =>
  tools.flatMap((tool) => (tool.type in actionNames ? [] : [toolOf(tool, adapterId) as unknown as LibraryTool]));

function toolOf(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'raw') return rawTool(tool);
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, supported);
  const { name, description, parameters, strict } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  // One that is there must say something.
  return {
    toolSpec: defined({ name, description: description || undefined, inputSchema: { json: parameters }, strict }),
  };
}

function rawTool({ providerApi, declaration }: RawTool): JsonObject {
  if (providerApi !== 'bedrock-converse') {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${providerApi}", not of "bedrock-converse".`,
    );
  }
  return declaration;
}

/** What Converse passes on to the model as it is; tools of Claude that it has no type for stand there. */
function modelFieldsOf({ tools = [], reasoning, responseFormat }: ChatOptions, model: string): JsonObject | undefined {
  const own = tools.flatMap((tool) => actionToolOf(tool) ?? []);
  const { budgetTokens: budget, effort } = reasoning ?? {};
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  const fields = defined({
    thinking: budget === undefined ? undefined : { type: 'enabled', budget_tokens: budget },
    reasoningConfig:
      effort !== undefined && thinksByEffort(model) ? { type: 'enabled', maxReasoningEffort: effort } : undefined,
    tools: own.length > 0 ? own : undefined,
    output_config: schema && isClaude(model) ? { format: { type: 'json_schema', schema } } : undefined,
    anthropic_beta: tools.some(({ type }) => type === 'computer-use') ? ['computer-use-2025-01-24'] : undefined,
  });
  return Object.keys(fields).length > 0 ? (fields as JsonObject) : undefined;
}

/** Whether the fields of a model say how hard to think. Source: Amazon Nova 2 user guide, extended thinking. */
const thinksByEffort = (model: string): boolean => model.includes('amazon.nova');

const isClaude = (model: string): boolean => model.includes('anthropic.claude');

function actionToolOf(tool: Tool): JsonObject | undefined {
  switch (tool.type) {
    case 'computer-use': {
      const { displayWidth: display_width_px, displayHeight: display_height_px } = tool;
      return { type: 'computer_20250124', name: actionNames[tool.type], display_width_px, display_height_px };
    }
    case 'text-editor': {
      const { maximumCharacters: max_characters } = tool;
      return defined({ type: 'text_editor_20250728', name: actionNames[tool.type], max_characters }) as JsonObject;
    }
    case 'shell':
      return { type: 'bash_20250124', name: actionNames[tool.type] };
    default:
      return undefined;
  }
}

/** Absent where the caller leaves it to the library, or where the API has no word for it. */
function toolChoiceOf({ toolMode: mode }: ChatOptions): string | { tool: { name: string } } | undefined {
  if (mode?.type === 'auto') return mode.type;
  if (mode?.type !== 'required') return undefined;
  return mode.functionName === undefined ? 'any' : { tool: { name: mode.functionName } };
}

// What `ChatBedrockConverse` takes in other words than the library's standard blocks.

/** For one call: names of documents are numbered through it. */
function writingOf(): Writing {
  const nameless = documentNames();
  return { provider, shown: (content) => shown(content, nameless), said, called, unparsed, gave, alone };
}

function shown(content: Content, nameless: () => string): ContentBlock | undefined {
  const own = ownBlock(content.rawRepresentation);
  if (own) return own;
  switch (content.type) {
    case 'data':
      return dataBlock(content, nameless);
    case 'uri':
      return uriBlock(content, nameless);
    case 'hosted-file':
      throw invalidRequest(
        provider,
        'a message holds "hosted-file"; ChatBedrockConverse takes bytes, and what lies in S3',
      );
    default:
      return undefined;
  }
}

/** Blocks of Converse that the library passes on: the one member says what it is. Bytes are bytes to the SDK. */
function ownBlock(raw: Json | undefined): ContentBlock | undefined {
  if (!isJsonObject(raw)) return undefined;
  const [[type, block] = [], another] = Object.entries(raw);
  if (another || type === undefined || !isJsonObject(block)) return undefined;
  return ['image', 'document', 'video', 'audio'].includes(type) ? { type, [type]: withBytes(block) } : undefined;
}

function withBytes(block: JsonObject): object {
  const source = asObject(block.source);
  return typeof source.bytes === 'string'
    ? { ...block, source: { ...source, bytes: Uint8Array.from(Buffer.from(source.bytes, 'base64')) } }
    : block;
}

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.protectedData === undefined) return undefined;
  const { text: reasoning, protectedData: signature } = content;
  if (reasoning === '') return { type: 'reasoning_content', redactedContent: signature };
  return { type: 'reasoning', reasoning, signature };
}

/** A call of Claude's own tools, in its words. */
function called({ tool, actions }: ActionCallContent): { name: string; args: JsonObject } {
  const [action, ...others] = actions;
  if (others.length > 0 || typeof action?.type !== 'string') {
    throw invalidRequest(
      provider,
      `a call to "${tool}" has ${actions.length} actions; Claude has one per call, with a name`,
    );
  }
  const { type, ...rest } = action;
  const name = actionNames[tool];
  if (tool !== 'shell') return { name, args: { [tool === 'computer-use' ? 'action' : 'command']: type, ...rest } };
  return { name, args: type === 'restart' ? { restart: true, ...rest } : rest };
}

/** An input is an object. Source: Anthropic, fine-grained tool streaming, on returning invalid JSON. */
const unparsed = (argumentsText: string): JsonObject => ({ INVALID_JSON: argumentsText });

/** Blocks of a result, such as pictures and documents. */
function gave({ rawRepresentation: raw, result }: FunctionResultContent): ContentBlock[] | undefined {
  const { content } = asObject(asObject(raw).toolResult);
  if (!Array.isArray(content) || result !== undefined) return undefined;
  return objects(content).map((block): ContentBlock => {
    const words = text(block.text);
    if (words !== undefined) return { type: 'text', text: words };
    // What is no block of the library goes out as JSON.
    return ownBlock(block) ?? ((block.json ?? block) as ContentBlock);
  });
}

/** A result without any block is refused by some models, and one without words by none. */
function alone(content: Content): ToolMessage | undefined {
  if (content.type !== 'action-result') return undefined;
  const { blocks, status } = outcomeOfAction(content, ({ mediaType: mime_type, data }) => ({
    type: 'image',
    source_type: 'base64',
    mime_type,
    data,
  }));
  return new ToolMessage({ tool_call_id: content.callId, content: blocks.length > 0 ? blocks : '', status });
}

// What `ChatBedrockConverse` says of an answer beside its standard blocks.

function readingOf(tools: readonly Tool[]): Reading {
  const actions = new Map(
    tools.flatMap(({ type }): [string, ActionTool][] =>
      type in actionNames ? [[actionNames[type as ActionTool], type as ActionTool]] : [],
    ),
  );
  return { toolNames: new Map(), nonStandard, callOf: (call) => actionOf(call, actions.get(call.name)) };
}

/** Blocks that the library has no standard for. */
function nonStandard(block: JsonObject): Content[] {
  const redacted = block.type === 'reasoning_content' ? text(block.redactedContent) : undefined;
  return redacted === undefined ? [] : [{ type: 'reasoning', text: '', protectedData: redacted }];
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
]);

/** Of a whole answer it stands in the metadata, of a stream in its last event, which is there too. Converse gives no ids. */
function outcomeOf({ response_metadata }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = text(said.stopReason) ?? text(asObject(said.messageStop).stopReason);
  return { finishReason: reason && (finishReasons.get(reason) ?? reason) };
}

// `ChatBedrockConverse`, made of the caller's settings and of nothing else.

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials cannot be sent, the base URL is none, or there is no region or no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { region, clientFor, secret, close } = accessOf(settings);

  const callOf = (
    messages: readonly ChatMessage[],
    options: ChatOptions,
    sent: () => void,
    answered: () => void,
  ): Call => {
    const { tools = [], stopSequences, rawRepresentation, instructions } = options;
    const declared = toolsOf(tools, adapterId);
    const name = options.modelId ?? settings.model;
    const warnings = optionWarnings(options, declared.length, name);
    const fields = defined({
      model: name,
      region,
      maxTokens: options.maxOutputTokens,
      temperature: options.temperature,
      additionalModelRequestFields: modelFieldsOf(options, name),
      // The library knows of few models what choices they take, and refuses those of all others.
      supportsToolChoiceValues: ['auto' as const, 'any' as const, 'tool' as const],
      // The time allowed is counted by the bridge.
      streamIdleTimeout: 0,
      client: clientFor(rawRepresentation, { sent, answered }),
    });
    const callOptions = defined({ stop: stopSequences, tool_choice: toolChoiceOf(options) });
    return {
      model: new ChatBedrockConverse(fields as ChatBedrockConverseInput).bindTools(declared, callOptions) as Runnable<
        BaseMessage[],
        AIMessageChunk
      >,
      messages: libraryMessages(messages, writingOf(), instructions, warnings),
      reading: readingOf(tools),
      warnings,
    };
  };
  const column = {
    ...{ provider, callOf, outcomeOf, errorOf, close },
    get secret() {
      return secret();
    },
  };
  return clientOf(column, settings);
}

/** What neither the API nor the library has a word for. */
function optionWarnings(options: ChatOptions, declared: number, model: string): Warning[] {
  const { toolMode, allowMultipleToolCalls, conversationId, store, reasoning, responseFormat, tools = [] } = options;
  const keepsNothing = 'Converse keeps no conversation; every request carries all messages.';
  const unsent: [unsent: boolean, message: string][] = [
    [toolMode?.type === 'none', 'toolMode was not sent: Converse has no choice that forbids tools.'],
    [
      toolMode?.type === 'required' && declared === 0,
      'toolMode was not sent: a choice stands beside the tools of Converse, and none is declared.',
    ],
    [
      allowMultipleToolCalls !== undefined,
      'allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.',
    ],
    [conversationId !== undefined, `conversationId was not sent: ${keepsNothing}`],
    [store === true, `store was not sent: ${keepsNothing}`],
    [
      responseFormat?.type === 'json' && (responseFormat.schema === undefined || !isClaude(model)),
      'responseFormat was not sent: Converse takes JSON with a schema only, and ChatBedrockConverse has no outputConfig.',
    ],
    [
      reasoning?.effort !== undefined && !thinksByEffort(model),
      'reasoning.effort was not sent: ChatBedrockConverse has no option for outputConfig.',
    ],
    [
      tools.some((tool) => tool.type === 'computer-use' && tool.environment !== undefined),
      'environment was not sent: Claude is told the size of a screen alone.',
    ],
  ];
  return unsent.flatMap(([applies, message]) => (applies ? [{ code: 'unsupported-setting', message }] : []));
}

const id = 'langchain-bedrock-converse';

/** Amazon Bedrock Converse through LangChain's `ChatBedrockConverse`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'bedrock-converse',
  createClient: (settings) => createClient(id, settings),
};
