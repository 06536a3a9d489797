import { createParser } from 'eventsource-parser';
import type { Json } from '../../files/canonical-json.ts';
import { recent } from '../../files/recent.ts';
import { parseJson } from './json.ts';

/** One server-sent event. */
export interface ServerSentEvent {
  /** The `event:` line; absent where there is none. */
  readonly name?: string;
  readonly data: string;
  /** What the data is as JSON; absent where it is none. */
  readonly json: Json | undefined;
}

/** Checks and readers ask for the events of the same answers, which come again in every conversation that is played from them. */
const known = recent<readonly ServerSentEvent[]>();

/**
 * The events of a whole stream, by the WHATWG algorithm: an event that the end of the stream cuts off is none.
 * Source: HTML Standard, "Server-sent events".
 */
export const serverSentEvents = (text: string): readonly ServerSentEvent[] => known(text, () => parsed(text));

function parsed(text: string): readonly ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event: name, data }) =>
      events.push({ ...(name === undefined ? {} : { name }), data, json: parseJson(data) }),
  });
  parser.feed(text);
  return events;
}
