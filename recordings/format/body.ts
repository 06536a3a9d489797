import type { Body } from './exchange.ts';
import { expandJson, type JsonLayout, writeJson } from './faithful-json.ts';
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

/** A body's text as a cassette keeps it: JSON or events where {@link collapseBody} gives the same text again. */
export function expandBody(text: string, mimeType: string): HarBody {
  const json = expandJson(text);
  if (json) return { _json: json.value, ...layoutMember(json.layout) };
  const stream = mimeType.startsWith('text/event-stream') ? expandEvents(text) : undefined;
  if (stream) return { _events: stream.events as NonNullable<HarBody['_events']>, ...layoutMember(stream.layout) };
  return { text };
}

/** The text of a body as a cassette keeps it. */
export function collapseBody(body: HarBody): string {
  if (body._json !== undefined) return writeJson(body._json, body._layout as JsonLayout | undefined);
  if (body._events)
    return writeEvents(body._events as readonly ListedEvent[], body._layout as StreamLayout | undefined);
  return body.text ?? '';
}

const layoutMember = (layout: object): object => (Object.keys(layout).length > 0 ? { _layout: layout } : {});
