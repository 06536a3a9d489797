import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from '../format/exchange.ts';
import { piecesOf } from './pieces.ts';

/** Statuses whose answers have no body, not even an empty one. */
const withoutBody = [101, 103, 204, 205, 304];

/** A recorded answer as `fetch` gives it to its caller. */
export function fetchResponse(answer: HttpResponse, url: string): Response {
  const { status, headers } = answer;
  const response = new Response(withoutBody.includes(status) ? null : bodyOf(piecesOf(answer)), {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}

/** As bytes: of text, Response would make up a content type where none was recorded. */
function bodyOf(pieces: readonly Uint8Array[]): BodyInit {
  const [only] = pieces;
  if (only && pieces.length === 1) return new Uint8Array(only);
  return new ReadableStream({
    start(controller) {
      // Copies, for whoever writes into what was handed over.
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });
}
