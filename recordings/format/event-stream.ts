import { EventStreamCodec, Int64, type MessageHeaderValue } from '@smithy/eventstream-codec';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type HttpResponse, headerOf } from './exchange.ts';
import { expandJson, type JsonLayout, writeJson } from './lossless-json.ts';

/**
 * Bodies of type `application/vnd.amazon.eventstream`: frames, one behind the other, each with headers, a payload and
 * checksums. Source: "Event stream" in the AWS documentation (Amazon Transcribe, setting up streaming).
 */

/**
 * A header of a frame: a name and its text, or, where the value is none, its type between them. A `long` is written as
 * decimal number in text, `binary` as base64, a `timestamp` as ISO 8601.
 */
export type FrameHeader =
  | readonly [name: string, value: string]
  | readonly [name: string, type: FrameHeaderType, value: string | number | boolean];

/** The types of header values beside text. */
type FrameHeaderType = 'boolean' | 'byte' | 'short' | 'integer' | 'long' | 'binary' | 'timestamp' | 'uuid';

/** One frame, its checksums left out: they follow from the rest. */
export interface Frame {
  readonly headers: readonly FrameHeader[];
  readonly payload: Uint8Array;
}

/** What bytes hold of frames. */
export interface SplitFrames {
  /** The whole frames at the beginning: {@link joinFrames} gives their very bytes again. */
  readonly frames: readonly Frame[];
  /** Everything behind them: empty, unless the stream is torn or corrupt. */
  readonly rest: Buffer;
  /** Why the rest is no frame. */
  readonly problem?: string;
}

/** Whether a MIME type says that a body consists of frames. */
export const isEventStream = (mimeType: string): boolean =>
  mimeType.toLowerCase().startsWith('application/vnd.amazon.eventstream');

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : bufferOf(bytes).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
);

/** Takes bytes apart, as far as they are frames whose checksums hold. Never throws. */
export function splitFrames(bytes: Uint8Array): SplitFrames {
  const whole = bufferOf(bytes);
  const frames: Frame[] = [];
  let at = 0;
  while (at < whole.length) {
    const read = readFrame(whole.subarray(at));
    if (typeof read === 'string') return { frames, rest: whole.subarray(at), problem: read };
    frames.push(read.frame);
    at += read.length;
  }
  return { frames, rest: whole.subarray(at) };
}

/**
 * The bytes of frames, one behind the other.
 *
 * @throws {Error} a header has a value that is not of its type, or more than fits.
 */
export function joinFrames(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map(writeFrame));
}

/** The first frame, or why there is none. */
function readFrame(bytes: Buffer): { readonly frame: Frame; readonly length: number } | string {
  const length = bytes.length < 4 ? undefined : bytes.readUInt32BE();
  if (length === undefined || length > bytes.length) {
    return `cut off: ${bytes.length} bytes of a frame of ${length ?? 'unknown length'}`;
  }
  const own = bytes.subarray(0, length);
  try {
    const { headers, body } = codec.decode(own);
    const frame = { headers: Object.entries(headers).map(listHeader), payload: body };
    // The codec follows lengths beyond the headers, and keeps one header of a name.
    return writeFrame(frame).equals(own) ? { frame, length } : 'its headers cannot be written back as they were';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function writeFrame({ headers, payload }: Frame): Buffer {
  const record = Object.fromEntries(headers.map((header) => [header[0], headerValue(header)]));
  if (Object.keys(record).length < headers.length) throw new Error('a header stands twice');
  return bufferOf(codec.encode({ headers: record, body: payload }));
}

function listHeader([name, header]: [string, MessageHeaderValue]): FrameHeader {
  switch (header.type) {
    case 'string':
      return [name, header.value];
    case 'long':
      return [name, 'long', String(bufferOf(header.value.bytes).readBigInt64BE())];
    case 'binary':
      return [name, 'binary', bufferOf(header.value).toString('base64')];
    case 'timestamp':
      return [name, 'timestamp', header.value.toISOString()];
    default:
      return [name, header.type, header.value];
  }
}

const bits = { byte: 8, short: 16, integer: 32 } as const;

function headerValue(header: FrameHeader): MessageHeaderValue {
  if (header.length === 2) return { type: 'string', value: header[1] };
  const [name, type, value] = header;
  const text = typeof value === 'string' ? value : undefined;
  switch (type) {
    case 'boolean':
      if (typeof value === 'boolean') return { type, value };
      break;
    case 'byte':
    case 'short':
    case 'integer':
      if (Number.isInteger(value) && BigInt.asIntN(bits[type], BigInt(value)) === BigInt(value)) {
        return { type, value: Number(value) };
      }
      break;
    case 'long':
      if (text !== undefined && /^-?\d{1,19}$/.test(text)) return { type, value: longOf(BigInt(text)) };
      break;
    case 'binary':
      if (text !== undefined) return { type, value: Buffer.from(text, 'base64') };
      break;
    case 'timestamp':
      if (text !== undefined && !Number.isNaN(Date.parse(text))) return { type, value: new Date(text) };
      break;
    case 'uuid':
      if (text !== undefined) return { type, value: text };
  }
  throw new Error(`the header ${JSON.stringify(name)} is ${JSON.stringify(value)}, which is no ${type}`);
}

function longOf(value: bigint): Int64 {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return new Int64(bytes);
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

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
  if (names.length > 1) throw new Error(`has ${names.length} payloads, not one: ${names.join(', ')}`);
  if (json !== undefined) return Buffer.from(writeJson(json, layout), 'utf8');
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
}

/** How a surface wraps server-sent events: the name of each frame, and the member of its payload that holds an event. */
interface EventFraming {
  readonly event: string;
  readonly member: string;
}

const [eventType, exceptionType, messageType] = [':event-type', ':exception-type', ':message-type'] as const;
const frameHeaders = (kind: string, name: string, message: string): FrameHeader[] => [
  [kind, name],
  [':content-type', 'application/json'],
  [messageType, message],
];

/**
 * Server-sent events as some surfaces of AWS send them: each as base64 in a member of the JSON of a frame, whose length a member `p` of
 * changing length hides. An event that is named after an exception (`throttlingException`) is one of their own. Errors and whole answers
 * stay as they are.
 */
export function framedEvents(response: HttpResponse, { event, member }: EventFraming): HttpResponse {
  const type = headerOf(response, 'content-type') ?? '';
  if (response.status >= 300 || !type.startsWith('text/event-stream')) return response;
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (each) => events.push(each) }).feed(response.body.text);
  const frames = events.map(({ event: name, data }, i): ListedFrame => {
    // Events may break their lines; within a frame JSON is one line.
    const text = data.replaceAll('\n', '');
    if (name?.endsWith('Exception')) return { headers: frameHeaders(exceptionType, name, 'exception'), text };
    const json = { [member]: Buffer.from(text).toString('base64'), p: 'abcdefgh'.slice(0, 1 + (i % 8)) };
    return { headers: frameHeaders(eventType, event, 'event'), json };
  });
  const body = { text: writeFrames(frames).toString('base64'), encoding: 'base64' } as const;
  return { ...response, headers: [['content-type', 'application/vnd.amazon.eventstream']], body };
}

/** The server-sent events that frames wrap so, each named after its type or its exception. */
export function eventsInFrames(frames: readonly Frame[], { member }: EventFraming): string {
  return frames
    .map(({ headers, payload }) => {
      const named = new Map(headers.map(([name, ...value]) => [name, value.at(-1)]));
      const text = Buffer.from(payload).toString('utf8');
      const exception = named.get(exceptionType);
      if (exception !== undefined) return `event: ${exception}\ndata: ${text}\n\n`;
      const data = Buffer.from(JSON.parse(text)[member], 'base64').toString('utf8');
      return `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`;
    })
    .join('');
}
