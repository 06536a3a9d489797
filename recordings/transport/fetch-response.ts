import { STATUS_CODES } from 'node:http';
import { bytesOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';

/** Statuses whose answers have no body, not even an empty one. */
const withoutBody = [101, 103, 204, 205, 304];

/** A recorded answer as `fetch` gives it to its caller. */
export function fetchResponse({ status, headers, body }: HttpResponse, url: string): Response {
  // As bytes: of text, Response would make up a content type where none was recorded.
  const response = new Response(withoutBody.includes(status) ? null : new Uint8Array(bytesOf(body)), {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
