/** Frames of AWS whose bytes changed on their way: checksums are there to tell. */
import { bodyOf, bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import { frameStarts } from './edges.ts';
import type { Fault, FaultsOf } from './fault.ts';

/** Where a frame keeps what. Source: Smithy, "Amazon Event Stream Specification". */
const preludeChecksum = 8;
const headers = 12;
const messageChecksum = 4;

/**
 * Of a stream of frames the one in its middle, with one byte changed: in what says how long it is, in each checksum, in its headers, in its
 * payload. Nothing, for what is no such stream.
 */
export const corrupt: FaultsOf = (response, operation) => {
  if (!isEventStream(headerOf(response, 'content-type') ?? '')) return [];
  const bytes = bytesOf(response.body);
  const starts = frameStarts(bytes);
  const start = starts[Math.floor(starts.length / 2)];
  if (start === undefined) return [];
  const end = start + bytes.readUInt32BE(start);
  const headersEnd = start + headers + bytes.readUInt32BE(start + 4);
  const places = [
    ['its length', start + 3],
    ['the checksum of its prelude', start + preludeChecksum],
    ['its headers', start + headers + 1],
    ...(headersEnd < end - messageChecksum ? [['its payload', headersEnd] as const] : []),
    ['its checksum', end - 1],
  ] as const;
  return places.map(([what, at]) => flipped(response, operation, what, at));
};

const flipped = (response: HttpResponse, operation: string, what: string, at: number): Fault => ({
  covers: [`${operation} corrupt ${what}`],
  what: `a frame of the answer to ${operation} arrives with ${what} changed`,
  arrives: () => {
    const bytes = Buffer.from(bytesOf(response.body));
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return { ...response, body: bodyOf(bytes) };
  },
});
