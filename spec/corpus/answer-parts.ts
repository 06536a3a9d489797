import type { Json } from '../../lib/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import { eventFrames, serverSentEvents } from '../wire/events.ts';
import { parseJson } from '../wire/json.ts';

/** The body of an answer, or one event of its stream. */
export interface AnswerPart {
  /** Of an event: what it is called, where it is called anything. */
  readonly event?: string;
  /** What an object without a type is called: the event of an AWS stream, `data` or `body`. */
  readonly owner: string;
  readonly json: Json;
}

/** What a shape may be called: provider content could call itself anything. */
export const isWord = (name: string): boolean => /^[\w.:-]{1,80}$/.test(name);

/** The parts of an answer, in order. What cannot be read as JSON is null. */
export function partsOf({ body, ...response }: HttpResponse): readonly AnswerPart[] {
  if (!body) return [];
  const type = headerOf(response, 'content-type') ?? '';
  if (type.startsWith('application/vnd.amazon.eventstream')) {
    return eventFrames(body).frames.map(({ headers, payload }) => {
      const event = headers[':event-type'] ?? headers[':exception-type'] ?? 'frame';
      return { event, owner: event, json: payload };
    });
  }
  if (type.startsWith('text/event-stream')) {
    return serverSentEvents(body.text).map(({ name, json = null }) => ({
      ...(name === undefined ? {} : { event: name }),
      owner: 'data',
      json,
    }));
  }
  return [{ owner: 'body', json: parseJson(body.text) ?? null }];
}
