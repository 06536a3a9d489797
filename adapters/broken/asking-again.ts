import type { Defect } from './broken-adapter.ts';

/** A client that asks once more, so often, where an error says so to it. */
export const askingAgain =
  (times: number, isMet: (error: unknown) => boolean): NonNullable<Defect['client']> =>
  (client) => ({
    ...client,
    async getResponse(...asked) {
      for (let more = times; ; more--) {
        try {
          return await client.getResponse(...asked);
        } catch (error) {
          if (more === 0 || !isMet(error)) throw error;
        }
      }
    },
    async *getStreamingResponse(...asked) {
      for (let more = times; ; more--) {
        try {
          return yield* client.getStreamingResponse(...asked);
        } catch (error) {
          if (more === 0 || !isMet(error)) throw error;
        }
      }
    },
  });
