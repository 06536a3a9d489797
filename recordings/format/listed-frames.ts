import { type FrameHeader, joinFrames, splitFrames } from './event-stream.ts';
import { expandJson, type JsonLayout, writeJson } from './faithful-json.ts';

/** One frame of an AWS event stream, as a cassette lists it; at most one of `json`, `text` and `base64` is its payload. */
export interface ListedFrame {
  readonly headers: readonly FrameHeader[];
  readonly json?: object;
  /** White space of `json` that is not the usual one. */
  readonly layout?: JsonLayout;
  readonly text?: string;
  readonly base64?: string;
}

/** Lists the frames of a body; `undefined` where it holds none, or is torn or corrupt, so that its bytes must stay. */
export function expandFrames(bytes: Uint8Array): readonly ListedFrame[] | undefined {
  const { frames, rest } = splitFrames(bytes);
  if (frames.length === 0 || rest.length > 0) return undefined;
  return frames.map(({ headers, payload }) => ({ headers, ...listPayload(payload) }));
}

/**
 * The bytes of listed frames.
 *
 * @throws {Error} a frame, which the message names, gives its payload twice, or a header has a value that is not of its type.
 */
export function writeFrames(listed: readonly ListedFrame[]): Buffer {
  return Buffer.concat(
    listed.map((frame, index) => {
      try {
        return joinFrames([{ headers: frame.headers, payload: payloadOf(frame) }]);
      } catch (error) {
        throw new Error(`frame ${index + 1}: ${(error as Error).message}`);
      }
    }),
  );
}

/** A payload as it is read best, and can be written back; no member at all where it is empty. */
function listPayload(payload: Uint8Array): Omit<ListedFrame, 'headers'> {
  const bytes = Buffer.from(payload);
  const text = bytes.toString('utf8');
  if (text === '') return {};
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { base64: bytes.toString('base64') };
  const json = expandJson(text);
  if (!json) return { text };
  return { json: json.value, ...(Object.keys(json.layout).length > 0 ? { layout: json.layout } : {}) };
}

function payloadOf({ json, layout, text, base64 }: ListedFrame): Buffer {
  const given = { json, text, base64 };
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length > 1) throw new Error(`gives the payload ${names.length} times: ${names.join(', ')}`);
  if (json !== undefined) return Buffer.from(writeJson(json, layout), 'utf8');
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
}
