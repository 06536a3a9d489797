/** What the library throws, as errors of the contract: its own, and those of the SDKs beneath it, which it passes on. */
import { ContextOverflowError, getRetryable } from '@langchain/core/errors';
import {
  isContractError,
  ProviderError,
  programErrorIn,
  type RejectionOrigin,
  redactForLogs,
  WireError,
} from '../../../spec/contract/index.ts';
import { asObject, defined, text } from './json.ts';

/** Of whom an error tells. */
export interface ErrorContext {
  /** Named in messages. */
  readonly provider: string;
  /** Is in no message, whatever the provider repeats. */
  readonly secret: string;
  /** Whether anything was sent: if not, it is the library that refused. */
  readonly sent: boolean;
  /** Whether an answer had begun, where the column says so. */
  readonly answered: boolean;
  readonly errorOf?: ErrorReader | undefined;
}

/** What a column knows of an error; `undefined` where it is like those of the others. */
export type ErrorReader = (error: unknown, context: ErrorContext) => Error | undefined;

/**
 * A request that cannot be written: what the provider would answer, without status because nothing was sent.
 *
 * @param origin whose rejection it is; the library's where absent
 */
export function invalidRequest(provider: string, reason: string, origin: RejectionOrigin = {}): ProviderError {
  return new ProviderError(`Nothing was sent to ${provider}: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
    ...origin,
  });
}

/** Any error as one of the contract. The library's is never attached as `cause`, which holds headers and bodies; a mistake of a program is. */
export function contractError(error: unknown, context: ErrorContext): Error {
  const told = fromLibrary(error, context);
  if (told === error) return told;
  const from = programErrorIn(error, context.secret);
  if (told instanceof WireError) return new WireError(told.message, from);
  return told instanceof ProviderError
    ? new ProviderError(redactForLogs(told.message, context.secret), told, from)
    : told;
}

function fromLibrary(error: unknown, context: ErrorContext): Error {
  // First, because errors of the contract are told by name, and SDKs have a `TimeoutError` of their own.
  const own = context.errorOf?.(error, context);
  if (own) return own;
  if (isContractError(error)) return error;
  // The SDK wraps what the giver of a token throws.
  if (error instanceof Error && isContractError(error.cause)) return error.cause;
  if (ContextOverflowError.isInstance(error) && error.cause) return fromLibrary(error.cause, context);
  const { provider } = context;
  const said = error as SdkError;
  if (typeof said?.status === 'number' && said.status >= 400) return refused(said, said.status, context);
  if (isConnectionError(error)) return new ProviderError(`There is no connection to ${provider}.`, { retryable: true });
  if (text(modelTextOf(said?.error).message) !== undefined) return broken(said, context);
  if (error instanceof Error && error.constructor === Error && /^[a-z]+(_[a-z]+)+$/.test(error.name)) {
    // The provider's code, where an answer that came whole says that it failed.
    return new ProviderError(`${provider} answered with an error: ${error.message}`, {
      code: error.name,
      retryable: passing.test(error.name),
    });
  }
  const { name, message } = error instanceof Error ? error : { name: typeof error, message: '' };
  if (!context.sent) return invalidRequest(provider, `LangChain refused the request (${message})`);
  // By name alone: messages of parsers hold what they could not parse.
  return new WireError(`LangChain could not read the answer of ${provider} (${name}).`);
}

/** What the SDKs of these providers throw. */
interface SdkError {
  readonly status?: unknown;
  readonly headers?: unknown;
  /** The body, or what stands in its member `error`. */
  readonly error?: unknown;
  readonly requestID?: unknown;
}

/** The provider answered with an error. */
function refused(error: SdkError, status: number, { provider }: ErrorContext): ProviderError {
  const { message, code } = modelTextOf(error.error);
  const headers = error.headers instanceof Headers ? error.headers : new Headers();
  const requestId = text(error.requestID) ?? headers.get('request-id') ?? headers.get('x-request-id') ?? undefined;
  return new ProviderError(`${provider} answered with an error (${status}): ${text(message) ?? 'without a message'}`, {
    status,
    ...defined({ code, requestId, retryAfter: waitOf(headers) }),
    retryable: getRetryable(error) ?? (status === 408 || status === 409 || status === 429 || status >= 500),
  });
}

/** An error inside an answer that had begun. The library says nothing of it, so what may be tried again is told by its code. */
function broken(error: SdkError, { provider }: ErrorContext): ProviderError {
  const { message, code } = modelTextOf(error.error);
  return new ProviderError(`${provider} answered with an error: ${text(message)}`, {
    ...defined({ code, requestId: text(error.requestID) }),
    retryable: getRetryable(error) ?? passing.test(code ?? ''),
  });
}

/** Codes of what may be over soon. */
const passing = /overloaded|rate_limit|timeout|api_error|server_error|unavailable/;

/** Anthropic's SDK gives the whole body, that of OpenAI what stands in its member `error`. */
function modelTextOf(body: unknown): { readonly message: unknown; readonly code: string | undefined } {
  const whole = asObject(body);
  const inner = typeof whole.error === 'object' ? asObject(whole.error) : whole;
  const code = typeof inner.code === 'number' ? String(inner.code) : text(inner.code);
  return { message: inner.message, code: code ?? text(inner.type) };
}

/** Neither the SDKs nor the library give these errors a name of their own. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (/^APIConnection/.test(error.constructor.name) || (error instanceof TypeError && error.message === 'fetch failed'));

/** Milliseconds, where the answer says so, or seconds. */
export function waitOf(headers: Headers): number | undefined {
  const [exact, seconds] = ['retry-after-ms', 'retry-after'].map((name) => headers.get(name));
  if (exact && /^\d+$/.test(exact)) return Number(exact);
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
