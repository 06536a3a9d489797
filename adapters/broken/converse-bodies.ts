/** What bodies of Converse are made of, for those who change them. */
import type { JsonObject } from '../../files/canonical-json.ts';
import type { HttpRequest } from '../../recordings/format/exchange.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { itemsOf } from './json-members.ts';
import { inReadFrames, inSentBody, type ReadFrame } from './on-the-wire.ts';

export const isStreamed = ({ url }: HttpRequest): boolean => new URL(url).pathname.endsWith('/converse-stream');

/** A defect in the blocks of the messages that go out. */
export const inSentBlocks = (change: (block: JsonObject) => JsonObject): Tampering =>
  inSentBody((body) => ({
    ...body,
    messages: itemsOf(body.messages).map((message) => ({ ...message, content: itemsOf(message.content).map(change) })),
  }));

/** A defect by which only some frames of a stream are read. */
export const inFrames = (keeps: (frame: ReadFrame) => boolean): Tampering =>
  inReadFrames((frames) => frames.filter(keeps));
