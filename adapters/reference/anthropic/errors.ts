/** What the API says when it refuses or fails, as errors of the contract. Pure. */
import { isJsonObject } from '../../../files/canonical-json.ts';
import { ProviderError } from '../../../spec/contract/index.ts';

/** Statuses that the SDK itself would retry, beside all from 500 (529 is "overloaded"). */
const retryableStatuses = new Set([408, 409, 429]);

/** Types of error that mean "later", wherever they stand; inside a stream there is no status to tell. */
const retryableTypes = new Set(['api_error', 'overloaded_error', 'rate_limit_error', 'timeout_error']);

/** Longest text taken over from a provider's error: some repeat what they were sent. */
const longestMessage = 500;

/** Anything shorter stands in ordinary words by chance. */
const shortestSecret = 8;

/**
 * A request that Anthropic has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Anthropic: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * What the API says when it refuses or fails.
 *
 * @param body `{ "type": "error", "error": { "type", "message" }, "request_id" }`, or whatever came instead
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(body: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
  const outer = isJsonObject(body) ? body : {};
  const inner = isJsonObject(outer.error) ? outer.error : {};
  const code = text(inner.type);
  const message = text(inner.message) ?? 'no error object in the answer';
  const label = [status, code].filter((part) => part !== undefined).join(' ');
  return new ProviderError(
    `Anthropic answered with an error${label ? ` (${label})` : ''}: ${excerpt(message, secret)}`,
    {
      status,
      code,
      requestId: headers?.get('request-id') ?? text(outer.request_id),
      retryAfter: headers && retryAfter(headers, Date.now()),
      retryable: isRetryable(status, code, headers?.get('x-should-retry')),
    },
  );
}

function isRetryable(
  status: number | undefined,
  code: string | undefined,
  verdict: string | null | undefined,
): boolean {
  // The API's own word, where it gives one.
  if (verdict === 'true') return true;
  if (verdict === 'false') return false;
  if (code !== undefined && retryableTypes.has(code)) return true;
  return status !== undefined && (status >= 500 || retryableStatuses.has(status));
}

/**
 * Milliseconds from `retry-after-ms`, or from `retry-after`, which is in seconds or an HTTP date.
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** One line, not too long, without the secret and without control characters: what a provider writes is not ours. */
function excerpt(message: string, secret: string): string {
  const hidden = secret.length < shortestSecret ? message : message.replaceAll(secret, '[credentials]');
  const line = hidden.replace(/\p{Cc}+/gu, ' ');
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}
