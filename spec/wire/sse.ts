import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export interface ServerSentEvent {
  /** The `event:` line; absent where there is none. */
  readonly name?: string;
  readonly data: string;
}

/**
 * The events of a whole stream, by the WHATWG algorithm: an event that the end of the stream cuts off is none.
 * Source: HTML Standard, "Server-sent events".
 */
export function serverSentEvents(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push(event === undefined ? { data } : { name: event, data }),
  });
  parser.feed(text);
  return events;
}
