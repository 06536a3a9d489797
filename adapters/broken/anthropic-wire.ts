/** What a defect over the Messages API does to blocks, in requests and in answers of either kind. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { inReadBody, inReadEvents, inSentBody, type ReadEvent } from './on-the-wire.ts';

/** A content block, or a message. */
export type Block = JsonObject & { readonly type?: string };

/** A call that the provider makes by itself. */
export const isServerCall = ({ type }: Block): boolean => type === 'server_tool_use' || type === 'mcp_tool_use';

/** A defect in the content of the messages that go out. */
export const inSentBlocks = (change: (blocks: Block[], role: Json) => Block[]): Tampering =>
  inSentBody((body) => ({
    ...body,
    messages: (body.messages as JsonObject[]).map((message) =>
      Array.isArray(message.content)
        ? { ...message, content: change(message.content as Block[], message.role ?? null) }
        : message,
    ),
  }));

/** A defect in the declarations that go out. */
export const inSentTools = (change: (tool: JsonObject) => JsonObject): Tampering =>
  inSentBody((body) =>
    Array.isArray(body.tools) ? { ...body, tools: (body.tools as JsonObject[]).map(change) } : body,
  );

/** Blocks of an answer, whole or streamed, that are not seen. */
export function withoutReadBlocks(isUnseen: (block: Block) => boolean): Tampering {
  const whole = inReadBody((body) =>
    Array.isArray(body.content) ? { ...body, content: (body.content as Block[]).filter((b) => !isUnseen(b)) } : body,
  );
  const streamed = inReadEvents((events) => {
    const unseen = new Set<Json>();
    return events.filter((event) => {
      const { type, index = null, content_block: block } = dataOf(event);
      if (type === 'content_block_start' && isUnseen(block as Block)) unseen.add(index);
      if (!unseen.has(index)) return true;
      if (type === 'content_block_stop') unseen.delete(index);
      return false;
    });
  });
  return inEither(whole, streamed);
}

/** A defect in how a message is read once it has ended: of a stream, in the event that says why, and what it cost. */
export const inReadEnd = (change: (end: JsonObject) => JsonObject): Tampering =>
  inEither(
    inReadBody((body) => (body.type === 'message' ? change(body) : body)),
    inReadEvents((events) =>
      events.map((event) => {
        const data = dataOf(event);
        if (data.type !== 'message_delta') return event;
        const { usage, ...delta } = change({ ...(data.delta as JsonObject), usage: data.usage ?? null });
        return withData(event, { ...data, delta, usage: usage ?? null });
      }),
    ),
  );

/** The one defect for answers that are one document, and the other for streams. */
const inEither = (whole: Tampering, streamed: Tampering): Tampering => ({
  response: (response, request) =>
    response.body.text.trimStart().startsWith('{')
      ? (whole.response?.(response, request) ?? response)
      : (streamed.response?.(response, request) ?? response),
});

/** A defect in each event of a stream; what it returns nothing for is not seen. */
export const inEachReadEvent = (change: (data: JsonObject) => JsonObject | undefined): Tampering =>
  inReadEvents((events) =>
    events.flatMap((event) => {
      const data = change(dataOf(event));
      return data ? [withData(event, data)] : [];
    }),
  );

export const dataOf = ({ data }: ReadEvent): JsonObject => JSON.parse(data) as JsonObject;

const withData = (event: ReadEvent, data: JsonObject): ReadEvent => ({ ...event, data: JSON.stringify(data) });
