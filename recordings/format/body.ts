import { expandFrames, isEventStream, type ListedFrame, writeFrames } from './event-stream.ts';
import type { Body } from './exchange.ts';
import { expandJson, type JsonLayout, writeJson } from './lossless-json.ts';
import { expandEvents, type ListedEvent, type StreamLayout, writeEvents } from './server-sent-events.ts';

/** A body as a cassette keeps it, so that it can be read and compared: at most one member besides `layout`; without any it is empty. */
export interface ListedBody {
  readonly json?: object;
  readonly events?: readonly ListedEvent[];
  readonly frames?: readonly ListedFrame[];
  readonly text?: string;
  readonly base64?: string;
  /** White space of `json` and `events` that is not the usual one. */
  readonly layout?: JsonLayout & StreamLayout;
}

/** Bytes as a body: text where they are UTF-8, else base64. */
export function bodyOf(bytes: Uint8Array): Body {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return Buffer.from(text, 'utf8').equals(buffer) ? { text } : { text: buffer.toString('base64'), encoding: 'base64' };
}

/** The bytes that a body stands for. */
export function bytesOf(body: Body): Buffer {
  return Buffer.from(body.text, body.encoding ?? 'utf8');
}

/** A body as a cassette keeps it: JSON, events or frames where {@link collapseBody} gives the same body again. */
export function expandBody(body: Body, mimeType: string): ListedBody {
  if (isEventStream(mimeType)) {
    const bytes = bytesOf(body);
    const usual = bodyOf(bytes);
    const frames = usual.text === body.text && usual.encoding === body.encoding ? expandFrames(bytes) : undefined;
    if (frames) return { frames };
  }
  const { text } = body;
  if (body.encoding) return { base64: text };
  const json = expandJson(text);
  if (json) return { json: json.value, ...layoutMember(json.layout) };
  const stream = mimeType.startsWith('text/event-stream') ? expandEvents(text) : undefined;
  if (stream) return { events: stream.events, ...layoutMember(stream.layout) };
  return { text };
}

/**
 * The body that a cassette keeps.
 *
 * @throws {Error} a frame is given that cannot be.
 */
export function collapseBody({ json, events, frames, text, base64, layout }: ListedBody): Body {
  if (frames) return bodyOf(writeFrames(frames));
  if (json !== undefined) return { text: writeJson(json, layout) };
  if (events) return { text: writeEvents(events, layout) };
  return base64 === undefined ? { text: text ?? '' } : { text: base64, encoding: 'base64' };
}

const layoutMember = (layout: object): object => (Object.keys(layout).length > 0 ? { layout } : {});
