import { getRetryable } from '@langchain/core/errors';
import { type AIMessageChunk, type BaseMessage, type ContentBlock, SystemMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatGoogleGenerativeAI, EmptyContentError, type GoogleGenerativeAIChatInput } from '@langchain/google-genai';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  InvalidToolError,
  ProviderError,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { addressOf, apiKeyOf, type Call, clientOf } from '../shared/client.ts';
import { invalidHeaderValue } from '../shared/errors.ts';
import { defined, objects, plain, text } from '../shared/json.ts';
import { libraryMessages, type Writing } from '../shared/messages.ts';
import { outcomeOf, readingOf } from './response.ts';

// What `ChatGoogleGenerativeAI` takes in words of its own, because the library's standard blocks do not say it.

const writing: Writing = { provider: 'Google', shown, said };

/** A file that Google keeps has an address; of one whose type is not said, the library's own block says one. */
function shown(content: Content): ContentBlock | undefined {
  if (content.type === 'hosted-file') return { type: 'media', mimeType: content.mediaType, fileUri: content.fileId };
  if (content.type !== 'uri' || content.mediaType !== undefined) return undefined;
  return { type: 'media', mimeType: undefined, fileUri: content.uri };
}

/** Reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type !== 'reasoning' || content.text === '') return undefined;
  return defined({ type: 'thinking', thinking: content.text, signature: content.protectedData });
}

// What `ChatGoogleGenerativeAI` and the SDK beneath it throw.

const { provider } = writing;

/** What the SDK throws; of the provider's code and of the answer's headers it keeps nothing. */
interface SdkError extends Error {
  readonly status?: unknown;
  readonly errorDetails?: unknown;
}

/** Of an error of the library; `undefined` for one that says nothing but that the answer could not be read. */
function errorOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, message, errorDetails } = error as SdkError;
  if (typeof status === 'number') {
    return new ProviderError(`${provider} answered with an error (${status}): ${message}`, {
      status,
      ...defined({ retryAfter: waitOf(errorDetails) }),
      retryable: getRetryable(error) ?? (status === 408 || status === 429 || status >= 500),
    });
  }
  if (message.includes('Error fetching from ')) {
    return new ProviderError(`There is no connection to ${provider}.`, { retryable: true });
  }
  if (EmptyContentError.isInstance(error)) {
    const { finishReason, blockReason } = error;
    return new ProviderError(`${provider} answered with nothing: ${message}`, {
      code: blockReason ?? finishReason,
      retryable: getRetryable(error) ?? false,
    });
  }
  // Errors of the SDK have a class, errors of its parsers too: without one, it is the library that found no words for the request.
  return error.constructor === Error
    ? invalidHeaderValue(provider, `LangChain refused the request (${message})`)
    : undefined;
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function waitOf(details: unknown): number | undefined {
  const delays = objects(plain(details)).map(({ retryDelay }) => text(retryDelay) ?? '');
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

// Tools of the contract in Google's own words, which `bindTools` passes on.

type LibraryTool = Parameters<ChatGoogleGenerativeAI['bindTools']>[0][number];

const supported = ['function', 'code-interpreter', 'web-search', 'web-fetch', 'file-search', 'mcp-server', 'raw'];

/**
 * Functions stand together, every other tool alone.
 *
 * @throws UnsupportedToolError for a tool that the library has no way to declare
 * @throws InvalidToolError for a schema or a setting that cannot be said
 */
function toolsOf(tools: readonly Tool[], adapterId: string): LibraryTool[] {
  const functions = tools.flatMap((tool) => (tool.type === 'function' ? [functionOf(tool)] : []));
  const others = tools.flatMap((tool) => (tool.type === 'function' ? [] : [toolOf(tool, adapterId)]));
  const declared = [...(functions.length > 0 ? [{ functionDeclarations: functions }] : []), ...others];
  return declared as unknown as LibraryTool[];
}

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** JSON Schema has a member of its own; `parameters` is a subset of OpenAPI. */
function functionOf({ name, description, parameters: parametersJsonSchema }: Of<'function'>): JsonObject {
  if (!isJsonObject(parametersJsonSchema)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return defined({ name, description, parametersJsonSchema });
}

function toolOf(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'web-search':
      demandUnset(tool, ['allowedDomains', 'blockedDomains']);
      return { googleSearch: {} };
    case 'web-fetch':
      demandUnset(tool, ['allowedDomains', 'blockedDomains', 'maximumUses']);
      return { urlContext: {} };
    case 'code-interpreter':
      demandUnset(tool, ['fileIds', 'containerId']);
      return { codeExecution: {} };
    case 'file-search':
      return {
        fileSearch: defined({ fileSearchStoreNames: tool.vectorStoreIds, topK: tool.maximumResultCount }),
      };
    case 'mcp-server':
      return mcpServer(tool);
    case 'provider-specific':
      return specific(tool, adapterId);
    case 'raw':
      if (tool.providerApi === 'google') return tool.declaration;
      throw new InvalidToolError('raw', `its declaration is in the words of "${tool.providerApi}", not of "google".`);
    case 'computer-use':
      // The library would pass the declaration on; how what came of an action goes back is not built.
      throw new UnsupportedToolError(tool.type, adapterId, supported, { rejectedBy: 'bridge' });
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supported);
  }
}

const specificTools = new Map([
  ['google-search-retrieval', 'googleSearchRetrieval'],
  ['google-maps', 'googleMaps'],
]);

function specific({ type, name, settings }: Of<'provider-specific'>, adapterId: string): JsonObject {
  const member = specificTools.get(name);
  if (member !== undefined) return { [member]: settings };
  const names = [...specificTools.keys()].map((known) => `provider-specific "${known}"`);
  throw new UnsupportedToolError(type, adapterId, [...supported, ...names]);
}

/** Nobody is asked before a call, and all tools of a server are offered. */
function mcpServer(tool: Of<'mcp-server'>): JsonObject {
  demandUnset(tool, ['allowedTools']);
  if (tool.approvalMode === 'always') {
    throw new InvalidToolError('mcp-server', 'Google asks for no approvals, so "approvalMode" is "never".');
  }
  const { serverName: name, serverAddress: url, authorizationToken: token } = tool;
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  return { mcpServers: [{ name, streamableHttpTransport: defined({ url, headers }) }] };
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[]): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google.`);
}

/** Absent where the caller leaves it to the library. */
function choiceOf({ toolMode: mode }: ChatOptions): object {
  if (mode?.type !== 'required') return defined({ tool_choice: mode?.type });
  return mode.functionName === undefined ? { tool_choice: 'any' } : { allowedFunctionNames: [mode.functionName] };
}

// `ChatGoogleGenerativeAI`, made of the caller's settings and of nothing else.

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take for the Gemini API or cannot be sent, the base
 * URL is none, or the surface is not the Gemini API
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { provider } = writing;
  const baseUrl = addressOf(settings, `${provider}, as @langchain/google-genai knows it,`, ['gemini-api']);
  const apiKey = apiKeyOf(settings.credentials, 'ChatGoogleGenerativeAI');

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    // The library takes no `fetch`: whether anything was sent, its errors tell.
    sent();
    const { tools = [], instructions } = options;
    const declared = toolsOf(tools, adapterId);
    const warnings = unsaid(options);
    const model = new ChatGoogleGenerativeAI({ ...modelFields(options, settings), apiKey, baseUrl });
    return {
      model: model.bindTools(declared, choiceOf(options)) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: withOneBeginning(libraryMessages(messages, writing, instructions, warnings)),
      reading: readingOf(),
      warnings,
    };
  };
  return clientOf({ provider, secret: apiKey, callOf, outcomeOf, errorOf }, settings);
}

function modelFields(options: ChatOptions, settings: ClientSettings): GoogleGenerativeAIChatInput {
  const { reasoning, temperature, modelId, maxOutputTokens, stopSequences } = options;
  return defined({
    model: modelId ?? settings.model,
    maxOutputTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    stopSequences,
    thinkingConfig: reasoning && thinkingOf(reasoning),
    maxRetries: settings.retries ?? 0,
  }) as GoogleGenerativeAIChatInput;
}

/** Who asks for reasoning is shown what may be shown of it. */
function thinkingOf({ budgetTokens, effort }: NonNullable<ChatOptions['reasoning']>) {
  return defined({
    includeThoughts: true,
    thinkingBudget: budgetTokens,
    thinkingLevel: effort?.toUpperCase(),
  });
}

/** The library takes one system message, the first. */
function withOneBeginning(messages: BaseMessage[]): BaseMessage[] {
  const count = messages.findIndex((message) => !SystemMessage.isInstance(message));
  if (count < 2) return messages;
  const content = messages.slice(0, count).map(({ text }) => ({ type: 'text' as const, text }));
  return [new SystemMessage({ content }), ...messages.slice(count)];
}

const reasons = {
  allowMultipleToolCalls: 'Google has no member for it; a model may call several functions at once.',
  conversationId: 'generateContent keeps no conversation; every request carries all messages.',
  store: 'generateContent keeps no conversation; every request carries all messages.',
  rawRepresentation: 'ChatGoogleGenerativeAI takes no further members of the request.',
} as const;

/** Members of tools that neither the API nor the library has a word for. */
const unsaidMembers = ['scoreThreshold', 'userLocation', 'maximumUses', 'strict', 'serverDescription', 'approvalMode'];

function unsaid(options: ChatOptions): Warning[] {
  const settings = Object.entries(reasons).filter(([name]) => options[name as keyof typeof reasons] !== undefined);
  const members = (options.tools ?? [])
    .filter(({ type }) => type !== 'raw')
    .flatMap((tool) =>
      unsaidMembers
        .filter((name) => Object.hasOwn(tool, name))
        .map((name) => `${name} of ${tool.type} was not sent: Google has no member for it.`),
    );
  return [...members, ...settings.map(([name, reason]) => `${name} was not sent: ${reason}`)].map((message) => ({
    code: 'unsupported-setting',
    message,
  }));
}

const id = 'langchain-google';

/** The Gemini API (`generateContent`) through LangChain's `ChatGoogleGenerativeAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};
