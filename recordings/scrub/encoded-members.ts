import { bodyOf, bytesOf } from '../format/body.ts';
import { type Frame, type FrameHeader, joinFrames, splitFrames } from '../format/event-stream.ts';
import type { Body } from '../format/exchange.ts';
import { encodedMembers } from './member-rules.ts';

/** Text where no plain text is: inside the frames of an AWS event stream, and inside base64 members of JSON. */

type Change = (text: string) => string;

/**
 * Changes the texts in a body of AWS frames: header values and payloads. Lengths and checksums follow. What is torn or
 * corrupt is changed as well, byte by byte. The same body where nothing changes.
 */
export function changeInFrames(body: Body, change: Change): Body {
  const { frames, rest } = splitFrames(bytesOf(body));
  const changed = frames.map((frame) => changeInFrame(frame, change));
  const changedRest = changeInBytes(rest, change);
  if (changedRest === rest && changed.every((frame, i) => frame === frames[i])) return body;
  return bodyOf(Buffer.concat([joinFrames(changed), changedRest]));
}

function changeInFrame(frame: Frame, change: Change): Frame {
  const headers = frame.headers.map((header) => changeInHeader(header, change));
  const payload = changeInBytes(frame.payload, change);
  const same = payload === frame.payload && headers.every((header, i) => header === frame.headers[i]);
  return same ? frame : { headers, payload };
}

function changeInHeader(header: FrameHeader, change: Change): FrameHeader {
  const [name, type, value] = header;
  if (value === undefined) {
    const text = change(type);
    return text === type ? header : [name, text];
  }
  if (type !== 'binary' || typeof value !== 'string') return header;
  const bytes = Buffer.from(value, 'base64');
  const changed = changeInBytes(bytes, change);
  return changed === bytes ? header : [name, 'binary', Buffer.from(changed).toString('base64')];
}

/** Bytes that are no UTF-8 are read as one character each: secrets are ASCII, and whatever else is there stays. */
function changeInBytes<B extends Uint8Array>(bytes: B, change: Change): B | Buffer {
  const { text, encoding } = bodyOf(bytes);
  const before = encoding ? Buffer.from(bytes).toString('latin1') : text;
  const after = change(before);
  return after === before ? bytes : Buffer.from(after, encoding ? 'latin1' : 'utf8');
}

/** A member with its value, as JSON spells it. Inside JSON strings none is found: their quotes are escaped. */
const encodedMember = new RegExp(
  `("(?:${encodedMembers.flatMap(({ members }) => members).join('|')})"\\s*:\\s*)("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")`,
  'g',
);

/** Changes the text that base64 members hold, wherever they stand in JSON. What they hold of other bytes stays. */
export function changeInEncoded(json: string, change: Change): string {
  return json.replace(encodedMember, (whole, before: string, literal: string) => {
    const text = decoded(literal);
    const changed = text === undefined ? text : change(text);
    if (changed === undefined || changed === text) return whole;
    return `${before}"${Buffer.from(changed, 'utf8').toString('base64')}"`;
  });
}

/** Whether the text of a member is base64, whatever it holds. */
export const isEncodedMember = (name: string): boolean => encodedMembers.some(({ members }) => members.includes(name));

/** The text that base64 holds; `undefined` where it holds none. */
export function base64Text(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const { text, encoding } = bodyOf(bytes);
  return encoding || bytes.toString('base64') !== base64 ? undefined : text;
}

/** The same of a JSON string that holds base64. */
function decoded(literal: string): string | undefined {
  try {
    return base64Text(JSON.parse(literal) as string);
  } catch {
    return undefined;
  }
}
