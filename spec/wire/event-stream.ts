import type { Json } from '../../files/canonical-json.ts';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import { type Frame, splitFrames } from '../../recordings/format/event-stream.ts';
import type { Body } from '../../recordings/format/exchange.ts';
import { parseJson } from './json.ts';

/** One frame of an AWS event stream. */
export interface EventFrame {
  /** By name, such as `:event-type`; values that are no text as text. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it is; otherwise the text, or base64 of bytes that are none. */
  readonly payload: Json | string;
}

export interface EventFrames {
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
