import { lruCache } from '../../lib/memoize.ts';
import type { Headers, HttpRequest } from '../format/exchange.ts';

/**
 * A request as every line shows it, so that the same call gives the same exchange: its URL as clients put it on the wire,
 * its headers in the order of their names. (The order of headers with different names means nothing: RFC 9110, 5.3.)
 */
export function normalizeRequest(request: HttpRequest): HttpRequest {
  return { ...request, url: normalizedUrl(request.url), headers: sortHeaders(request.headers) };
}

export const sortHeaders = (headers: Headers): Headers => headers.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** What cannot be parsed stays: it is an error of the call. */
const normalizedUrl = (url: string): string =>
  sameUrl(url, () => {
    const sent = URL.parse(url);
    if (!sent) return url;
    sent.hash = '';
    return sent.href;
  });

/** Thousands of requests go to the same addresses. */
const sameUrl = lruCache<string>();
