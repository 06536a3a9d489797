/** Answers that can be handed on: whoever stores one, copies it or compares it goes through all its levels. */
import { type ChatClient, WireError } from '../../../spec/contract/index.ts';

/**
 * Deepest that an answer may nest, in levels. JSON has no limit (RFC 8259, section 9, leaves it to each parser), but whatever calls
 * itself for every level runs out of stack: `structuredClone` of Node.js at about 2,000, `JSON.stringify` at about 4,000.
 */
const deepest = 512;

/** A client that ends a call with an error where what came is nested deeper than anybody could go on with. */
export const storable = (client: ChatClient): ChatClient => ({
  ...client,
  getResponse: async (...asked) => demandStorable(await client.getResponse(...asked)),
  async *getStreamingResponse(...asked) {
    for await (const update of client.getStreamingResponse(...asked)) yield demandStorable(update);
  },
});

/** @throws {WireError} it is nested too deep. */
function demandStorable<T>(said: T): T {
  // Level by level, for there may be no stack to spare.
  let level: unknown[] = [said];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) {
      const why = 'nothing that goes through them all could take it over';
      throw new WireError(`The answer is nested deeper than ${deepest} levels: ${why}.`);
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return said;
}
