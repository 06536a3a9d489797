/** Defects of mapping, as what they do to a body: laid between the adapter and its recording. */
import type { JsonObject } from '../../files/canonical-json.ts';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import type { HttpRequest, HttpResponse } from '../../recordings/format/exchange.ts';
import { expandFrames, type ListedFrame, writeFrames } from '../../recordings/format/listed-frames.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';

type JsonChange = (body: JsonObject, request: HttpRequest) => JsonObject;

/** A defect in the JSON that goes out. */
export const inSentBody = (change: JsonChange): Tampering => ({
  request: (request) => {
    const body = parsed(request.body?.text);
    return body ? { ...request, body: { text: JSON.stringify(change(body, request)) } } : request;
  },
});

/** A defect in how an answer of one JSON document is read. */
export const inReadBody = (change: JsonChange): Tampering => ({
  response: (response, request) => {
    const body = parsed(response.body.text);
    return body ? withText(response, JSON.stringify(change(body, request))) : response;
  },
});

/** A server-sent event as a defect sees it: its `event:` field, where it has one, and its data. */
export interface ReadEvent {
  readonly event?: string;
  readonly data: string;
}

/** A defect in how a stream of server-sent events is read. */
export const inReadEvents = (change: (events: readonly ReadEvent[]) => readonly ReadEvent[]): Tampering => ({
  response: (response) => {
    if (!/^(event|data|id|retry|)\s*:/m.test(response.body.text) || parsed(response.body.text)) return response;
    const lines = change(eventsOf(response.body.text)).map(
      ({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`,
    );
    return withText(response, lines.join(''));
  },
});

/** A frame of an AWS event stream as a defect sees it. */
export interface ReadFrame {
  /** `:event-type`, or `:exception-type`. */
  readonly type: string;
  /** Its payload; empty where that is no JSON object. */
  readonly payload: JsonObject;
}

/**
 * A defect in how a stream of AWS frames is read. What a frame becomes stands in its place: itself, another payload, several,
 * none.
 */
export const inReadFrames = (
  change: (frames: readonly ReadFrame[], request: HttpRequest) => readonly ReadFrame[],
): Tampering => ({
  response: (response, request) => {
    const listed = expandFrames(bytesOf(response.body));
    if (!listed) return response;
    const told = change(listed.map(readFrame), request).map(frameOf);
    return { ...withText(response, ''), body: bodyOf(writeFrames(told)) };
  },
});

const typeHeaders = [':event-type', ':exception-type'];

const readFrame = ({ headers, json }: ListedFrame): ReadFrame => ({
  type: headers.flatMap(([name, value]) => (typeHeaders.includes(name) ? [String(value)] : []))[0] ?? '',
  payload: (json ?? {}) as JsonObject,
});

const frameOf = ({ type, payload }: ReadFrame): ListedFrame => {
  const isException = type.endsWith('Exception');
  return {
    headers: [
      [isException ? ':exception-type' : ':event-type', type],
      [':content-type', 'application/json'],
      [':message-type', isException ? 'exception' : 'event'],
    ],
    json: payload,
  };
};

const withText = (response: HttpResponse, text: string): HttpResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => name !== 'content-length'),
  body: { text },
});

function parsed(text = ''): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

const eventsOf = (text: string): ReadEvent[] =>
  text
    .split(/\r?\n\r?\n/)
    .map((block) => {
      const lines = block.split(/\r?\n/);
      const field = (name: string) =>
        lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).trimStart());
      const [event] = field('event');
      return { ...(event === undefined ? {} : { event }), data: field('data').join('\n') };
    })
    .filter(({ data }) => data !== '');
