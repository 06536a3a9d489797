/** What the AWS SDK throws, which the library passes on. */
import { getRetryable } from '@langchain/core/errors';
import { ProviderError, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { type ErrorContext, waitOf } from '../shared/errors.ts';

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

export function errorOf(error: unknown, { provider, sent, answered }: ErrorContext): Error | undefined {
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
  return new ProviderError(`${provider} answered with an error (${about}): ${wordsOf(error)}`, {
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

/** Of an exception that it does not know, the SDK takes the whole payload for the message; of a body that is no JSON, its own words. */
function wordsOf({ name, message }: Error): string {
  if (name === 'SyntaxError') return 'without a message';
  try {
    const { message: words } = JSON.parse(message);
    return typeof words === 'string' ? words : message;
  } catch {
    return message;
  }
}

/** Of what a frame names, and its version does not know, the SDK makes a bare error of that name. */
const isNamedByFrame = (error: Error): boolean =>
  Object.getPrototypeOf(error) === Error.prototype && !namesOfNone.has(error.name) && !('code' in error);
