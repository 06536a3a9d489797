/** The same stream in other bytes, or in other pieces: whatever the network and a server make of it, it says what it said. */
import { bytesOf } from '../format/body.ts';
import { isEventStream } from '../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import { kindOf, lengthOf, partsOf, withoutLength } from './answer.ts';
import { edgesOfEvents, edgesOfFrames, eventStarts, frameStarts } from './edges.ts';
import type { Fault, FaultsOf } from './fault.ts';
import { placesOfEachKind } from './kinds-of-places.ts';
import { compatible, type Spelling, together, withCr } from './spellings.ts';

/**
 * A stream of events or frames in every framing; nothing for what is no stream. Each kind of event comes byte by byte, and in many spellings
 * at once; the rest of a stream is cut wherever it reads otherwise than anywhere before. One stream of an operation comes in one piece, cut
 * at every edge, and in each spelling separately; where a case is run whole, each kind of event comes in one piece, and with CR.
 */
export const framing: FaultsOf = (response, operation) => {
  if (!lengthOf(response)) return [];
  const bytes = bytesOf(response.body);
  const isFrames = isFramed(response);
  const kinds = [...new Set(partsOf(response).map(kindOf))];
  const ofEachKind = (what: string) => kinds.map((kind) => `${operation} ${what} ${kind}`);
  const inPieces = (what: string, details: readonly string[], cuts: Cuts): Fault => ({
    covers: [`${operation} ${what}`],
    details,
    ...arriving(response, cuts, `the answer to ${operation} comes ${what}`, operation),
  });
  const edges = () => (isFrames ? edgesOfFrames(bytes) : edgesOfEvents(bytes));
  const spelledAs = ({ what, spelled, of }: Spelling, kinds: Pick<Fault, 'covers' | 'details'>): Fault => ({
    ...kinds,
    what: `the answer to ${operation} comes ${what}`,
    arrives: () => withText(response, spelled(response.body.text)),
    ...(of ? { smaller: () => of.map((each) => spelledAs(each, { covers: [] })) } : {}),
  });
  return [
    inPieces('in one piece', ofEachKind('in one piece'), () => []),
    cutAt(response, operation, placesIn(response, operation, kinds)),
    inPieces('cut at and around every edge', [], edges),
    ...(isFrames
      ? []
      : [
          ...compatible.map((each) => spelledAs(each, { covers: [`${operation} ${each.what}`] })),
          spelledAs(withCr, { covers: [`${operation} ${withCr.what}`], details: ofEachKind(withCr.what) }),
          spelledAs(together, { covers: ofEachKind(together.what) }),
        ]),
  ];
};

const isFramed = (response: HttpResponse): boolean => isEventStream(headerOf(response, 'content-type') ?? '');

/** Where a stream is cut, by kind: every place in the events of each kind, and the first of each kind of place. */
const placesIn = (response: HttpResponse, operation: string, kinds: readonly string[]): ReadonlyMap<string, Cuts> =>
  new Map([
    ...kinds.map((kind) => [`${operation} byte by byte ${kind}`, () => insidesOf(response, kind)] as const),
    ...placesOfEachKind(bytesOf(response.body), isFramed(response)).map(
      ([around, at]) => [`cut within ${around}`, () => [at]] as const,
    ),
  ]);

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

/** Every place in and around the events of a kind, and of those that are no JSON. */
function insidesOf(response: HttpResponse, kind: string): readonly number[] {
  const bytes = bytesOf(response.body);
  const starts = isFramed(response) ? frameStarts(bytes) : eventStarts(bytes);
  const left = new Set(partsOf(response).flatMap((part) => (kindOf(part) === kind ? [] : part.at)));
  // Where events are listed otherwise than they are written, nobody knows which are meant.
  if (starts.length !== lengthOf(response)) return everyPlace(bytes);
  return starts
    .flatMap((start, i) => (left.has(i) ? [] : range(start, starts[i + 1] ?? bytes.length)))
    .filter((at) => at > 0);
}

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
