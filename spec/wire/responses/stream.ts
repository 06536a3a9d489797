/**
 * Puts the responses of an event stream together from its events, and holds them against the response that its last event
 * repeats whole. Source: `ResponseStreamEvent` of `openai`, and the aggregate that its `ResponseStream` makes of one.
 */
import { type Json, type JsonObject, jsonEquals } from '../../../files/canonical-json.ts';
import type { Fact, LocatedFact, Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';
import { errorFact } from '../openai-error.ts';
import { serverSentEvents } from '../sse.ts';
import { brokenOff } from '../unreadable.ts';
import type { ExchangeReading, PlacedResponse } from './envelope.ts';
import { type PlacedItem, readItems } from './items.ts';
import { StreamedItem } from './streamed-item.ts';

const beginning = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ending = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(text: string, path: string): ExchangeReading {
  const responses: ResponseBuilder[] = [];
  const errors: LocatedFact[] = [];
  const unread: Unread[] = [];
  serverSentEvents(text).forEach((event, index) => {
    const data = asObject(event.json);
    const at = `${path}.events[${index}]`;
    const type = asString(data?.type) ?? event.name ?? 'event without a type';
    if (!data) unread.push({ path: at, what: `event that is no JSON object${event.name ? ` (${event.name})` : ''}` });
    else if (type === 'error') errors.push({ fact: errorFact(data), path: at });
    else if (type === 'response.created' || (beginning.has(type) && responses.length === 0)) {
      responses.push(new ResponseBuilder(path, index, data));
    } else if (!beginning.has(type) && !responses.at(-1)?.take(type, data, index))
      unread.push({ path: at, what: type });
  });
  if (responses.length + errors.length === 0) {
    unread.push({ path: `${path}.events`, what: 'stream without a response' });
  }
  if (errors.length === 0 && !responses.at(-1)?.isOver) errors.push(brokenOff(`${path}.events`));
  return { responses: responses.map((response) => response.build()), errors, unread };
}

class ResponseBuilder {
  private readonly path: string;
  private readonly items = new Map<number, StreamedItem>();
  private readonly unread: Unread[] = [];
  private envelope: JsonObject;
  private envelopePath: string;
  private final: readonly JsonObject[] | undefined;

  constructor(path: string, index: number, event: JsonObject) {
    this.path = path;
    this.envelope = asObject(event.response) ?? {};
    this.envelopePath = `${path}.events[${index}].response`;
  }

  /** False where the event is of no known kind, or speaks of an item that never began. */
  take(type: string, event: JsonObject, index: number): boolean {
    if (ending.has(type)) {
      this.envelope = asObject(event.response) ?? {};
      this.envelopePath = `${this.path}.events[${index}].response`;
      this.final = asArray(this.envelope.output)?.map((item) => asObject(item) ?? {});
      return true;
    }
    const place = event.output_index;
    if (typeof place !== 'number') return false;
    const known = this.items.get(place);
    if (known) return known.take(type, event, index);
    const begun = asObject(event.item);
    if (!begun) return false;
    const item = new StreamedItem(this.path, begun, index);
    // An item may come whole in its last event.
    const begins = type === 'response.output_item.added' || item.take(type, event, index);
    if (begins) this.items.set(place, item);
    return begins;
  }

  /** Whether the event came that ends it. */
  get isOver(): boolean {
    return ending.has(`response.${asString(this.envelope.status)}`);
  }

  build(): PlacedResponse {
    const streamed = [...this.items]
      .sort(([a], [b]) => a - b)
      .map(([place, item]) => ({ item, at: this.toldAt(item, place) }));
    const items = streamed.map(({ item, at }) => ({ ...this.finished(item, at), at }));
    return {
      items: this.withThoseOfTheEnd(items),
      envelope: this.envelope,
      path: this.envelopePath,
      unread: [
        ...this.unread,
        ...items.flatMap(({ unread }) => unread),
        ...(this.isOver
          ? []
          : [{ path: `${this.path}.events`, what: 'stream that ends before its response is complete' }]),
      ],
    };
  }

  /** Where the final response repeats an item, or -1. Some servers give it another id there; then it is the one in its place. */
  private toldAt({ id, type }: StreamedItem, place: number): number {
    const byId = this.final?.findIndex((told) => told.id === id && told.type === type) ?? -1;
    const there = this.final?.[place];
    const isAnothers = [...this.items.values()].some((item) => item.id === there?.id);
    return byId < 0 && there?.type === type && !isAnothers ? place : byId;
  }

  /** An item as its events tell it; where these break off, as the final response does. */
  private finished(item: StreamedItem, at: number): { placed: PlacedItem; unread: readonly Unread[] } {
    const told = this.final?.[at];
    const path = `${this.envelopePath}.output[${at}]`;
    const built = item.build();
    if (!told) {
      const dropped = this.final === undefined ? [] : [differing(this.envelopePath)];
      return { placed: built, unread: [...item.unread, ...dropped] };
    }
    if (!item.isDone) return { placed: { item: told, path: `${built.path} + ${path}`, memberPath: path }, unread: [] };
    const sealed = asString(told.encrypted_content);
    const placed = sealed === undefined ? built : { ...built, sealedAgain: sealed };
    return { placed, unread: [...item.unread, ...(saySame(built.item, told) ? [] : [differing(path)])] };
  }

  /** Items that no event told of stand behind the one that they follow in the final response. */
  private withThoseOfTheEnd(streamed: readonly { placed: PlacedItem; at: number }[]): PlacedItem[] {
    const all = [...streamed];
    for (const [at, item] of (this.final ?? []).entries()) {
      if (streamed.some((known) => known.at === at)) continue;
      const path = `${this.envelopePath}.output[${at}]`;
      if (streamed.length > 0) this.unread.push(differing(path));
      all.splice(all.findIndex((known) => known.at === at - 1) + 1, 0, { placed: { item, path }, at });
    }
    return all.map(({ placed }) => placed);
  }
}

const differing = (path: string): Unread => ({
  path,
  what: 'stream and its final response differ',
  contradicts: true,
});

/** True where two tellings of one item say the same; reasoning is sealed anew each time it is sent. */
function saySame(one: JsonObject, other: JsonObject): boolean {
  return jsonEquals(factsOf(one), factsOf(other));
}

function factsOf(item: JsonObject): Fact[] {
  const open: Record<string, Json> = { ...item };
  if (item.type === 'reasoning') delete open.encrypted_content;
  return readItems([{ item: open, path: '' }]).facts.map(({ fact }) => fact);
}
