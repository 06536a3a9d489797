/** Faults that put more into a stream. Pure. */
import type { HttpResponse } from '../../format/exchange.ts';
import { kindOf, partsOf } from '../answer.ts';
import type { Fault } from '../fault.ts';
import { type Behind, withMore } from '../pieces.ts';

/**
 * More behind every part of a stream where there can be; where that matters, behind one alone. Nothing, where there can be none.
 *
 * @param what what comes more, as the beginning of "… behind …": `an unknown event`
 */
export function insertions(response: HttpResponse, operation: string, what: string, behind: Behind): Fault[] {
  const places = partsOf(response)
    .slice(0, -1)
    .filter((part) => behind(part).length > 0);
  if (places.length === 0) return [];
  const at = (only: ReadonlySet<number>, where: string, covers: readonly string[]): Fault => ({
    covers,
    what: `${what} comes behind ${where} of the answer to ${operation}`,
    asRecorded: true,
    arrives: () => withMore(response, (part) => (only.has(part.at) ? behind(part) : [])),
  });
  const kinds = [...new Set(places.map(kindOf))];
  const all = at(
    new Set(places.map((part) => part.at)),
    `each event`,
    kinds.map((kind) => `${operation} ${what} ${kind}`),
  );
  return [
    {
      ...all,
      smaller: () =>
        places.length === 1
          ? []
          : places.map((part) => at(new Set([part.at]), `event ${part.at + 1} (${kindOf(part) || 'unnamed'})`, [])),
    },
  ];
}
