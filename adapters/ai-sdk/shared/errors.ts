/** What the library throws, as errors of the contract. */
import {
  AISDKError,
  APICallError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  ToolChoiceViolationError,
  TypeValidationError,
} from 'ai';
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import {
  isContractError,
  ProviderError,
  programErrorIn,
  redactForLogs,
  WireError,
} from '../../../spec/contract/index.ts';
import { asObject, defined, text } from './json.ts';

/** How a provider speaks of what went wrong. */
export interface ErrorWords {
  /** What the provider is called in messages. */
  readonly title: string;
  /** The header with the id of the request, in small letters. */
  readonly requestIdHeader: string;
  /**
   * The code of an error object, or its type where that stands in.
   *
   * @param headers that it came with; none of an error inside a stream
   */
  readonly codeOf: (error: JsonObject, headers: Readonly<Record<string, string>>) => Json | undefined;
  /** When to come again, in milliseconds, where an error object says it itself. */
  readonly retryAfterOf?: (error: JsonObject) => number | undefined;
}

export const bedrockWords: ErrorWords = {
  title: 'Amazon Bedrock',
  requestIdHeader: 'x-amzn-requestid',
  codeOf: ({ type, __type }, headers) => exception(headers['x-amzn-errortype'] ?? __type ?? type),
};

/** The exception's own name: in frames it begins in lower case, and in headers an address may follow it. */
const exception = (named: Json | undefined): string | undefined =>
  text(named)
    ?.replace(/^.*#|:.*$/g, '')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** A request that the library has no words for: what the provider would answer, without status because nothing was sent. */
export function invalidRequest(title: string, reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to ${title}: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * Any error as one of the contract. The library's is never attached as `cause`, which holds headers and bodies; a mistake of a program is.
 *
 * @param secret is in no message, whatever the provider repeats
 */
export function contractError(error: unknown, words: ErrorWords, secret = ''): Error {
  const told = fromLibrary(error, words);
  if (told === error) return told;
  const from = programErrorIn(error, secret);
  if (told instanceof WireError) return new WireError(told.message, from);
  return told instanceof ProviderError ? new ProviderError(redactForLogs(told.message, secret), told, from) : told;
}

function fromLibrary(error: unknown, words: ErrorWords): Error {
  if (isContractError(error)) return error;
  // Tried in vain as often as was allowed: what it ended with in the end.
  if (RetryError.isInstance(error)) return fromLibrary(error.lastError, words);
  if (APICallError.isInstance(error)) return fromCall(error, words);
  if (StreamProviderError.isInstance(error)) {
    // Its status is the library's guess: an error inside an answer has none.
    return new ProviderError(`${words.title} answered with an error: ${error.message}`, {
      ...codeIn(asObject({ type: error.type, code: error.code }), words),
      retryAfter: words.retryAfterOf?.(asObject(asObject(error.data).error ?? error.data)),
      retryable: error.isRetryable,
    });
  }
  if (isBrokenAnswer(error)) return unreadable(error, words);
  // The library's note on a stream that is not in order.
  if (typeof error === 'string') return new WireError(`The AI SDK could not read the answer of ${words.title}.`);
  const reason = error instanceof Error ? error.message : typeof error;
  return invalidRequest(words.title, `the AI SDK refused the request (${reason})`);
}

function fromCall(error: APICallError, words: ErrorWords): Error {
  const { statusCode, responseHeaders: headers = {}, isRetryable: retryable } = error;
  if (statusCode === undefined) return new ProviderError(`There is no connection to ${words.title}.`, { retryable });
  if (statusCode < 400)
    return unreadable(error.cause instanceof Error ? error.cause : error, words, headers['content-type']);
  const data = asObject(error.data);
  const said = asObject(data.error ?? data);
  const begun = headers['content-type']?.startsWith('text/event-stream') ?? false;
  return new ProviderError(`${words.title} answered with an error (${statusCode}): ${error.message}`, {
    ...defined({
      requestId: headers[words.requestIdHeader],
      retryAfter: retryAfter(headers) ?? words.retryAfterOf?.(said),
    }),
    ...(begun ? {} : { status: statusCode }),
    ...codeIn(said, words, headers),
    retryable,
  });
}

/** By name alone: the library's message holds the answer, whole. */
const unreadable = ({ name }: Error, { title }: ErrorWords, contentType?: string): WireError =>
  new WireError(
    `The AI SDK could not read the answer of ${title} (${name}${contentType === undefined ? '' : `, ${contentType}`}).`,
  );

function codeIn(
  error: JsonObject,
  { codeOf }: ErrorWords,
  headers: Readonly<Record<string, string>> = {},
): { code?: string } {
  const code = codeOf(error, headers);
  return typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
}

/** Milliseconds, from a header of the SDKs' own or from that of HTTP, which is in seconds. */
function retryAfter(headers: Record<string, string>): number | undefined {
  const exact = numberIn(headers['retry-after-ms']);
  if (exact !== undefined) return Math.round(exact);
  const seconds = numberIn(headers['retry-after']);
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}

const numberIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+(\.\d+)?$/.test(header) ? Number(header) : undefined;

const isBrokenAnswer = (error: unknown): error is Error =>
  AISDKError.isInstance(error) &&
  [
    InvalidResponseDataError,
    JSONParseError,
    NoOutputGeneratedError,
    ToolChoiceViolationError,
    TypeValidationError,
  ].some((type) => type.isInstance(error)) &&
  !InvalidPromptError.isInstance(error);
