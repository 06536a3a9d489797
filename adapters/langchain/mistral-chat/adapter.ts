import { getRetryable } from '@langchain/core/errors';
import type { AIMessageChunk, BaseMessage, ContentBlock } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatMistralAI } from '@langchain/mistralai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  assertHeaderValue,
  type ChatClient,
  type ChatOptions,
  type ClientSettings,
  type Content,
  type Credentials,
  InvalidToolError,
  mergePatch,
  ProviderError,
  readToken,
  redactForLogs,
  type Tool,
  UnsupportedToolError,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import {
  addressOf,
  apiKeyOf,
  type Call,
  type Column,
  clientOf,
  isOfAnotherChoice,
  type Outcome,
} from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { type ErrorContext, waitOf } from '../shared/errors.ts';
import { asObject, defined, objects, text } from '../shared/json.ts';
import { libraryMessages, typeByPath, type Writing } from '../shared/messages.ts';

// What Mistral's SDK throws, which the library passes on.

interface SdkError extends Error {
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  readonly contentType?: unknown;
}

/** Of an error of the SDK; `undefined` for any other. */
function errorOf(error: unknown, { provider, secret }: ErrorContext): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode: status, headers, contentType } = error as SdkError;
  if (error.name === 'ConnectionError') {
    return new ProviderError(`There is no connection to ${provider}.`, { retryable: true });
  }
  if (typeof status !== 'number') return undefined;
  if (status < 400) {
    const came = redactForLogs(text(contentType) || 'of no type', secret);
    return new WireError(`LangChain could not read the answer of ${provider} (${error.name}, ${came}).`);
  }
  const given = headers instanceof Headers ? headers : new Headers();
  // Code and message stand in the body, which the SDK keeps as text.
  return new ProviderError(`${provider} answered with an error (${status}): ${error.message}`, {
    status,
    ...defined({
      requestId: given.get('mistral-correlation-id') ?? given.get('x-request-id') ?? undefined,
      retryAfter: waitOf(given),
    }),
    retryable: getRetryable(error) ?? (status === 408 || status === 409 || status === 429 || status >= 500),
  });
}

// `ChatMistralAI`, made of the caller's settings and of nothing else.

const provider = 'Mistral';

/** A picture has no other block here than the library's older one. */
const writing: Writing = { provider, shown };

/** Source: `ResponseFormat` of `@mistralai/mistralai`, in whose words the library takes it. */
function responseFormatOf({ responseFormat }: ChatOptions) {
  if (responseFormat?.type !== 'json') return undefined;
  const { schema, name = 'response' } = responseFormat;
  return schema === undefined
    ? { type: 'json_object' }
    : { type: 'json_schema', jsonSchema: { name, schemaDefinition: schema } };
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the library does not take or cannot be sent, the base URL is none, or there
 * is no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const serverURL = addressOf(settings, provider, ['mistral']);
  const { secret, tokenOf } = accessOf(settings.credentials);

  const callOf: Column['callOf'] = (messages, options, sent, _answered, ends): Call => {
    const { tools = [], modelId, maxOutputTokens, temperature, instructions } = options;
    const warnings = optionWarnings(options);
    const declared = tools.map((tool) => toolOf(tool, adapterId));
    const patches = [unlisted(options), options.rawRepresentation ?? {}].filter(
      (patch) => Object.keys(patch).length > 0,
    );
    const model = new ChatMistralAI(
      defined({
        model: modelId ?? settings.model,
        // Without a key there is no model.
        apiKey: secret === '' ? 'of-each-request' : secret,
        serverURL,
        maxTokens: maxOutputTokens,
        temperature,
        maxRetries: settings.retries ?? 0,
        beforeRequestHooks: [
          async (request: Request) => {
            const token = await tokenOf?.();
            sent();
            const asked = patches.length > 0 ? await patched(request, patches) : request;
            if (token !== undefined) asked.headers.set('authorization', `Bearer ${token}`);
            return ends ? new Request(asked, { signal: ends }) : asked;
          },
        ],
      }),
    );
    const callOptions = defined({ tool_choice: toolChoiceOf(options), response_format: responseFormatOf(options) });
    return {
      model: model.bindTools(declared, callOptions as object) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(messages, writing, instructions, warnings),
      reading,
      warnings,
    };
  };
  return clientOf(
    { provider, secret, callOf, outcomeOf, isOfAnother: isOfAnotherChoice, errorOf, streamsForSignals: true },
    settings,
  );
}

/** @returns tokenOf for a token that each request asks for */
function accessOf(credentials: Credentials): { readonly secret: string; readonly tokenOf?: () => Promise<string> } {
  switch (credentials.type) {
    case 'tokenProvider':
      return { secret: '', tokenOf: () => readToken(credentials.getToken) };
    case 'bearerToken':
      // A key is sent as a token.
      return { secret: assertHeaderValue(credentials.token) };
    default:
      return { secret: apiKeyOf(credentials, 'ChatMistralAI') };
  }
}

/** Members of the request that the library has no option for. */
const unlisted = ({ stopSequences, allowMultipleToolCalls, reasoning, tools = [] }: ChatOptions): JsonObject =>
  defined({
    stop: stopSequences && [...stopSequences],
    // It says nothing without tools.
    parallel_tool_calls: tools.length > 0 ? allowMultipleToolCalls : undefined,
    reasoning_effort: reasoning?.effort,
  });

/** The library's own way in for members it has no word for. */
async function patched(request: Request, patches: readonly JsonObject[]): Promise<Request> {
  const body: Json = JSON.parse(await request.clone().text());
  return new Request(request, { body: JSON.stringify(patches.reduce<Json>(mergePatch, body)) });
}

function toolOf(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'function') {
    const { name, description, parameters, strict } = tool;
    if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
    return { type: 'function', function: defined({ name, description, parameters, strict }) };
  }
  if (tool.type === 'raw' && tool.providerApi !== 'mistral-chat') {
    throw new InvalidToolError(
      'raw',
      `its declaration is in the words of "${tool.providerApi}", not of "mistral-chat".`,
    );
  }
  if (tool.type === 'raw') return tool.declaration;
  throw new UnsupportedToolError(tool.type, adapterId, ['function', 'raw']);
}

function toolChoiceOf({ toolMode, tools = [] }: ChatOptions): string | JsonObject | undefined {
  // It says nothing without tools.
  if (toolMode?.type !== 'required') return tools.length > 0 ? toolMode?.type : undefined;
  const name = toolMode.functionName;
  return name === undefined ? 'required' : { type: 'function', function: { name } };
}

function shown(content: Content): ContentBlock | undefined {
  if (content.type === 'data' && content.mediaType.startsWith('image/')) {
    return { type: 'image_url', image_url: `data:${content.mediaType};base64,${content.data}` };
  }
  const isPicture =
    content.type === 'uri' && (content.mediaType?.startsWith('image/') ?? typeByPath(content.uri) === 'image/*');
  return isPicture ? { type: 'image_url', image_url: content.uri } : undefined;
}

/** Parts of Mistral's that the library passes on, in its SDK's spelling. A source is about all that was said before it. */
const reading: Reading = { toolNames: new Map(), nonStandard: partContents };

function partContents(part: JsonObject): Content[] {
  // What the SDK does not know it passes on within a part of its own.
  if (part.isUnknown === true) return known.has(text(asObject(part.raw).type)) ? partContents(asObject(part.raw)) : [];
  if (part.type === 'thinking') {
    const words = objects(part.thinking).flatMap((piece) => text(piece.text) ?? []);
    // One that is closed without a signature ends all the same.
    const protectedData = text(part.signature) ?? (part.closed === true ? '' : undefined);
    return [defined({ type: 'reasoning' as const, text: words.join(''), protectedData })];
  }
  if (part.type !== 'reference') {
    return [{ type: 'hosted-tool-result', tool: String(part.type), outputs: [], rawRepresentation: part }];
  }
  const ids = Array.isArray(part.referenceIds) ? part.referenceIds : [];
  return ids.length === 0 ? [] : [{ type: 'text', text: '', annotations: ids.map((id) => ({ title: String(id) })) }];
}

const known = new Set<string | undefined>(['thinking', 'reference']);

const finishReasons = new Map([['model_length', 'length']]);

function outcomeOf({ id, response_metadata }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = text(said.finishReason) || undefined;
  return {
    responseId: text(id),
    messageId: text(id),
    modelId: text(said.model),
    finishReason: reason === undefined ? undefined : (finishReasons.get(reason) ?? reason),
  };
}

/** What neither the API nor the library has a word for. */
function optionWarnings({ conversationId, store, reasoning }: ChatOptions): Warning[] {
  const unsent = {
    conversationId: conversationId !== undefined,
    store: store !== undefined,
    'reasoning.budgetTokens': reasoning?.budgetTokens !== undefined,
  };
  return Object.entries(unsent)
    .filter(([, isAsked]) => isAsked)
    .map(([name]) => ({
      code: 'unsupported-setting',
      message: `${name} was not sent: ChatMistralAI has no option for it.`,
    }));
}

const id = 'langchain-mistral-chat';

/** Mistral chat completions through LangChain's `ChatMistralAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
