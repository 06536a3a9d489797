/** What HTTP says of trying again. Source: RFC 9110, sections 10.2.3 and 15; the headers of the Stainless SDKs. */

/** Statuses that the SDKs themselves would retry, beside all from 500. */
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
