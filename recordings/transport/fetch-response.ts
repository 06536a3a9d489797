import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { memoize } from '../../lib/memoize.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { connectionReset } from './network-errors.ts';
import { handedOver, piecesOf } from './stream-chunks.ts';

/** Statuses whose answers have no body, not even an empty one. */
const withoutBody = [101, 103, 204, 205, 304];

/** A recorded answer as `fetch` gives it to its caller. @param signal the caller’s: it ends a body that is waited for in vain */
export function fetchResponse(answer: HttpResponse, url: string, signal?: AbortSignal | null): Response {
  const { status, headers } = answer;
  const response = new Response(withoutBody.includes(status) ? null : bodyOf(answer, signal), {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: platformHeaders(headers),
  });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}

/** Copied by each Response. */
const platformHeaders = memoize(
  (headers: HttpResponse['headers']) => new Headers(headers.map(([name, value]): [string, string] => [name, value])),
);

/** As bytes: of text, Response would make up a content type where none was recorded. */
function bodyOf(answer: HttpResponse, signal?: AbortSignal | null): BodyInit {
  const { ends, watch } = answer;
  const pieces = piecesOf(answer);
  const [only] = pieces;
  if (only && pieces.length === 1 && !ends && !watch) return new Uint8Array(only);
  if (watch) {
    watch.begins();
    signal?.addEventListener('abort', watch.ends, { once: true });
  }
  const left = handedOver(answer);
  const stopped = async (controller: ReadableStreamDefaultController): Promise<void> => {
    if (!signal) return new Promise(() => {});
    if (!signal.aborted) await once(signal, 'abort');
    controller.error(signal.reason);
  };
  return new ReadableStream({
    pull(controller) {
      const { value, done } = left.next();
      // Copies, for whoever writes into what was handed over.
      if (!done) return controller.enqueue(new Uint8Array(value));
      if (ends !== 'never') watch?.ends();
      if (ends === 'reset') return controller.error(new TypeError('terminated', { cause: connectionReset() }));
      return ends === 'never' ? stopped(controller) : controller.close();
    },
    cancel: () => watch?.ends(),
  });
}
