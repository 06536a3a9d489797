import type { AIMessageChunk, BaseMessage, ContentBlock } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatGoogle, type ChatGoogleParams } from '@langchain/google';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  baseUrlOf,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type Credentials,
  mergePatch,
  surfaceOf,
  type Tool,
  tokenFrom,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { apiKeyOf, type Call, clientOf } from '../../langchain/shared/client.ts';
import { googleTools, toolsOf, unsaid } from '../../langchain/shared/google-request.ts';
import { defined } from '../../langchain/shared/json.ts';
import { libraryMessages, type Writing } from '../../langchain/shared/messages.ts';
import { errorOf } from './errors.ts';
import { outcomeOf, readingOf } from './response.ts';

// Messages.

/** Messages that the library did not make are `contentBlocks`: of others it drops the calls. */
const writing: Writing = { provider: 'Google', shown, said, isStandard: true };

/** A file that Google stores has an address. */
function shown(content: Content): ContentBlock | undefined {
  if (content.type !== 'hosted-file') return undefined;
  return { type: 'file', mimeType: content.mediaType, url: content.fileId };
}

/** Files of an answer, and reasoning that another library has read, with its signature. */
function said(content: Content): ContentBlock | undefined {
  if (content.type === 'data') return { type: 'file', mimeType: content.mediaType, data: content.data };
  if (content.type !== 'reasoning' || content.text === '') return undefined;
  return defined({ type: 'reasoning', reasoning: content.text, thoughtSignature: content.protectedData });
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
    fields: { platformType: 'gai', apiKey, endpoint: baseUrlOf(settings) },
    secret: apiKey,
    apiClient: (patch) => patch && new CallersClient('x-goog-api-key', async () => apiKey, patch),
  };
}

/** The library takes the host of Vertex AI without a scheme. */
function vertexAccess(settings: ClientSettings): Access {
  const { credentials, parameters: { project = '', location = 'global' } = {} } = settings;
  if (project === '') throw new TypeError('Vertex AI needs the parameter "project".');
  const token = tokenOf(credentials);
  const { protocol, host, pathname } = new URL(baseUrlOf(settings));
  if (protocol !== 'https:') throw new TypeError('ChatGoogle sends to Vertex AI over HTTPS alone.');
  return {
    fields: { platformType: 'gcp', location, endpoint: `${host}${pathname.replace(/\/$/, '')}` },
    secret: credentials.type === 'bearerToken' ? credentials.token : '',
    apiClient: (patch) => new CallersClient('authorization', async () => `Bearer ${await token()}`, patch, project),
  };
}

function tokenOf(credentials: Credentials): () => Promise<string> {
  if (credentials.type === 'bearerToken') {
    const token = assertHeaderValue(credentials.token);
    return async () => token;
  }
  if (credentials.type === 'tokenProvider') return () => tokenFrom(credentials.getToken);
  throw new TypeError(
    `Vertex AI takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
  );
}

/** Sends as the caller, and merges the caller's members into the body. */
class CallersClient implements ApiClient {
  readonly #header: string;
  readonly #value: () => Promise<string>;
  readonly #patch: JsonObject | undefined;
  readonly #project: string | undefined;

  /** @param project of Vertex AI; the Gemini API has a key instead */
  constructor(header: string, value: () => Promise<string>, patch: JsonObject | undefined, project?: string) {
    this.#header = header;
    this.#value = value;
    this.#patch = patch;
    this.#project = project;
  }

  hasApiKey(): boolean {
    return this.#project === undefined;
  }

  async getProjectId(): Promise<string> {
    return this.#project ?? '';
  }

  async fetch(request: Request): Promise<Response> {
    request.headers.set(this.#header, await this.#value());
    if (this.#patch === undefined) return fetch(request);
    const body = JSON.stringify(mergePatch(await request.json(), this.#patch));
    const { url, method, headers, signal } = request;
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
  const isVertex = surfaceOf(settings, provider, ['gemini-api', 'vertex']) === 'vertex';
  const { fields, secret, apiClient } = isVertex ? vertexAccess(settings) : geminiAccess(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    // The library's errors tell whether it sent anything.
    sent();
    const { tools = [], instructions, rawRepresentation } = options;
    const warnings = unsaid(options);
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
      messages: libraryMessages(messages, writing, instructions, warnings),
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
    thinkingBudget: reasoning?.budgetTokens,
    thinkingLevel: reasoning?.effort,
    responseModalities: tools.some(({ type }) => type === 'image-generation') ? ['TEXT', 'IMAGE'] : undefined,
    maxRetries: settings.retries ?? 0,
  };
}

const id = 'langchain-chatgoogle-google';

/** The Gemini API and Vertex AI (`generateContent`) through LangChain's `ChatGoogle`, as published. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain-chatgoogle',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};
