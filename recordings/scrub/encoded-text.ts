/** What stands in a text in another form: base64, hexadecimal, compressed. Pure. */
import { constants, deflateSync, gzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { changedBy, type Edit, type Finder } from './text-edits.ts';

/** What may stand between letters of base64: a plus or a slash as addresses and JSON spell them, a line end. */
const between = String.raw`%(?:25)*(?:2[bBfF]|0[aAdD])|\\{1,8}\/|\\{1,8}u002[bBfF]|\\{1,8}r\\{1,8}n|\\{1,8}n|\r?\n`;
const letters = '[A-Za-z0-9+/_-]';
const base64Run = new RegExp(
  String.raw`${letters}+(?:(?:${between})${letters}*)*(?:(?:=|%(?:25)*3[dD]|\\{1,8}u003[dD]){1,2})?`,
  'g',
);

/** Shorter runs hold no secret: eight bytes are eleven letters of base64. */
const shortest = 11;
const hexRun = /[\da-fA-F]{16,}/g;

/** Forms within forms are followed this deep: a token, say, within JSON within base64 within compressed base64. */
const deepest = 3;

/** More than this is not decompressed, in bytes. */
const mostInflated = 32 * 1024 * 1024;

/** Finds what the finder finds, in the text itself and in what it holds in other forms. */
export const withEncodedForms =
  (find: Finder, depth = deepest): Finder =>
  (text) => {
    const plain = find(text);
    // What is found as it stands is changed first: a run that it is part of is looked through again afterwards.
    if (depth === 0 || plain.length > 0) return plain;
    const inner = withEncodedForms(find, depth - 1);
    const base64 = editsOf(text, base64Run, (run) => inBase64(run, inner));
    return base64.length > 0 ? base64 : editsOf(text, hexRun, (run) => inHex(run, inner));
  };

function editsOf(text: string, runs: RegExp, change: (run: string) => string | undefined): Edit[] {
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) => {
    const changed = run.length < shortest ? undefined : change(run);
    return changed === undefined ? [] : [{ start: index, end: index + run.length, text: changed }];
  });
}

/** Bytes after what is found in them was changed, also where some of them are compressed; the same bytes where nothing is. */
export function bytesChangedBy(find: Finder, bytes: Buffer, depth = deepest): Buffer {
  for (const { begins, unpack, pack } of depth === 0 ? [] : compressions) {
    for (let at = begins(bytes, 0); at >= 0; at = begins(bytes, at + 1)) {
      const found = unpacked(bytes.subarray(at), unpack);
      const changed = found && bytesChangedBy(find, found.bytes, depth - 1);
      if (!changed || changed === found.bytes) continue;
      const whole = [bytes.subarray(0, at), pack(changed), bytes.subarray(at + found.length)];
      return bytesChangedBy(find, Buffer.concat(whole), depth - 1);
    }
  }
  // One letter for each byte: what is no text may hold one all the same.
  const text = bytes.toString('latin1');
  const changed = changedBy(find, text);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

/** How what is compressed begins, and how it is undone and done. Sources: RFC 1952, 2.3; RFC 1950, 2.2. */
const compressions = [
  {
    begins: (bytes: Buffer, from: number) => bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]), from),
    unpack: (bytes: Buffer) => {
      // What follows is no concern of the format, and `gunzipSync` refuses it.
      const head = gzipHead(bytes);
      const found = inflated(bytes.subarray(head), inflateRawSync);
      return { bytes: found.bytes, length: head + found.length + 8 };
    },
    pack: (bytes: Buffer) => gzipSync(bytes),
  },
  {
    begins: (bytes: Buffer, from: number) => {
      let at = bytes.indexOf(0x78, from);
      while (at >= 0 && !(at + 1 < bytes.length && bytes.readUInt16BE(at) % 31 === 0)) at = bytes.indexOf(0x78, at + 1);
      return at;
    },
    unpack: (bytes: Buffer) => inflated(bytes, inflateSync),
    pack: (bytes: Buffer) => deflateSync(bytes),
  },
];

/** What bytes hold at their beginning, and how many of them do; `undefined` where it is of another kind, or too much. */
function unpacked(bytes: Buffer, unpack: (bytes: Buffer) => Unpacked): Unpacked | undefined {
  try {
    return unpack(bytes);
  } catch {
    return undefined;
  }
}

interface Unpacked {
  readonly bytes: Buffer;
  readonly length: number;
}

/** @throws {Error} it is no such thing; what is only cut off gives what there is of it. */
function inflated(bytes: Buffer, inflate: typeof inflateSync): Unpacked {
  const options = { maxOutputLength: mostInflated, finishFlush: constants.Z_SYNC_FLUSH, info: true } as ZlibOptions;
  // The types do not know what comes with `info`.
  const { buffer, engine } = inflate(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
  return { bytes: buffer, length: engine.bytesWritten };
}

/** The length of what stands before the compressed data, in bytes. */
function gzipHead(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let length = 10;
  if (flags & 4) length += 2 + bytes.readUInt16LE(length);
  for (const text of [8, 16]) if (flags & text) length = bytes.indexOf(0, length) + 1;
  return flags & 2 ? length + 2 : length;
}

/** A run of base64 after a change to what it holds: what was encoded may begin at any of its first four letters. */
function inBase64(run: string, find: Finder): string | undefined {
  const padding = /(?:=|%(?:25)*3d|\\+u003d)+$/i.exec(run)?.[0] ?? '';
  const plain = run
    .slice(0, run.length - padding.length)
    .replaceAll(/%(?:25)*2b|\\+u002b/gi, '+')
    .replaceAll(/%(?:25)*2f|\\+u002f|\\+\//gi, '/')
    .replaceAll(/\\+r|\\+n|%(?:25)*0[da]|[\r\n]/gi, '');
  for (let before = 0; before < 4; before++) {
    const bytes = Buffer.from(plain.slice(before), 'base64');
    const changed = bytesChangedBy(find, bytes);
    if (changed === bytes) continue;
    // What needed no padding may need some now.
    const isPadded = padding !== '' || (plain.length - before) % 4 === 0;
    const forUrls = changed.toString('base64url') + (isPadded ? '='.repeat((3 - (changed.length % 3)) % 3) : '');
    const packed = /[-_]/.test(plain) ? forUrls : forUrls.replaceAll('-', '+').replaceAll('_', '/');
    return plain.slice(0, before) + (run.includes('%') ? encodeURIComponent(packed) : packed);
  }
  return undefined;
}

function inHex(run: string, find: Finder): string | undefined {
  for (const before of [0, 1]) {
    const bytes = Buffer.from(run.slice(before, run.length - ((run.length - before) % 2)), 'hex');
    const changed = bytesChangedBy(find, bytes);
    if (changed !== bytes) return run.slice(0, before) + changed.toString('hex');
  }
  return undefined;
}
