/** Where a careless reader of a stream goes wrong when a piece ends there. Places in bytes from the start. Pure. */

/** The ends of events, a byte before and behind each, and the insides of characters and of line ends of several bytes. */
export function edgesOfEvents(bytes: Uint8Array): number[] {
  const edges: number[] = [];
  for (let at = 1; at < bytes.length; at++) {
    const [before, here] = [bytes[at - 1] ?? 0, bytes[at] ?? 0];
    const isInsideCharacter = (here & 0xc0) === 0x80;
    const isInsideLineEnd = before === 0x0d && here === 0x0a;
    if (isBehindBlankLine(bytes, at)) edges.push(at - 1, at, at + 1);
    else if (isInsideCharacter || isInsideLineEnd) edges.push(at);
  }
  return inside(edges, bytes);
}

/** Where each event begins, of those that end with a blank line. */
export function eventStarts(bytes: Uint8Array): number[] {
  const starts = bytes.length > 0 ? [0] : [];
  for (let at = 1; at < bytes.length; at++) if (isBehindBlankLine(bytes, at)) starts.push(at);
  return starts;
}

function isBehindBlankLine(bytes: Uint8Array, at: number): boolean {
  const lineEnd = bytes[at - 2] === 0x0d ? 2 : 1;
  return bytes[at - 1] === 0x0a && bytes[at - 1 - lineEnd] === 0x0a;
}

/**
 * Of every AWS frame: its end, a byte before and behind it, and the insides of its lengths, of both checksums, of its headers and of
 * its payload. Source: "Event stream encoding" in the AWS documentation: 4 bytes of length, 4 of the length of the headers, 4 of
 * checksum, headers, payload, 4 of checksum.
 */
export function edgesOfFrames(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const edges: number[] = [];
  for (const start of frameStarts(bytes)) {
    const end = start + view.getUint32(start);
    const headers = view.getUint32(start + 4);
    const payload = start + 12 + headers;
    edges.push(start + 2, start + 6, start + 10, start + 12 + Math.floor(headers / 2));
    edges.push(payload, Math.floor((payload + end - 4) / 2), end - 4, end - 2, end - 1, end, end + 1);
  }
  return inside(edges, bytes);
}

/** Where each AWS frame begins, as their lengths say. */
export function frameStarts(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  for (let start = 0; start + 16 <= bytes.length; ) {
    const length = view.getUint32(start);
    if (length === 0) break;
    starts.push(start);
    start += length;
  }
  return starts;
}

const inside = (edges: readonly number[], { length }: Uint8Array): number[] =>
  [...new Set(edges)].filter((at) => at > 0 && at < length).toSorted((a, b) => a - b);
