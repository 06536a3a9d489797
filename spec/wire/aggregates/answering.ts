import type { HttpResponse } from '../../../recordings/format/exchange.ts';

/** A `fetch` that gives one answer to everything, out of memory. */
export function answering({ status, headers, body }: HttpResponse): typeof fetch {
  return async () => new Response(body.text, { status, headers: headers.map(([name, value]) => [name, value]) });
}
