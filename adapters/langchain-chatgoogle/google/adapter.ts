import { getRetryable, LangChainError } from '@langchain/core/errors';
import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  type ContentBlock,
  HumanMessage,
} from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatGoogle, type ChatGoogleParams } from '@langchain/google';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type Credentials,
  type FunctionCallContent,
  type FunctionResultContent,
  mergePatch,
  ProviderError,
  parseBaseUrl,
  readToken,
  resolveSurface,
  type Tool,
  UnsupportedToolError,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { apiKeyOf, type Call, clientOf, type Outcome } from '../../langchain/shared/client.ts';
import type { LibraryMessage, Reading } from '../../langchain/shared/contents.ts';
import { invalidRequest, waitOf } from '../../langchain/shared/errors.ts';
import { googleTools, optionWarnings, toolsOf } from '../../langchain/shared/google-request.ts';
import { googleOutcome, googleReading } from '../../langchain/shared/google-response.ts';
import { asObject, defined, objects, plain, text } from '../../langchain/shared/json.ts';
import { libraryMessages, type Writing } from '../../langchain/shared/messages.ts';

// Messages.

/** Messages that the library did not make are `contentBlocks`, unless they hold calls of Google's own tools. */
const writing: Writing = { provider: 'Google', shown, said, isStandard: true, assembled, unparsed, gave };

/** Arguments are an object here. */
function unparsed(argumentsText: string): JsonObject {
  return { INVALID_JSON: argumentsText };
}

/** A file that Google stores has an address. */
function shown(content: Content): ContentBlock | undefined {
  if (content.type !== 'hosted-file') return undefined;
  return { type: 'file', mimeType: content.mediaType, url: content.fileId };
}

/** Of a result, the library drops standard blocks, and sends its own beside the response. */
function gave({ outputs }: FunctionResultContent): ContentBlock[] | undefined {
  return outputs?.map((output) => {
    if (output.type === 'data') return { type: 'media', mimeType: output.mediaType, data: output.data };
    if (output.type === 'text') return { type: 'text', text: output.text };
    return { type: 'media', mimeType: output.mediaType, fileUri: output.type === 'uri' ? output.uri : output.fileId };
  });
}

/** Files of an answer, and reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type === 'data') return { type: 'file', mimeType: content.mediaType, data: content.data };
  if (content.type !== 'reasoning' || content.text === '') return undefined;
  return defined({ type: 'reasoning', reasoning: content.text, thoughtSignature: content.protectedData });
}

/** Standard content blocks have no form for calls of Google's own tools. The library's own blocks are Google's parts with a type. */
function ownBlock({ rawRepresentation: part }: Content): ContentBlock | undefined {
  if (!isJsonObject(part)) return undefined;
  const type = ['executableCode', 'codeExecutionResult'].find((member) => isJsonObject(part[member]));
  if (type !== undefined) return { type, ...part };
  return isJsonObject(part.toolCall) || isJsonObject(part.toolResponse) ? (part as unknown as ContentBlock) : undefined;
}

const isHosted = ({ type }: Content): boolean => type === 'hosted-tool-call' || type === 'hosted-tool-result';

function assembled(contents: readonly Content[]): AIMessage | undefined {
  if (!contents.some((content) => isHosted(content) && ownBlock(content))) return undefined;
  const blocks = contents.flatMap((content) => ownPart(content) ?? []);
  const calls = contents.flatMap((content) => (content.type === 'function-call' ? [callOf(content)] : []));
  return new AIMessage({ content: blocks, tool_calls: calls.map((call) => ({ type: 'tool_call', ...call })) });
}

const callOf = ({ callId: id, name, arguments: args, argumentsText = '' }: FunctionCallContent) => ({
  id,
  name,
  args: args ?? unparsed(argumentsText),
});

function ownPart(content: Content): ContentBlock | undefined {
  switch (content.type) {
    case 'text':
      return content.text === '' ? undefined : { type: 'text', text: content.text };
    case 'reasoning':
      return defined({
        type: 'text',
        text: content.text,
        thought: content.text === '' ? undefined : true,
        thoughtSignature: content.protectedData,
      });
    case 'data':
      return { type: 'media', mimeType: content.mediaType, data: content.data };
    case 'function-call':
      return { type: 'functionCall', functionCall: callOf(content) };
    default:
      return ownBlock(content);
  }
}

/** Results of Google's own tools that the application gives follow those of its functions. */
function withOwnResults(message: ChatMessage, warnings: Warning[]): BaseMessage[] {
  const own =
    message.role === 'assistant' ? [] : message.contents.filter(isHosted).flatMap((each) => ownBlock(each) ?? []);
  if (own.length === 0) return libraryMessages([message], writing, undefined, warnings);
  const contents = message.contents.filter((content) => !isHosted(content));
  return [
    ...libraryMessages([{ ...message, contents }], writing, undefined, warnings),
    new HumanMessage({ content: own }),
  ];
}

// Tools.

type LibraryTool = Parameters<ChatGoogle['bindTools']>[0][number];

const supported = [...googleTools.slice(0, -1), 'image-generation', 'raw'];

/** Vertex AI lacks these tools, and names others. */
const geminiTools = new Set<Tool['type']>(['file-search', 'mcp-server']);

/** Images are not a tool of the API but something that a model answers with. */
function declared(tools: readonly Tool[], adapterId: string, isVertex: boolean): LibraryTool[] {
  const lacking = isVertex && tools.find(({ type }) => geminiTools.has(type));
  if (lacking)
    throw new UnsupportedToolError(
      lacking.type,
      adapterId,
      supported.filter((name) => !geminiTools.has(name as Tool['type'])),
    );
  const others = tools.filter(({ type }) => type !== 'image-generation');
  return toolsOf(others, { adapterId, supported, excludesDomains: isVertex }) as unknown as LibraryTool[];
}

function choiceOf({ toolMode: mode }: ChatOptions): object {
  if (mode?.type !== 'required') return defined({ tool_choice: mode?.type });
  return { tool_choice: mode.functionName ?? 'any' };
}

// `ChatGoogle`, made of the caller's settings alone.

type ApiClient = NonNullable<ChatGoogleParams['apiClient']>;

/** Where and as whom the library sends. */
interface Access {
  readonly fields: Pick<ChatGoogleParams, 'apiKey' | 'endpoint' | 'location' | 'platformType'>;
  readonly secret: string;
  /** The library's extension point for own credentials and requests. @param patch is merged into the body */
  readonly apiClient: (patch: JsonObject | undefined) => ApiClient | undefined;
}

function geminiAccess(settings: ClientSettings): Access {
  const apiKey = apiKeyOf(settings.credentials, 'ChatGoogle');
  return {
    fields: { platformType: 'gai', apiKey, endpoint: parseBaseUrl(settings) },
    secret: apiKey,
    apiClient: (patch) => patch && new CallersClient('x-goog-api-key', async () => apiKey, patch),
  };
}

/** The library takes the host of Vertex AI without a scheme, and calls it over HTTPS. A client of the caller's own may do otherwise. */
function vertexAccess(settings: ClientSettings): Access {
  const { credentials, parameters: { project = '', location = 'global' } = {} } = settings;
  if (project === '') throw new TypeError('Vertex AI needs the parameter "project".');
  const token = tokenOf(credentials);
  const { protocol, host, pathname } = new URL(parseBaseUrl(settings));
  const header = async () => `Bearer ${await token()}`;
  return {
    fields: { platformType: 'gcp', location, endpoint: `${host}${pathname.replace(/\/$/, '')}` },
    secret: credentials.type === 'bearerToken' ? credentials.token : '',
    apiClient: (patch) => new CallersClient('authorization', header, patch, { project, protocol }),
  };
}

function tokenOf(credentials: Credentials): () => Promise<string> {
  if (credentials.type === 'bearerToken') {
    const token = assertHeaderValue(credentials.token);
    return async () => token;
  }
  if (credentials.type === 'tokenProvider') return () => readToken(credentials.getToken);
  throw new TypeError(
    `Vertex AI takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
  );
}

interface Vertex {
  readonly project: string;
  /** Of the caller's base URL. */
  readonly protocol: string;
}

/** Sends as the caller, and merges the caller's members into the body. */
class CallersClient implements ApiClient {
  readonly #header: string;
  readonly #value: () => Promise<string>;
  readonly #patch: JsonObject | undefined;
  readonly #vertex: Vertex | undefined;

  /** @param vertex absent for the Gemini API, which has a key instead */
  constructor(header: string, value: () => Promise<string>, patch: JsonObject | undefined, vertex?: Vertex) {
    this.#header = header;
    this.#value = value;
    this.#patch = patch;
    this.#vertex = vertex;
  }

  hasApiKey(): boolean {
    return this.#vertex === undefined;
  }

  async getProjectId(): Promise<string> {
    return this.#vertex?.project ?? '';
  }

  async fetch(request: Request): Promise<Response> {
    request.headers.set(this.#header, await this.#value());
    const { method, headers, signal } = request;
    const url = new URL(request.url);
    if (this.#vertex) url.protocol = this.#vertex.protocol;
    const text = await request.text();
    const body = this.#patch ? JSON.stringify(mergePatch(JSON.parse(text), this.#patch)) : text;
    return fetch(new Request(url, { method, headers, body, signal }));
  }
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take on the surface or cannot be sent, the base URL is
 * not a URL, or there is no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { provider } = writing;
  const isVertex = resolveSurface(settings, provider, ['gemini-api', 'vertex']) === 'vertex';
  const { fields, secret, apiClient } = isVertex ? vertexAccess(settings) : geminiAccess(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    // The library's errors tell whether it sent anything.
    sent();
    const { tools = [], instructions, rawRepresentation } = options;
    const warnings = optionWarnings(options);
    const model = new ChatGoogle(
      defined({
        ...modelFields(options, settings),
        ...fields,
        apiClient: apiClient(rawRepresentation),
      }) as ChatGoogleParams,
    );
    return {
      model: model.bindTools(declared(tools, adapterId, isVertex), choiceOf(options)) as Runnable<
        BaseMessage[],
        AIMessageChunk
      >,
      messages: [
        ...libraryMessages([], writing, instructions, warnings),
        ...messages.flatMap((message) => withOwnResults(message, warnings)),
      ],
      reading: readingOf(),
      warnings,
    };
  };
  return clientOf({ provider, secret, callOf, outcomeOf, errorOf }, settings);
}

function modelFields(options: ChatOptions, settings: ClientSettings) {
  const { reasoning, temperature, modelId, maxOutputTokens, stopSequences, tools = [] } = options;
  return {
    model: modelId ?? settings.model,
    maxOutputTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    stopSequences,
    ...formatOf(options),
    thinkingBudget: reasoning?.budgetTokens,
    thinkingLevel: reasoning?.effort,
    responseModalities: tools.some(({ type }) => type === 'image-generation') ? ['TEXT', 'IMAGE'] : undefined,
    maxRetries: settings.retries ?? 0,
  };
}

/** `responseSchema` also says that JSON is meant. */
function formatOf({ responseFormat }: ChatOptions) {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  return schema === undefined ? {} : { responseSchema: schema };
}

const id = 'langchain-chatgoogle-google';

/** The Gemini API and Vertex AI (`generateContent`) through LangChain's `ChatGoogle`, as published. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain-chatgoogle',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};

/** Content of a message of `ChatGoogle`: a text alone, or the provider's parts, each with its type. */
const readingOf = (): Reading =>
  googleReading((message) => ({
    parts: partsOf(message),
    metadata: metadataOf(message),
    signatureOf: ({ thoughtSignature }) => text(thoughtSignature),
  }));

/** The signature of a text that is the only part is among the additional members, where the library's own translator reads it. */
function partsOf({ content, additional_kwargs }: LibraryMessage): JsonObject[] {
  const { thoughtSignature } = asObject(additional_kwargs.originalTextContentBlock);
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(plain(content));
  if (thoughtSignature === undefined || parts.some((part) => part.thoughtSignature === thoughtSignature)) return parts;
  const at = parts.findLastIndex((part) => part.type === 'text' && part.thought !== true);
  return parts.map((part, i) => (i === at ? { ...part, thoughtSignature } : part));
}

/** A complete answer has it among the additional members, a stream in the metadata of the response. */
const metadataOf = ({ additional_kwargs, response_metadata }: LibraryMessage): JsonObject => ({
  ...asObject(additional_kwargs),
  ...asObject(response_metadata),
});

const outcomeOf = (message: LibraryMessage): Outcome => googleOutcome(message, metadataOf(message));

/** Public members of the library's errors, whose classes are not exported: they are known by name. */
interface LibraryError extends Error {
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  /** The body, as the library parsed it. */
  readonly data?: unknown;
  readonly blockReason?: unknown;
}

/** The library throws these before it sends anything. */
const rejections = new Set(['ConfigurationError', 'InvalidInputError', 'InvalidToolError', 'ToolCallNotFoundError']);

const provider = 'Google';

/** `undefined` for an error that is not of this package. */
function errorOf(error: unknown): Error | undefined {
  // The contract has errors of the same name.
  if (!LangChainError.isInstance(error)) return undefined;
  const { name, message, statusCode, headers, data, blockReason } = error as LibraryError;
  if (typeof statusCode === 'number') {
    const { status: code, details } = asObject(asObject(data).error);
    const retryAfter = retryDelayOf(details) ?? waitOf(new Headers(asObject(headers) as Record<string, string>));
    return new ProviderError(`${provider} answered with an error (${statusCode}): ${message}`, {
      status: statusCode,
      ...defined({ code: text(code), retryAfter }),
      retryable: getRetryable(error) ?? (statusCode === 408 || statusCode === 429 || statusCode >= 500),
    });
  }
  if (rejections.has(name)) return invalidRequest(provider, `LangChain refused the request (${message})`);
  if (name === 'PromptBlockedError') {
    const code = text(blockReason);
    return new ProviderError(`${provider} answered with nothing: ${message}`, {
      ...defined({ code }),
      retryable: getRetryable(error) ?? false,
    });
  }
  return name === 'NoCandidatesError'
    ? new WireError(`LangChain could not read the answer of ${provider}: ${message}`)
    : undefined;
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function retryDelayOf(details: unknown): number | undefined {
  const delays = objects(plain(details)).map(({ retryDelay }) => text(retryDelay) ?? '');
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
