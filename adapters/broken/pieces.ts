import type { Adapter } from '../../spec/contract/index.ts';

/**
 * A defect in how the pieces of a streamed answer are read, each by itself, before the SDK sees them. For SDKs that keep the
 * `fetch` which they find when their client is made.
 */
export const inFetchedPieces =
  (change: (piece: Uint8Array) => string) =>
  (adapter: Adapter): Adapter => ({
    ...adapter,
    createClient: (settings) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (input, init) => misread(await fetch(input, init), change);
      try {
        return adapter.createClient(settings);
      } finally {
        globalThis.fetch = fetch;
      }
    },
  });

function misread(response: Response, change: (piece: Uint8Array) => string): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const misreading = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => controller.enqueue(new TextEncoder().encode(change(piece))),
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(misreading), { status, statusText, headers });
}
