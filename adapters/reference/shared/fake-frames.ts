/** For tests: frames of an AWS event stream, written from their specification. */
import { crc32 } from 'node:zlib';

/**
 * One frame whose headers are all text. Source: Smithy, "Amazon Event Stream Specification": lengths, checksum of these,
 * headers, payload, checksum of all.
 */
export function fakeFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const listed = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, Buffer.from(value))));
  const body = Buffer.from(payload);
  const lengths = [uint32(16 + listed.length + body.length), uint32(listed.length)];
  const prelude = [...lengths, uint32(crc32(Buffer.concat(lengths)))];
  const checked = Buffer.concat([...prelude, listed, body]);
  return Buffer.concat([checked, uint32(crc32(checked))]);
}

/** A frame that is an event. */
export const fakeEvent = (type: string, payload: unknown): Buffer =>
  fakeFrame({ ':message-type': 'event', ':event-type': type }, JSON.stringify(payload));

/** A frame that ends a stream with an exception. */
export const fakeException = (type: string, message: string): Buffer =>
  fakeFrame({ ':message-type': 'exception', ':exception-type': type }, JSON.stringify({ message }));

const header = (name: string, value: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7, value.length >> 8, value.length & 255]),
    value,
  ]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
