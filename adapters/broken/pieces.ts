import type { Adapter } from '../../spec/contract/index.ts';

/** A defect in the `fetch` that a client finds when it is made, for SDKs that keep it. */
export const inFetch =
  (change: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) =>
  (adapter: Adapter): Adapter => ({
    ...adapter,
    createClient: (settings) => {
      const { fetch } = globalThis;
      globalThis.fetch = change(fetch);
      try {
        return adapter.createClient(settings);
      } finally {
        globalThis.fetch = fetch;
      }
    },
  });

/** A defect in how the pieces of a streamed answer are read, each by itself, before the SDK sees them. */
export const inFetchedPieces = (change: (piece: Uint8Array) => string) =>
  inFetch((fetch) => async (input, init) => misread(await fetch(input, init), change));

function misread(response: Response, change: (piece: Uint8Array) => string): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const misreading = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => controller.enqueue(new TextEncoder().encode(change(piece))),
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(misreading), { status, statusText, headers });
}
