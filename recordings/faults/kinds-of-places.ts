/** Which places of a stream are alike to whoever reads it piece by piece. Places in bytes from the start. Pure. */
import { frameStarts } from './edges.ts';

/** As many signs on each side make places alike. */
const near = 1;

/**
 * One sign each: the letters of a field that a line begins with, those of an escaped character, and whatever JSON, lines or frames give a
 * meaning. All that is in between is one sign together: one byte of it is like another, and many are like one.
 */
const sign =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for the numbers of frames
  /(?<field>^(?:data|event|id|retry)(?=:))|(?<escape>\\u[\da-f]{4})|(?<run>[^{}[\]":,\\\r\n\x01-\x04\x80\xc0\xe0\xf0]+)|./gims;

/** What stands around places, each with the first place that has it: events of one kind repeat most of what they hold. */
export function placesOfEachKind(bytes: Buffer, isFrames: boolean): readonly (readonly [around: string, at: number])[] {
  const text = Buffer.from((isFrames ? withoutNumbers(bytes) : bytes).map(classOf)).toString('latin1');
  const places = new Map<string, number>();
  const { signs, signOf } = signsOf(text);
  for (let at = 1; at < text.length; at++) {
    const [left = 0, right = 0] = [signOf[at - 1], signOf[at]];
    const around = `${signs.slice(Math.max(0, left - near + 1), left + 1)}|${signs.slice(right, right + near)}`;
    if (!places.has(around)) places.set(around, at);
  }
  return [...places];
}

/** A text as signs, and of each of its characters which sign it is, or belongs to. */
function signsOf(text: string): { readonly signs: string; readonly signOf: Uint32Array } {
  const signOf = new Uint32Array(text.length);
  let signs = '';
  for (const { 0: found, index, groups = {} } of text.matchAll(sign)) {
    for (let i = 0; i < found.length; i++) signOf[index + i] = signs.length + (groups.run ? 0 : i);
    signs += groups.run ? '~' : groups.escape ? '\\uffff' : found;
  }
  return { signs, signOf };
}

/** Of a character of several bytes, the first byte says how many there are; which character it is, nobody looks at. */
function classOf(byte: number): number {
  if (byte < 0x80) return byte;
  return [0xf0, 0xe0, 0xc0, 0x80].find((least) => byte >= least) ?? byte;
}

/** AWS frames with one number for all lengths, one for all lengths of headers, and one for each of the two checksums; see {@link frameStarts}. */
function withoutNumbers(bytes: Buffer): Buffer {
  const plain = Buffer.from(bytes);
  for (const start of frameStarts(bytes)) {
    const end = Math.min(start + bytes.readUInt32BE(start), bytes.length);
    const payload = Math.min(start + 12 + bytes.readUInt32BE(start + 4), end);
    plain
      .fill(1, start, start + 4)
      .fill(2, start + 4, start + 8)
      .fill(3, start + 8, start + 12)
      .fill(4, end - 4, end);
    for (let at = start + 12; at < payload; at++) if (bytes.readUInt8(at) < 0x20) plain.writeUInt8(2, at);
  }
  return plain;
}
