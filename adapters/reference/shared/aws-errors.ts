/** What an SDK of AWS throws, as errors of the contract. */
import {
  AbortedError,
  InvalidToolError,
  ProviderError,
  TimeoutError,
  UnsupportedToolError,
  WireError,
} from '../../../spec/contract/index.ts';
import { nameOf, systemCode } from './causes.ts';
import { answeredWithError, excerpt } from './provider-words.ts';
import { isRetryable, retryAfter } from './retry.ts';

/** Whether the provider had begun to answer when something went wrong. */
export type AwsPhase = 'sending' | 'reading';

/** Exceptions that mean "later", wherever they stand; inside a stream there is no status to tell. */
const retryableCodes = new Set([
  'BadGatewayException',
  'InternalServerException',
  'ModelNotReadyException',
  'ModelStreamErrorException',
  'ModelTimeoutException',
  'ServiceUnavailableException',
  'ThrottlingException',
]);

/** What the SDK calls an exception that names none. */
const namesOfNone = new Set(['', 'Error', 'Unknown', 'UnknownError', 'SyntaxError']);

/**
 * A request that the API has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `ValidationException`, without status because nothing was sent.
 */
export function awsUnsendable(provider: string, reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to ${provider}: ${reason}.`, {
    code: 'ValidationException',
    retryable: false,
  });
}

/** By class and not by name: the SDK calls a connection that was reset a `TimeoutError` too. */
const contractErrors = [AbortedError, InvalidToolError, ProviderError, TimeoutError, UnsupportedToolError, WireError];

/**
 * Any error as one of the contract.
 *
 * A connection that never came about is a `ProviderError` without status, which may be retried; one that breaks, or bytes that
 * are no frames, once an answer has begun, is a `WireError`. Errors of the SDK are never attached: they hold headers and bodies.
 *
 * @param provider named in messages
 * @param secret removed from messages, in case the provider repeats it
 */
export function awsContractError(provider: string, error: unknown, phase: AwsPhase, secret = ''): Error {
  if (error instanceof Error && contractErrors.some((known) => error instanceof known)) return error;
  const thrown = error instanceof Error ? error : new Error(String(error));
  const answer = answerOf(error);
  const { status = 0 } = answer;
  const isBegun = phase === 'reading' || status > 0;
  if (status >= 400 || '$fault' in thrown || (isBegun && isNamedByFrame(thrown))) {
    return failed(provider, thrown, answer, secret);
  }
  if (isBegun) {
    const type = foreignType(answer.headers);
    const what = type === undefined ? nameOf(error) : `${nameOf(error)}, its type is ${type}`;
    return new WireError(`The answer of ${provider} broke off or is not what the API promises (${what}).`);
  }
  const reason = systemCode(thrown);
  if (reason === undefined) return awsUnsendable(provider, `the request could not be made (${nameOf(error)})`);
  return new ProviderError(`There is no connection to ${provider} (${reason}).`, { retryable: true });
}

function failed(
  provider: string,
  thrown: Error,
  { status, requestId, headers }: AnswerSeen,
  secret: string,
): ProviderError {
  // Where its body cannot be read, a header still names the exception.
  const code = codeOf(thrown.name) ?? codeOf(headers?.get('x-amzn-errortype')?.split(':', 1)[0] ?? '');
  return new ProviderError(answeredWithError(provider, [status, code], excerpt(wordsOf(thrown), secret)), {
    status,
    code,
    requestId,
    retryAfter: headers && retryAfter(headers, Date.now()),
    retryable: isRetryable(status, headers, (code && retryableCodes.has(code)) || undefined),
  });
}

/** The exception's own name: `ThrottlingException`. In frames it begins in lower case. */
function codeOf(name: string): string | undefined {
  return namesOfNone.has(name) ? undefined : name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Of an exception that it does not know, the SDK takes the whole payload for the message. */
function wordsOf({ name, message }: Error): string {
  // What it says of a body that is no JSON is not the provider's.
  if (name === 'SyntaxError' || typeof message !== 'string') return 'no error object in the answer';
  try {
    const { message: words } = JSON.parse(message);
    return typeof words === 'string' ? words : message;
  } catch {
    return message;
  }
}

/** Of what a frame names, and its version does not know, the SDK makes a bare error of that name; its own and Node's have a class or a code. */
const isNamedByFrame = (thrown: Error): boolean =>
  Object.getPrototypeOf(thrown) === Error.prototype && !namesOfNone.has(thrown.name) && !('code' in thrown);

/** The media type of an answer that is none of the API's. */
function foreignType(headers: Headers | undefined): string | undefined {
  const type = headers?.get('content-type') ?? undefined;
  return type === undefined || /json|eventstream/.test(type) ? undefined : type;
}

interface AnswerSeen {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly headers?: Headers | undefined;
}

/** What the SDK knows of the answer that an error came with. */
function answerOf(error: unknown): AnswerSeen {
  const { $metadata, $response } = (error ?? {}) as {
    $metadata?: { httpStatusCode?: number; requestId?: string };
    $response?: { statusCode?: number; headers?: Record<string, string> };
  };
  const headers = $response?.headers && new Headers($response.headers);
  return {
    status: $metadata?.httpStatusCode ?? $response?.statusCode,
    requestId: $metadata?.requestId ?? headers?.get('x-amzn-requestid') ?? undefined,
    headers,
  };
}
