import type { Headers, HttpRequest } from '../format/exchange.ts';

/**
 * A request as every line shows it, so that the same call gives the same exchange: its URL as clients put it on the wire,
 * its headers in the order of their names. (The order of headers with different names means nothing: RFC 9110, 5.3.)
 */
export function asSent(request: HttpRequest): HttpRequest {
  return { ...request, url: sentUrl(request.url), headers: inOrder(request.headers) };
}

export const inOrder = (headers: Headers): Headers => headers.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** What cannot be parsed stays: it is an error of the call. */
function sentUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const sent = new URL(url);
  sent.hash = '';
  return sent.href;
}
