/** Answers that end before they are over. */
import { isJsonObject, type Json, jsonEquals } from '../../files/canonical-json.ts';
import { bytesOf } from '../format/body.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { firstBytes, kindOf, lengthOf, partsOf, withPieces } from './answer.ts';
import type { Fault, FaultsOf } from './fault.ts';
import { placesOf } from './members.ts';
import { membersOf } from './tolerance/members-of.ts';

/** A stream that ends behind each of its events, which are of one kind by their name or by what is new in them; a document that ends in its middle, or one byte too early. */
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
  const shorter = Array.from({ length }, (_, last): Fault => {
    const part = parts.get(last);
    const name = part ? kindOf(part) : '';
    const before = parts.get(last - 1);
    const anew = part ? shapesOf(before ? news(part.json, before.json) : part.json) : [''];
    return {
      covers:
        name === ''
          ? anew.map((shape) => `${operation} new ${shape}`)
          : [`${operation} ${name} ${part ? thingsOf(part.json) : ''}`],
      details: [
        `${operation} ${name} ${part ? shapesOf(part.json).join(' ') : ''}`,
        ...(part && before ? [`${operation} ${name} new ${anew.join(' ')}`] : []),
      ],
      what: `the stream ends behind event ${last + 1} of ${length}${name === '' ? '' : `, ${name}`}`,
      arrives: () => withPieces(response, (piece, at) => (at <= last ? [piece] : [])),
    };
  });
  return [nothing, ...shorter.slice(0, -1)];
}

const shapesOf = (json: Json): string[] => [...new Set(placesOf(json).map(({ shape }) => shape))];

/** The kinds of things that an event holds, such as the type of a block. */
const thingsOf = (json: Json): string =>
  Object.values(membersOf(json))
    .filter(isJsonObject)
    .flatMap(({ type, ...others }) => {
      const names = Object.keys(others);
      return typeof type === 'string' ? type : names.length === 1 ? names : [];
    })
    .join(' ');

/** What an event says that the one before it did not: where it is all the same but for one member, the stream may be torn at that. */
function news(json: Json, before: Json): Json {
  if (!isJsonObject(json) || !isJsonObject(before)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name, value]) => !jsonEquals(value, before[name])));
}
