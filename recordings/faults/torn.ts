/** Answers that end before they are over. */
import { bytesOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { firstBytes, kindOf, lengthOf, partsOf, withPieces } from './answer.ts';
import type { Fault, FaultsOf } from './fault.ts';
import { placesOf } from './members.ts';

/** A stream that ends behind each of its events; a document that ends in its middle, or one byte too early. */
export const torn: FaultsOf = (response, operation) => {
  const length = lengthOf(response);
  return length === undefined ? tornDocument(response, operation) : tornStream(response, operation, length);
};

function tornDocument(response: HttpResponse, operation: string): Fault[] {
  const { length } = bytesOf(response.body);
  if (length < 2) return [];
  const cuts = [
    ['in its middle', Math.floor(length / 2)],
    ['before its last byte', length - 1],
    ['before its first byte', 0],
  ] as const;
  return cuts.map(([where, at]) => ({
    covers: [`${operation} ${where}`],
    what: `the body ends ${where}`,
    arrives: () => firstBytes(response, at),
  }));
}

function tornStream(response: HttpResponse, operation: string, length: number): Fault[] {
  const parts = new Map(partsOf(response).map((part) => [part.at, part]));
  const nothing: Fault = {
    covers: [`${operation} no event`],
    what: 'the stream ends before its first event',
    arrives: () => withPieces(response, () => []),
  };
  const shorter = Array.from({ length }, (_, last) => {
    const part = parts.get(last);
    const shapes = new Set(part ? placesOf(part.json).map(({ shape }) => shape) : []);
    const name = part ? kindOf(part) : '';
    return {
      covers: [`${operation} ${name} ${[...shapes].join(' ')}`],
      what: `the stream ends behind event ${last + 1} of ${length}${name === '' ? '' : `, ${name}`}`,
      arrives: () => withPieces(response, (piece, at) => (at <= last ? [piece] : [])),
    };
  });
  return [nothing, ...shorter.slice(0, -1)];
}
