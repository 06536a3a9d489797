/** For tests: an in-memory `fetch` that gives prepared answers in order and remembers what was asked. */

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** `undefined` where there is none. */
  readonly body: unknown;
}

export interface FakeFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly requests: SentRequest[];
}

/** A response, or a function that makes one (or throws) with the request's signal in hand. */
export type PreparedAnswer = Response | ((signal: AbortSignal | undefined) => Response | Promise<Response>);

/** Gives one answer for each request, in order. */
export function fakeFetch(...answers: PreparedAnswer[]): FakeFetch {
  const requests: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = answers[requests.length];
    requests.push({
      method: init?.method ?? 'GET',
      url: String(input instanceof Request ? input.url : input),
      headers: new Headers(init?.headers),
      body: init?.body == null ? undefined : JSON.parse(String(init.body)),
    });
    if (!answer) throw new Error('the test prepared no further answer');
    return typeof answer === 'function' ? answer(init?.signal ?? undefined) : answer;
  };
  return { fetch, requests };
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A stream of server-sent events, each named by its `type`, cut into chunks of the given number of bytes. */
export function serverSentEvents(events: readonly { readonly type: string }[], chunkSize = 1_000_000): Response {
  return eventStream(
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    chunkSize,
  );
}

/** The same from raw text. */
export function eventStream(text: string, chunkSize = 1_000_000): Response {
  const bytes = new TextEncoder().encode(text);
  let position = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(position, position + chunkSize));
      position += chunkSize;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
