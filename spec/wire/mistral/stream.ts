/** Puts an answer together from the events of a stream. Source: `ConversationEventsData` of `@mistralai/mistralai`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import { asObject, asString } from '../json.ts';
import { mistralErrorFact } from '../mistral-error.ts';
import { serverSentEvents } from '../sse.ts';
import { brokenOff } from '../unreadable.ts';
import type { Answer } from './answer.ts';
import { StreamedEntry } from './streamed-entry.ts';

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(text: string, path: string): Answer {
  const entries = new Map<number, StreamedEntry>();
  const errors: LocatedFact[] = [];
  const unread: Unread[] = [];
  let end: { data: JsonObject; path: string } | undefined;
  for (const [index, event] of serverSentEvents(text).entries()) {
    const at = `${path}.events[${index}]`;
    const data = asObject(event.json);
    const type = asString(data?.type) ?? event.name ?? 'event without a type';
    if (!data) {
      if (event.data !== '[DONE]') unread.push({ path: at, what: `event that is no JSON object (${type})` });
    } else if (type === 'conversation.response.error') {
      // Its type is the event's, and not the error's.
      errors.push({ fact: mistralErrorFact({ ...data, type: null }), path: at });
    } else if (type === 'conversation.response.done') {
      end = { data, path: at };
    } else if (type !== 'conversation.response.started' && !take(entries, path, type, data, index)) {
      unread.push({ path: at, what: type });
    }
  }
  if (!end && errors.length === 0) {
    unread.push({ path: `${path}.events`, what: 'stream that ends before its response is over' });
    errors.push(brokenOff(`${path}.events`));
  }
  const placed = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  const usage = asObject(end?.data.usage);
  return {
    entries: placed.map((entry) => entry.build()),
    ...(end ? { end: end.path } : {}),
    ...(end && usage ? { usage: { value: usage, path: `${end.path}.usage` } } : {}),
    errors,
    unread: [...unread, ...placed.flatMap((entry) => entry.unread)],
  };
}

/** False where the event tells of no entry. */
function take(
  entries: Map<number, StreamedEntry>,
  path: string,
  type: string,
  event: JsonObject,
  index: number,
): boolean {
  const { output_index: place } = event;
  if (typeof place !== 'number') return false;
  const entry = entries.get(place) ?? new StreamedEntry(path, index);
  if (!entry.take(type, event, index)) return false;
  entries.set(place, entry);
  return true;
}
