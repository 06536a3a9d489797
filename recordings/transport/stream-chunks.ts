/** How a streamed body arrives: in pieces that end where it suits the network, and no parser. */
import { memoize } from '../../lib/memoize.ts';
import { bytesOf } from '../format/body.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';

/** Bodies that are read while they come. */
const streamed = /^(text\/event-stream|application\/vnd\.amazon\.eventstream)\b/i;

/**
 * The body of an answer as it is handed over: in one piece, or in several where it is a stream. Joined, they are the body, and
 * the same body is always cut at the same places. Nobody may write into them: an answer is handed over many times.
 */
export const piecesOf: (answer: Pick<HttpResponse, 'headers' | 'body' | 'cuts'>) => readonly Uint8Array[] = memoize(
  ({ headers, body, cuts }) => {
    const bytes = bytesOf(body);
    if (cuts) return cutAt(bytes, cuts);
    return streamed.test(headerOf({ headers }, 'content-type') ?? '') ? cut(bytes, sizes) : [bytes];
  },
);

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...new Set([...cuts, bytes.length])]
    .filter((at) => at > 0 && at <= bytes.length)
    .toSorted((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

const taken = new WeakMap<object, number>();

/** The same, one by one, as whoever reads them asks for the next; {@link piecesTaken} tells how many were. */
export function* handedOver(answer: HttpResponse): Generator<Uint8Array> {
  for (const piece of piecesOf(answer)) {
    taken.set(answer, piecesTaken(answer) + 1);
    yield piece;
  }
}

/** How many pieces of an answer were asked for: proof that it came cut, and was not joined before anybody read it. */
export const piecesTaken = (answer: HttpResponse): number => taken.get(answer) ?? 0;

/** The same answer in as few chunks as still come one after the other, for plays that are not about how it is cut: each chunk takes time. */
export const inFewChunks: (answer: HttpResponse) => HttpResponse = memoize((answer) => {
  const isStream = streamed.test(headerOf(answer, 'content-type') ?? '');
  if (answer.cuts || !isStream) return answer;
  let end = 0;
  return { ...answer, cuts: cut(bytesOf(answer.body), [longest]).map(({ length }) => (end += length)) };
});

/** Bytes of a piece that no line ends. */
const longest = 1_000;

/** Sizes of pieces, one after the other, in bytes: some that hold no line, some that hold several events. */
const sizes = [1, 5, 89, 2, 233, 13, 377, 3, 144];

/** A piece ends after every fifth line: in time behind an event's name, its data, and its end, whatever lines an event has. */
const linesInOne = 5;

/** Cuts by size, behind some lines, and inside every character of several bytes. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  let lines = 0;
  for (let end = 1; end <= bytes.length; end++) {
    if (bytes[end - 1] === 0x0a) lines++;
    const isLine = bytes[end - 1] === 0x0a && lines % linesInOne === 0;
    const isFull = end - start === sizes[pieces.length % sizes.length];
    if (!isLine && !isFull && !isInsideCharacter(bytes, end) && end < bytes.length) continue;
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

/** True behind the first byte of a UTF-8 character that has several. */
const isInsideCharacter = (bytes: Uint8Array, at: number): boolean =>
  ((bytes[at - 1] ?? 0) & 0xc0) === 0xc0 && ((bytes[at] ?? 0) & 0xc0) === 0x80;
