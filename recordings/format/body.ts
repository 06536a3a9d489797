import { isEventStream } from './event-stream.ts';
import type { Body } from './exchange.ts';
import { expandJson, type JsonLayout, writeJson } from './faithful-json.ts';
import { expandFrames, writeFrames } from './listed-frames.ts';
import type { HarBody } from './schema.ts';
import { expandEvents, type ListedEvent, type StreamLayout, writeEvents } from './server-sent-events.ts';

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

/**
 * A body as a cassette keeps it: JSON, events or frames where {@link collapseBody} gives the same body again. Where it
 * stays `text`, that is in the body's own encoding.
 */
export function expandBody(body: Body, mimeType: string): HarBody {
  if (isEventStream(mimeType)) {
    const bytes = bytesOf(body);
    const usual = bodyOf(bytes);
    const frames = usual.text === body.text && usual.encoding === body.encoding ? expandFrames(bytes) : undefined;
    if (frames) return { _frames: frames };
  }
  const { text } = body;
  if (body.encoding) return { text };
  const json = expandJson(text);
  if (json) return { _json: json.value, ...layoutMember(json.layout) };
  const stream = mimeType.startsWith('text/event-stream') ? expandEvents(text) : undefined;
  if (stream) return { _events: stream.events as NonNullable<HarBody['_events']>, ...layoutMember(stream.layout) };
  return { text };
}

/**
 * The body that a cassette keeps.
 *
 * @param encoding what `text` is written in
 * @throws {Error} a frame is given that cannot be.
 */
export function collapseBody(body: HarBody, encoding?: 'base64'): Body {
  if (body._frames) return bodyOf(writeFrames(body._frames));
  if (body._json !== undefined) return { text: writeJson(body._json, body._layout as JsonLayout | undefined) };
  if (body._events)
    return { text: writeEvents(body._events as readonly ListedEvent[], body._layout as StreamLayout | undefined) };
  return { text: body.text ?? '', ...(encoding ? { encoding } : {}) };
}

const layoutMember = (layout: object): object => (Object.keys(layout).length > 0 ? { _layout: layout } : {});
