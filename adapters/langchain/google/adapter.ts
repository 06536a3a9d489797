import { getRetryable } from '@langchain/core/errors';
import { type AIMessageChunk, type BaseMessage, type ContentBlock, SystemMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatGoogleGenerativeAI, EmptyContentError, type GoogleGenerativeAIChatInput } from '@langchain/google-genai';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  ProviderError,
  type Tool,
} from '../../../spec/contract/index.ts';
import { addressOf, apiKeyOf, type Call, clientOf, type Outcome } from '../shared/client.ts';
import type { LibraryMessage, Reading } from '../shared/contents.ts';
import { invalidRequest } from '../shared/errors.ts';
import { optionWarnings, toolsOf } from '../shared/google-request.ts';
import { googleOutcome, googleReading } from '../shared/google-response.ts';
import { asObject, defined, objects, plain, text } from '../shared/json.ts';
import { libraryMessages, type Writing } from '../shared/messages.ts';

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
    ? invalidRequest(provider, `LangChain refused the request (${message})`)
    : undefined;
}

/** Milliseconds, from the `RetryInfo` among the details: `"34.5s"`. */
function waitOf(details: unknown): number | undefined {
  const delays = objects(plain(details)).map(({ retryDelay }) => text(retryDelay) ?? '');
  const [seconds] = delays.flatMap((delay) => /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []);
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** The library has no way to ask for images; a model for images returns them unless told otherwise. */
const withoutDefaults = (tools: readonly Tool[], model: string): readonly Tool[] =>
  /-image(?:-|$)/.test(model) ? tools.filter(({ type }) => type !== 'image-generation') : tools;

type LibraryTool = Parameters<ChatGoogleGenerativeAI['bindTools']>[0][number];

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
  const baseUrl = addressOf(settings, `${provider}, as @langchain/google-genai knows it,`, [
    'gemini-api',
    'gemini-api-v1beta',
    'gemini-api-v1',
  ]);
  const version = settings.surface?.startsWith('gemini-api-') ? { apiVersion: settings.surface.slice(11) } : {};
  const apiKey = apiKeyOf(settings.credentials, 'ChatGoogleGenerativeAI');

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    // The library takes no `fetch`: whether anything was sent, its errors tell.
    sent();
    const { tools = [], instructions, modelId = settings.model } = options;
    const declared = toolsOf(withoutDefaults(tools, modelId), { adapterId }) as unknown as LibraryTool[];
    const { cachedContent, ...raw } = options.rawRepresentation ?? {};
    const isRaw = Object.keys(raw).length > 0;
    const warnings = optionWarnings(options, isRaw ? unsupportedOptions : {});
    const model = new ChatGoogleGenerativeAI({ ...modelFields(options, settings), ...version, apiKey, baseUrl });
    if (typeof cachedContent === 'string') {
      model.useCachedContent({ name: cachedContent, model: `models/${modelId}`, contents: [] }, undefined, version);
    }
    return {
      model: model.bindTools(declared, { ...choiceOf(options), ...schemaOf(options) }) as Runnable<
        BaseMessage[],
        AIMessageChunk
      >,
      messages: withOneBeginning(libraryMessages(messages, writing, instructions, warnings)),
      reading: readingOf(),
      warnings,
    };
  };
  return clientOf({ provider, secret: apiKey, callOf, outcomeOf, errorOf }, settings);
}

function modelFields(options: ChatOptions, settings: ClientSettings): GoogleGenerativeAIChatInput {
  const { reasoning, temperature, modelId, maxOutputTokens, stopSequences, responseFormat } = options;
  return defined({
    model: modelId ?? settings.model,
    maxOutputTokens: maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    stopSequences,
    json: responseFormat?.type === 'json' || undefined,
    thinkingConfig: reasoning && thinkingOf(reasoning),
    maxRetries: settings.retries ?? 0,
  }) as GoogleGenerativeAIChatInput;
}

/** `Schema` of the library has no "additionalProperties", which it removes itself where it converts a schema. */
function schemaOf({ responseFormat }: ChatOptions) {
  if (responseFormat?.type !== 'json' || !responseFormat.schema) return {};
  const text = JSON.stringify(responseFormat.schema, (name, value) =>
    name === 'additionalProperties' ? undefined : value,
  );
  return { responseSchema: JSON.parse(text) };
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

const unsupportedOptions = { rawRepresentation: 'ChatGoogleGenerativeAI takes no further members of the request.' };

const id = 'langchain-google';

/** The Gemini API (`generateContent`) through LangChain's `ChatGoogleGenerativeAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};

/** Under which the library keeps what signs a call, by the id of the call; it gives it back under the same. */
const signatures = '__gemini_function_call_thought_signatures__';

/** The content of an answer of `ChatGoogleGenerativeAI` is the provider's parts, each with its type. */
const readingOf = (): Reading =>
  googleReading((message) => {
    const signed = asObject(message.additional_kwargs[signatures]);
    return {
      parts: partsOf(message),
      metadata: metadataOf(message),
      signatureOf: (part, id) => text(id === undefined ? (part.thoughtSignature ?? part.signature) : signed[id]),
    };
  });

function partsOf({ content }: LibraryMessage): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objects(plain(content));
}

/** Of a whole answer it stands among the additional members, of a stream in the metadata of the response. */
const metadataOf = ({ additional_kwargs, response_metadata }: LibraryMessage): JsonObject => ({
  ...asObject(additional_kwargs),
  ...asObject(response_metadata),
});

const outcomeOf = (message: LibraryMessage): Outcome => googleOutcome(message, metadataOf(message));
