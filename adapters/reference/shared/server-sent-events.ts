import { createParser } from 'eventsource-parser';

/** What providers say with an event; ids and times to reconnect are of no use here. */
export interface ServerSentEvent {
  /** Empty where the event has no name. */
  readonly event: string;
  readonly data: string;
}

/**
 * Events as they are complete, for SDKs that keep their reader of them to themselves; the bytes may be cut anywhere. What the end
 * cuts off is no event. Source: HTML Standard, section 9.2.6, interpreting an event stream.
 */
export async function* serverSentEvents(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const complete: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event = '', data }) => complete.push({ event, data }) });
  for await (const chunk of bytes) {
    parser.feed(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    yield* complete.splice(0);
  }
}
