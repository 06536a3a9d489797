import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { eventFrames } from '../wire/event-stream.ts';
import { serverSentEvents } from '../wire/sse.ts';
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  notApplicable,
  sum,
} from './check.ts';

export const check: Check = {
  id: 'words-arrive-in-pieces',
  level: 'MUST',
  title: 'What a stream says piece by piece is told piece by piece.',
  reason:
    'People watch an answer grow; one that comes whole at its end was waited for in silence, and nothing says why.',
  sources: [contractSource, { title: 'M.E.AI IChatClient.GetStreamingResponseAsync' }],
  of: answered,
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

/** Of fewer, an adapter that looks ahead by one makes one. */
const fewest = 3;

/** Nothing is demanded where the wire itself says it at once, or in a form that is not plain to see. */
function judgeStep({ step: { updates, exchanges, response }, wire, path }: JudgedStep): CheckOutcome {
  if (!updates || !response) return notApplicable;
  const written = exchanges.flatMap(eventsOf).flatMap(textsIn);
  const contents = updates.flatMap((update) => update.contents);
  return sum(
    wire.facts.map(({ fact, path: at }): CheckOutcome => {
      if (fact.kind !== 'text' && fact.kind !== 'reasoning') return notApplicable;
      const came = piecesOf(fact.text, written);
      if (came < fewest) return notApplicable;
      const told = piecesOf(
        fact.text,
        contents.flatMap((content) => (content.type === fact.kind ? [content.text] : [])),
      );
      if (told !== 1) return { compared: 1, findings: [] };
      const message = `the wire tells the ${fact.kind} in ${came} pieces, and the adapter at once`;
      return { compared: 1, findings: [{ message, wirePath: `${path}.${at}`, adapterPath: `${path}.updates` }] };
    }),
  );
}

/** In how many of these, one after the other, a text is told; 0 where they do not make it. */
function piecesOf(text: string, from: readonly string[]): number {
  let place = 0;
  let count = 0;
  for (const piece of from) {
    if (place === text.length) break;
    if (piece === '' || !text.startsWith(piece, place)) continue;
    place += piece.length;
    count += 1;
  }
  return place === text.length ? count : 0;
}

function eventsOf({ transport, response }: Exchange): Json[] {
  if (transport === 'sse') return serverSentEvents(response.body.text).map(({ json }) => json ?? null);
  return transport === 'eventstream' ? eventFrames(response.body).frames.map(({ payload }) => payload) : [];
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap((member) => textsIn(member ?? null)) : [];
}
