/**
 * What goes wrong, as errors of the contract: what a provider says when it rejects a request or fails, and what its SDK throws.
 * What differs from provider to provider is a table; the rest is here.
 */
import {
  AbortedError,
  InvalidToolError,
  ProviderError,
  programErrorIn,
  TimeoutError,
  UnsupportedToolError,
  WireError,
} from '../../../spec/contract/index.ts';

/** Whether the provider had begun to answer when something went wrong. */
export type Phase = 'sending' | 'reading';

/** How one provider, and the SDK that speaks with it, say what went wrong. */
interface ErrorTable {
  /** As messages name it. */
  readonly provider: string;
  /** The provider's code for a request that it does not take. */
  readonly invalidRequest: string;
  /** The header that identifies a request, where there is one. */
  readonly requestId?: string;
  /** What codes say of trying again, where they know more than the status, or where there is none: inside a stream. */
  readonly retryable?: ReadonlyMap<string | undefined, boolean>;
  /** What the body of an error says, or whatever came instead of one. */
  readonly read: (body: unknown) => ErrorBody;
  /** What an error of the SDK means; `undefined` where nothing more is known than when it came. */
  readonly thrown: (error: unknown, phase: Phase) => Thrown | undefined;
}

interface ErrorBody {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Where no header says it. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, where no header says it. */
  readonly retryAfter?: number | undefined;
}

export type Thrown =
  /** The system gave up connecting. Time and abort are measured outside the SDK (`callLimit`). */
  | { readonly is: 'timeout' }
  | { readonly is: 'no-connection'; readonly cause: unknown }
  | {
      readonly is: 'rejected';
      readonly body: unknown;
      readonly status?: number | undefined;
      readonly headers?: Headers;
    }
  /** An error of the contract that the SDK wrapped: the function that gives a token failed. */
  | { readonly is: 'wrapped'; readonly cause: unknown }
  /** @property mediaType of the answer, where it is not one of the API's */
  | { readonly is: 'broken-off'; readonly cause?: unknown; readonly mediaType?: string | undefined };

/** By class and not by name: an SDK may call a connection that was reset a `TimeoutError` too. */
const contractErrors = [AbortedError, InvalidToolError, ProviderError, TimeoutError, UnsupportedToolError, WireError];

export const isContractError = (error: unknown): error is Error =>
  contractErrors.some((known) => error instanceof known);

export type Errors = ReturnType<typeof errorsOf>;

/** The errors of one provider. */
export function errorsOf(table: ErrorTable) {
  const { provider, requestId } = table;

  /**
   * A request that the API has no words for. As the contract has no error of its own for it, it is what the provider would
   * answer: a `ProviderError` with its code, without status because nothing was sent.
   */
  function invalidRequest(reason: string): ProviderError {
    return new ProviderError(`Nothing was sent to ${provider}: ${reason}.`, {
      code: table.invalidRequest,
      retryable: false,
    });
  }

  /**
   * What the API says when it rejects a request or fails.
   *
   * @param status absent where the error came inside an answer that had begun
   * @param secret removed from the message, in case the provider repeats it
   */
  function providerError(body: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
    const said = table.read(body);
    const { code, message = 'no error object in the answer' } = said;
    const label = [status, code].filter((mark) => mark !== undefined).join(' ');
    const what = `${provider} answered with an error${label ? ` (${label})` : ''}: ${excerpt(message, secret)}`;
    return new ProviderError(what, {
      status,
      code,
      requestId: (requestId === undefined ? undefined : headers?.get(requestId)) ?? said.requestId,
      retryAfter: (headers && retryAfter(headers, Date.now())) ?? said.retryAfter,
      retryable: isRetryable(status, headers, table.retryable?.get(code)),
    });
  }

  /**
   * An answer that broke off, or is not what the API promises.
   *
   * @param mediaType of the answer, where it is not one of the API's
   */
  function truncatedResponse(error: unknown, mediaType?: string): WireError {
    const what = mediaType === undefined ? nameOf(error) : `${nameOf(error)}, its type is ${mediaType}`;
    const words = `The answer of ${provider} broke off or is not what the API promises (${what}).`;
    return new WireError(words, programErrorIn(error));
  }

  /**
   * Any error as one of the contract.
   *
   * A connection that never came about is a `ProviderError` without status: nothing was read, so no promise of the wire was
   * broken, and it alone can say that a retry makes sense. A connection that breaks once an answer has begun is a `WireError`.
   * Errors of the SDK are never attached as `cause`, which hold headers and bodies; a mistake of a program is.
   *
   * @param secret removed from messages, in case the provider repeats it
   */
  function contractError(error: unknown, phase: Phase, secret = ''): Error {
    if (isContractError(error)) return error;
    const thrown = table.thrown(error, phase);
    switch (thrown?.is) {
      case 'timeout':
        return new TimeoutError(`The connection to ${provider} timed out.`);
      case 'no-connection': {
        const reason = systemCode(thrown.cause);
        const what = `There is no connection to ${provider}${reason ? ` (${reason})` : ''}.`;
        return new ProviderError(what, { retryable: true });
      }
      case 'rejected':
        return providerError(thrown.body, thrown.status, thrown.headers, secret);
      case 'wrapped':
        if (isContractError(thrown.cause)) return thrown.cause;
        break;
      case 'broken-off':
        return truncatedResponse(thrown.cause ?? error, thrown.mediaType);
    }
    return phase === 'reading'
      ? truncatedResponse(error)
      : invalidRequest(`the request could not be made (${nameOf(error)})`);
  }

  return { provider, invalidRequest, providerError, contractError };
}

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** ECONNREFUSED, ENOTFOUND … of what was thrown, or from the chain of its causes. */
export function systemCode(thrown: unknown): string | undefined {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Longest text taken over from a provider's error: some repeat what they were sent. */
const longestMessage = 500;

/** Anything shorter stands in ordinary words by chance. */
const shortestSecret = 8;

/** One line, not too long, without the secret and without control characters: what a provider writes is not ours. */
export function excerpt(message: string, secret: string): string {
  const hidden = secret.length < shortestSecret ? message : message.replaceAll(secret, '[credentials]');
  const line = hidden.replace(/\p{Cc}+/gu, ' ');
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

/** Statuses that the SDKs themselves would retry, beside all from 500. Source: RFC 9110, section 15. */
const retryableStatuses = new Set([408, 409, 429]);

/**
 * @param headers may hold the API's own word (`x-should-retry`), which comes before everything else
 * @param byCode what the error's own code says, where it says something
 */
export function isRetryable(
  status: number | undefined,
  headers: Headers | undefined,
  byCode: boolean | undefined,
): boolean {
  const verdict = headers?.get('x-should-retry');
  if (verdict === 'true') return true;
  if (verdict === 'false') return false;
  return byCode ?? (status !== undefined && (status >= 500 || retryableStatuses.has(status)));
}

/**
 * Milliseconds from `retry-after-ms`, or from `retry-after`, which is in seconds or an HTTP date. Source: RFC 9110, section
 * 10.2.3; the headers of the Stainless SDKs.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = numberOf(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return Math.round(milliseconds);
  const header = headers.get('retry-after');
  const seconds = numberOf(header);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  const date = Date.parse(header ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberOf(header: string | null): number | undefined {
  return header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}
