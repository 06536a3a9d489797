/** The same stream in other bytes, or in other pieces: whatever the network and a server make of it, it says what it said. */
import { bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import type { Fault, FaultsOf } from './fault.ts';
import { kindOf, lengthOf, partsOf, withoutLength } from './response-parts.ts';

/**
 * A stream of events or frames in every framing; nothing for what is no stream. Each kind of event comes byte by byte, and in many spellings
 * at once, of which each is tried alone where they fail; the rest of a stream is cut at its edges, and wherever it reads otherwise than
 * anywhere before. One stream of an operation comes in one piece, behind a byte order mark and with CR; where a case is run whole, each kind
 * of event comes in one piece and with CR.
 */
export const framing: FaultsOf = (response, operation) => {
  if (!lengthOf(response)) return [];
  const kinds = [...new Set(partsOf(response).map(kindOf))];
  const ofEachKind = (what: string) => kinds.map((kind) => `${operation} ${what} ${kind}`);
  const inOnePiece: Fault = {
    covers: [`${operation} in one piece`],
    details: ofEachKind('in one piece'),
    ...arriving(response, () => [], `the answer to ${operation} comes in one piece`, operation),
  };
  const spelledAs = ({ what, spelled, of }: Spelling, kinds: Pick<Fault, 'covers' | 'details'>): Fault => ({
    ...kinds,
    what: `the answer to ${operation} comes ${what}`,
    arrives: () => withText(response, spelled(response.body.text)),
    ...(of ? { apart: () => of.map((each) => spelledAs(each, { covers: [] })) } : {}),
  });
  const alone = (spelling: Spelling) =>
    spelledAs(spelling, { covers: [`${operation} ${spelling.what}`], details: ofEachKind(spelling.what) });
  return [
    inOnePiece,
    cutAt(response, operation, placesIn(response, operation, kinds)),
    ...(isFramed(response)
      ? []
      : [alone(withByteOrderMark), alone(withCr), spelledAs(together, { covers: ofEachKind(together.what) })]),
  ];
};

const isFramed = (response: HttpResponse): boolean => isEventStream(headerOf(response, 'content-type') ?? '');

/** Where a stream is cut, by kind: every place in the events of each kind, every edge, and the first of each kind of place. */
function placesIn(response: HttpResponse, operation: string, kinds: readonly string[]): ReadonlyMap<string, Cuts> {
  const bytes = bytesOf(response.body);
  const isFrames = isFramed(response);
  return new Map([
    ...kinds.map((kind) => [`${operation} byte by byte ${kind}`, () => insidesOf(response, kind)] as const),
    [`${operation} edges`, () => (isFrames ? edgesOfFrames(bytes) : edgesOfEvents(bytes))] as const,
    ...placesOfEachKind(bytes, isFrames).map(([around, at]) => [`cut within ${around}`, () => [at]] as const),
  ]);
}

const cutAt = (response: HttpResponse, operation: string, places: ReadonlyMap<string, Cuts>): Fault => ({
  covers: [...places.keys()],
  only: (untried) => cutAt(response, operation, new Map(places.entries().filter(([kind]) => untried.has(kind)))),
  ...arriving(
    response,
    () => [...new Set(places.values().flatMap((cutsOf) => cutsOf()))].toSorted((a, b) => a - b),
    `the answer to ${operation} comes cut at every kind of place`,
    operation,
  ),
});

/**
 * The places in and around the events of a kind, and of those that are no JSON: each, but where many bytes are alike, those near the first
 * and the last of them.
 */
function insidesOf(response: HttpResponse, kind: string): readonly number[] {
  const bytes = bytesOf(response.body);
  const isFrames = isFramed(response);
  const starts = isFrames ? frameStarts(bytes) : eventStarts(bytes);
  const { signOf } = signsOf(signText(bytes, isFrames));
  const isWithinAlike = (at: number) => signOf[at - alike] === signOf[at + alike - 1];
  const left = new Set(partsOf(response).flatMap((part) => (kindOf(part) === kind ? [] : part.at)));
  // Where events are listed otherwise than they are written, nobody knows which are meant.
  if (starts.length !== lengthOf(response)) return everyPlace(bytes);
  return starts
    .flatMap((start, i) => (left.has(i) ? [] : range(start, starts[i + 1] ?? bytes.length)))
    .filter((at) => at > 0 && !isWithinAlike(at));
}

/** How many bytes on each side of a place are alike where it says no more than another. */
const alike = 12;

/** Each stream byte by byte, which takes as long as it has bytes. */
export const byteByByte: FaultsOf = (response, operation) => {
  if (!lengthOf(response)) return [];
  const { text } = response.body;
  const cuts = () => everyPlace(bytesOf(response.body));
  const what = `the answer to ${operation} comes byte by byte`;
  return [{ covers: [`${operation} byte by byte ${text}`], ...arriving(response, cuts, what, operation) }];
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

const everyPlace = ({ length }: Uint8Array): readonly number[] => range(1, length);

/** Where a stream is cut. Of most that are offered another one has the same kinds of events, and nobody asks. */
type Cuts = () => readonly number[];

const withText = (response: HttpResponse, text: string): HttpResponse => ({
  ...response,
  headers: withoutLength(response),
  body: { text },
  cuts: edgesOfEvents(Buffer.from(text)),
});

/** An answer that comes cut; where that matters, it can come with each half of its cuts, to find the one that does. */
function arriving(response: HttpResponse, cutsOf: Cuts, what: string, operation: string): Omit<Fault, 'covers'> {
  return {
    what,
    arrives: () => ({ ...response, cuts: cutsOf() }),
    smaller: () =>
      halvesOf(cutsOf()).map((half) => {
        const [first = 0] = half;
        const where =
          half.length > 1 ? `${half.length} cuts` : `one cut, behind byte ${first}: ${around(response, first)}`;
        const told = `the answer to ${operation} comes with ${where}`;
        return { covers: [], ...arriving(response, () => half, told, operation) };
      }),
  };
}

function halvesOf(cuts: readonly number[]): readonly (readonly number[])[] {
  const middle = Math.ceil(cuts.length / 2);
  return cuts.length < 2 ? [] : [cuts.slice(0, middle), cuts.slice(middle)];
}

/** What stands on both sides of a cut, as text that can be printed. */
function around({ body }: HttpResponse, at: number): string {
  const bytes = bytesOf(body);
  const shown = (from: number, to: number) =>
    JSON.stringify(bytes.subarray(Math.max(0, from), to).toString('latin1')).replaceAll(
      /\p{Cc}/gu,
      (sign) => `\\x${sign.charCodeAt(0).toString(16)}`,
    );
  return `${shown(at - 16, at)} | ${shown(at, at + 16)}`;
}

// Ways to write the same server-sent events. Source: WHATWG HTML, 9.2.5 and 9.2.6, server-sent events. Pure.

export interface Spelling {
  /** How a stream comes, as the end of "it comes …". */
  readonly what: string;
  readonly spelled: (text: string) => string;
  /** The spellings that it is made of, where it is several at once. */
  readonly of?: readonly Spelling[];
}

const lineEnd = /\r\n|\n|\r/g;

/** Each event, its lines without their ends. */
const events = (text: string): string[][] =>
  text
    .replaceAll(lineEnd, '\n')
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => block.split('\n'));

const written = (blocks: readonly (readonly string[])[]): string =>
  blocks.map((lines) => `${lines.join('\n')}\n\n`).join('');

const inEvents = (change: (lines: readonly string[], at: number) => readonly string[]) => (text: string) =>
  written(events(text).map(change));

const isData = (line: string): boolean => line.startsWith('data:');

/** What goes together, in the order in which one is put around the other. */
export const compatible: readonly Spelling[] = [
  { what: 'with CRLF at the end of lines', spelled: (text) => text.replaceAll(lineEnd, '\r\n') },
  {
    what: 'with comments in and between events',
    spelled: inEvents((lines) => [': ping', '', ':', ...lines, ': pong']),
  },
  {
    what: 'with ids, and times to wait before another try',
    spelled: inEvents((lines, at) => [`id: ${at}`, 'retry: 3000', ...lines]),
  },
  { what: 'with fields of no meaning', spelled: inEvents((lines) => ['later: on', 'nothing', ...lines]) },
  {
    what: 'without spaces behind the names of fields',
    spelled: inEvents((lines) => lines.map((line) => line.replace(/^(\w+): /, '$1:'))),
  },
  {
    what: 'with the name of an event behind its data',
    spelled: inEvents((lines) => [...lines.filter(isData), ...lines.filter((line) => !isData(line))]),
  },
  {
    what: 'with JSON in several lines',
    // White space between tokens, behind the first bracket.
    spelled: inEvents((lines) =>
      lines.flatMap((line) => line.replace(/^data:( ?)([{])/, 'data:$1$2\ndata:$1').split('\n')),
    ),
  },
];

/** Alone: where a comment comes first, a reader that keeps the mark loses no more than the comment. */
export const withByteOrderMark: Spelling = {
  what: 'with a byte order mark before it',
  spelled: (text) => `\uFEFF${text}`,
};

export const withCr: Spelling = {
  what: 'with CR at the end of lines',
  spelled: (text) => text.replaceAll(lineEnd, '\r'),
};

/** From the last on: lines are made with one end. */
export const together: Spelling = {
  what: 'in many spellings at once',
  spelled: (text) => compatible.reduceRight((before, { spelled }) => spelled(before), text),
  of: compatible,
};

// Where a careless reader of a stream goes wrong when a piece ends there. Places in bytes from the start. Pure.

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
function eventStarts(bytes: Uint8Array): number[] {
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

// Which places of a stream are alike to whoever reads it piece by piece. Places in bytes from the start. Pure.

/**
 * One sign each: the letters of a field that a line begins with, those of an escaped character, and whatever JSON, lines or frames give a
 * meaning. All that is in between (the third group) is one sign together: one byte of it is like another, and many are like one.
 */
const sign =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for the numbers of frames
  /(^(?:data|event|id|retry)(?=:))|(\\u[\da-f]{4})|([^{}[\]":,\\\r\n\x01-\x04\x80\xc0\xe0\xf0]+)|./gims;

/**
 * The signs on both sides of places, each pair with the first place that has it: events of one kind repeat most of what they hold. Numbers
 * are faster than texts here, where every byte of a stream is looked at.
 */
export function placesOfEachKind(bytes: Buffer, isFrames: boolean): readonly (readonly [around: string, at: number])[] {
  const places = new Map<number, number>();
  const { signs, signOf } = signsOf(signText(bytes, isFrames));
  for (let at = 1; at < bytes.length; at++) {
    const around = signs.charCodeAt(signOf[at - 1] ?? 0) * 256 + signs.charCodeAt(signOf[at] ?? 0);
    if (!places.has(around)) places.set(around, at);
  }
  const named = (around: number) => `${String.fromCharCode(around >> 8)}|${String.fromCharCode(around & 255)}`;
  return Array.from(places, ([around, at]) => [named(around), at] as const);
}

/** A character for each byte, which says what it means to whoever reads them one by one. */
const signText = (bytes: Buffer, isFrames: boolean): string =>
  Buffer.from((isFrames ? withoutNumbers(bytes) : bytes).map(classOf)).toString('latin1');

/** A text as signs, and of each of its characters which sign it is, or belongs to. */
function signsOf(text: string): { readonly signs: string; readonly signOf: Uint32Array } {
  const signOf = new Uint32Array(text.length);
  let signs = '';
  for (const { 0: found, 2: escaped, 3: run, index } of text.matchAll(sign)) {
    for (let i = 0; i < found.length; i++) signOf[index + i] = signs.length + (run ? 0 : i);
    signs += run ? '~' : escaped ? '\\uffff' : found;
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
