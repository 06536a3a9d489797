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
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { AbortedError, isContractError, ProviderError, TimeoutError, WireError } from '../../../spec/contract/index.ts';
import { plain } from './contents.ts';
import { defined } from './defined.ts';

/** A request that the library has no words for: what the provider would answer, without status because nothing was sent. */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Anthropic: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/** The caller's signal and the time allowed, as one. */
export interface Limit {
  readonly signal: AbortSignal;
  /** What the call must end with; `undefined` as long as the limit is not reached. */
  reached(): Error | undefined;
}

/** @param milliseconds time that one step may take */
export function limitOf(milliseconds: number, caller: AbortSignal | undefined): Limit {
  const time = AbortSignal.timeout(milliseconds);
  return {
    signal: caller ? AbortSignal.any([caller, time]) : time,
    reached() {
      if (caller?.aborted) return new AbortedError('The caller aborted the call.');
      return time.aborted ? new TimeoutError(`No complete answer within ${milliseconds} ms.`) : undefined;
    },
  };
}

/**
 * Any error as one of the contract. The library's is never attached as `cause`: it holds headers and bodies.
 *
 * @param secret is in no message, whatever the provider repeats
 */
export function contractError(error: unknown, secret = ''): Error {
  const told = fromLibrary(error);
  return told instanceof ProviderError ? new ProviderError(forLogs(told.message, secret), told) : told;
}

/** Characters that say what is wrong: some providers repeat all that they were sent. */
const most = 500;

function forLogs(message: string, secret: string): string {
  const hidden = secret === '' ? message : message.replaceAll(secret, '[credentials]');
  return hidden.length > most ? `${hidden.slice(0, most)}…` : hidden;
}

function fromLibrary(error: unknown): Error {
  if (isContractError(error)) return error;
  // Tried in vain as often as was allowed: what it ended with in the end.
  if (RetryError.isInstance(error)) return fromLibrary(error.lastError);
  if (APICallError.isInstance(error)) return fromCall(error);
  if (StreamProviderError.isInstance(error)) {
    // Its status is the library's guess: an error inside an answer has none.
    return new ProviderError(`Anthropic answered with an error: ${error.message}`, {
      code: error.type,
      retryable: error.isRetryable,
    });
  }
  if (isBrokenAnswer(error)) return unreadable(error);
  return unsendable(`the AI SDK refused the request (${error instanceof Error ? error.message : typeof error})`);
}

function fromCall(error: APICallError): Error {
  const { statusCode, responseHeaders: headers = {}, isRetryable: retryable } = error;
  if (statusCode === undefined) return new ProviderError('There is no connection to Anthropic.', { retryable });
  if (statusCode < 400) return unreadable(error.cause instanceof Error ? error.cause : error, headers['content-type']);
  const code = codeOf(error);
  const begun = headers['content-type']?.startsWith('text/event-stream') ?? false;
  return new ProviderError(`Anthropic answered with an error (${statusCode}): ${error.message}`, {
    ...defined({ requestId: headers['request-id'], retryAfter: milliseconds(headers['retry-after']) }),
    ...(begun ? {} : { status: statusCode }),
    ...(code === undefined ? {} : { code }),
    retryable,
  });
}

/** By name alone: the library's message holds the answer, whole. */
const unreadable = ({ name }: Error, contentType?: string): WireError =>
  new WireError(
    `The AI SDK could not read the answer of Anthropic (${name}${contentType === undefined ? '' : `, ${contentType}`}).`,
  );

/** Of an error that a stream begins with, the library keeps the inner object, as text. */
function codeOf({ data, responseBody = '' }: APICallError): string | undefined {
  const { type } = asObject(asObject(plain(data)).error ?? parsed(responseBody));
  return typeof type === 'string' ? type : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const milliseconds = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;

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
