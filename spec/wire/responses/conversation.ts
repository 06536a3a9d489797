/** What a request goes on from: its own input, and what the service keeps of the exchanges before it. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { askedIn } from '../demands.ts';
import { asArray, asObject, asString } from '../json.ts';
import type { Asked } from '../rules/rule.ts';
import { responsesOf } from './response.ts';

/** An item of the input. */
export interface InputItem {
  readonly item: JsonObject;
  /** Its index in the input. */
  readonly turn: number;
  readonly path: string;
}

export function inputItems(body: JsonObject): InputItem[] {
  return (asArray(body.input) ?? []).map((value, turn) => ({
    item: asObject(value) ?? {},
    turn,
    path: `body.input[${turn}]`,
  }));
}

/** A response that the service gave before, with the request that it answered. */
export interface EarlierResponse {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly asked: JsonObject;
  /** Whether it can be gone on from: nobody asked that it is not kept, and the service does not say that it is not. */
  readonly isKept: boolean;
  readonly output: readonly EarlierItem[];
}

/** An item as it was given; `sealedAgain` is its encrypted content as the stream's last event has it. */
export interface EarlierItem {
  readonly item: JsonObject;
  readonly sealedAgain?: string;
}

const known = new WeakMap<Exchange, readonly EarlierResponse[]>();

/** Every response of the exchanges, in order. Several rules ask for them, so they are read once. */
export function earlierResponses(exchanges: readonly Exchange[]): EarlierResponse[] {
  return exchanges.flatMap((exchange) => {
    const read = known.get(exchange) ?? readEarlier(exchange);
    known.set(exchange, read);
    return read;
  });
}

function readEarlier(exchange: Exchange): EarlierResponse[] {
  if (exchange.operation !== 'responses.create') return [];
  const asked = askedIn(exchange);
  return responsesOf(exchange).map(({ envelope, items }) => ({
    id: asString(envelope.id),
    status: asString(envelope.status),
    asked,
    isKept: asked.store !== false && envelope.store !== false,
    output: items,
  }));
}

/** What the service keeps of the conversation that a request names. */
export interface Kept {
  /** Responses from the first that is known to the last. */
  readonly chain: readonly EarlierResponse[];
  /** Whether the chain goes back to its beginning; what else it holds is unknown where it does not. */
  readonly isWhole: boolean;
}

/** `undefined` where a request names nothing that is kept: then its input is all there is. */
export function keptFor({ body, earlier }: Asked): Kept | undefined {
  const responses = earlierResponses(earlier);
  const conversation = conversationOf(body);
  if (conversation !== undefined) {
    return { chain: responses.filter(({ asked }) => conversationOf(asked) === conversation), isWhole: false };
  }
  if (asString(body.previous_response_id) === undefined) return undefined;
  const chain: EarlierResponse[] = [];
  let next = asString(body.previous_response_id);
  while (next !== undefined) {
    const found = responses.find(({ id }) => id === next);
    if (!found || chain.includes(found)) return { chain, isWhole: false };
    chain.unshift(found);
    next = asString(found.asked.previous_response_id);
  }
  return { chain, isWhole: conversationOf(chain[0]?.asked ?? {}) === undefined };
}

export const conversationOf = ({ conversation }: JsonObject): string | undefined =>
  asString(conversation) ?? asString(asObject(conversation)?.id);
