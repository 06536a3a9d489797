import { createParser } from 'eventsource-parser';
import type { Json } from '../../lib/canonical-json.ts';
import { lruCache } from '../../lib/memoize.ts';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import { type Frame, splitFrames } from '../../recordings/format/event-stream.ts';
import type { Body } from '../../recordings/format/exchange.ts';
import { parseJson } from './json.ts';

/** One server-sent event. */
interface ServerSentEvent {
  /** The `event:` line; absent where there is none. */
  readonly name?: string;
  readonly data: string;
  /** What the data is as JSON; absent where it is none. */
  readonly json: Json | undefined;
}

/** Checks and readers ask for the events of the same answers, which come again in every conversation that is played from them. */
const known = lruCache<readonly ServerSentEvent[]>();

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

/**
 * JSON behind the last event of a stream, in no event itself; `undefined` where there is none. So Google breaks a stream off with
 * an error. Source: bifrost, https://github.com/maximhq/bifrost/pull/5262; `@google/genai`, `throwIfStreamErrorChunk`.
 */
export function jsonBehindEvents(text: string): Json | undefined {
  const said = text.trimEnd();
  const blankLine = Math.max(said.lastIndexOf('\n\n'), said.lastIndexOf('\n\r\n'));
  const last = said.slice(blankLine + 1).replace(/^\r?\n/, '');
  return last.startsWith('{') ? parseJson(last) : undefined;
}

/** One frame of an AWS event stream. */
export interface EventFrame {
  /** By name, such as `:event-type`; values that are no text as text. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it is; otherwise the text, or base64 of bytes that are none. */
  readonly payload: Json | string;
}

interface EventFrames {
  readonly frames: readonly EventFrame[];
  /** Why the stream does not end with a whole frame: cut off, or a checksum that does not hold. */
  readonly torn?: string;
}

/** The frames of a whole body, as far as they are whole. A body that is no event stream is one that is torn at once. */
export function eventFrames(body: Body): EventFrames {
  const { frames, problem } = splitFrames(bytesOf(body));
  return { frames: frames.map(readFrame), ...(problem === undefined ? {} : { torn: problem }) };
}

function readFrame({ headers: listed, payload }: Frame): EventFrame {
  const headers = Object.fromEntries(listed.map(([name, ...value]) => [name, String(value.at(-1))]));
  const { text, encoding } = bodyOf(payload);
  const mayBeJson = !encoding && (headers[':content-type'] ?? 'application/json').includes('json');
  return { headers, payload: (mayBeJson ? parseJson(text) : undefined) ?? text };
}
