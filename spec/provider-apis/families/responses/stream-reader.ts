/**
 * Puts the responses of an event stream together from its events, and holds them against the response that its last event
 * repeats whole. Source: `ResponseStreamEvent` of `openai`, and the aggregate that its `ResponseStream` makes of one.
 */
import { type Json, type JsonObject, jsonEquals, toText } from '../../../../lib/canonical-json.ts';
import type { Fact, LocatedFact, Unrecognized } from '../../../facts/fact.ts';
import { openAiErrorFact, truncatedResponse } from '../../../wire/errors.ts';
import { serverSentEvents } from '../../../wire/events.ts';
import { asArray, asObject, asString } from '../../../wire/json.ts';
import { type ExchangeReading, type PlacedItem, type PlacedResponse, readItems } from './items.ts';

const beginning = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ending = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(text: string, path: string): ExchangeReading {
  const responses: ResponseBuilder[] = [];
  const errors: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  serverSentEvents(text).forEach((event, index) => {
    const data = asObject(event.json);
    const at = `${path}.events[${index}]`;
    const type = asString(data?.type) ?? event.name ?? 'event without a type';
    if (!data)
      unread.push({ path: at, what: `event that is not a JSON object${event.name ? ` (${event.name})` : ''}` });
    else if (type === 'error') errors.push({ fact: openAiErrorFact(data), path: at });
    else if (type === 'response.created' || (beginning.has(type) && responses.length === 0)) {
      responses.push(new ResponseBuilder(path, index, data));
    } else if (!beginning.has(type) && !responses.at(-1)?.take(type, data, index))
      unread.push({ path: at, what: type });
  });
  if (responses.length + errors.length === 0) {
    unread.push({ path: `${path}.events`, what: 'stream without a response' });
  }
  if (errors.length === 0 && !responses.at(-1)?.isOver) errors.push(truncatedResponse(`${path}.events`));
  return { responses: responses.map((response) => response.build()), errors, unread };
}

class ResponseBuilder {
  private readonly path: string;
  private readonly items = new Map<number, StreamedItem>();
  private readonly unread: Unrecognized[] = [];
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
      const repeated = asArray(this.envelope.output)?.map((item) => asObject(item) ?? {});
      // Some servers of this protocol repeat nothing in the end: the items are those of the stream.
      this.final = repeated?.length === 0 ? undefined : repeated;
      return true;
    }
    const begun = asObject(event.item);
    const isBeginning = type === 'response.output_item.added';
    const place = event.output_index ?? this.placeOf(event.item_id ?? begun?.id, isBeginning);
    if (typeof place !== 'number') return false;
    const known = this.items.get(place);
    if (known) return known.take(type, event, index);
    if (!begun) return false;
    const item = new StreamedItem(this.path, begun, index);
    // An item may come whole in its last event.
    const begins = isBeginning || item.take(type, event, index);
    if (begins) this.items.set(place, item);
    return begins;
  }

  /** Where an event belongs that does not say it, as those of llama.cpp: to the item with its id, or to the last, unless that has ended. */
  private placeOf(id: Json | undefined, isBeginning: boolean): number {
    const [place] = [...this.items].find(([, item]) => id !== undefined && item.id === id) ?? [];
    const last = Math.max(-1, ...this.items.keys());
    return place ?? (isBeginning || this.items.get(last)?.isDone !== false ? last + 1 : last);
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
  private finished(item: StreamedItem, at: number): { placed: PlacedItem; unread: readonly Unrecognized[] } {
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

const differing = (path: string): Unrecognized => ({
  path,
  what: 'stream and its final response differ',
  contradicts: true,
});

/** What is sealed anew each time that it is sent. */
const sealedItems = new Set<Json | undefined>(['reasoning', 'compaction']);

/** True where two tellings of one item say the same, whatever seal it has. */
function saySame(one: JsonObject, other: JsonObject): boolean {
  return jsonEquals(factsOf(one), factsOf(other));
}

function factsOf(item: JsonObject): Fact[] {
  const open: Record<string, Json> = { ...item };
  if (sealedItems.has(item.type)) delete open.encrypted_content;
  return readItems([{ item: open, path: '' }]).facts.map(({ fact }) => fact);
}

// One item while its events arrive.

/** Which text an event's piece belongs to: a member of the item, or of one part in one of its lists. */
interface Target {
  readonly member: string;
  readonly list?: 'content' | 'summary';
  /** Member of the event that says which part. */
  readonly index?: string;
  /** Type of a part that no event opened. */
  readonly type?: string;
}

const content = { list: 'content', index: 'content_index' } as const;
const summary = { list: 'summary', index: 'summary_index' } as const;

/** By the name of the event without `.delta` or `.done`. */
const targets: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['response.function_call_arguments', { member: 'arguments' }],
  ['response.mcp_call_arguments', { member: 'arguments' }],
  ['response.custom_tool_call_input', { member: 'input' }],
  ['response.code_interpreter_call_code', { member: 'code' }],
  ['response.output_text', { member: 'text', type: 'output_text', ...content }],
  ['response.refusal', { member: 'refusal', type: 'refusal', ...content }],
  ['response.reasoning_text', { member: 'text', type: 'reasoning_text', ...content }],
  ['response.reasoning_summary_text', { member: 'text', type: 'summary_text', ...summary }],
]);

/** Events that open or close a part. */
const partLists: ReadonlyMap<string, typeof content | typeof summary> = new Map<
  string,
  typeof content | typeof summary
>([
  ['response.content_part', content],
  ['response.reasoning_summary_part', summary],
]);

/** Events that say how far a hosted tool is, or show early what its item tells in the end. */
const progress =
  /^response\.(web_search_call|file_search_call|code_interpreter_call|image_generation_call|mcp_call|mcp_list_tools|shell_call_command|shell_call_output_content|apply_patch_call_operation_diff|compaction)\./;

/** Longest list that an index may make: that a stream names the millionth part of a text is no reason to make a million. */
const mostParts = 1000;

type Members = Record<string, Json>;

/** A text as its deltas wrote it, and where it stands in the item. */
interface Written {
  readonly in: (item: JsonObject) => Json | undefined;
  text: string;
}

class StreamedItem {
  readonly id: Json | undefined;
  readonly type: Json | undefined;
  isDone = false;
  readonly unread: Unrecognized[] = [];
  private readonly path: string;
  private members: Members;
  private readonly written = new Map<string, Written>();
  private readonly first: number;
  private last: number;

  constructor(path: string, item: JsonObject, index: number) {
    this.path = path;
    this.id = item.id;
    this.type = item.type;
    this.members = { ...item };
    this.first = index;
    this.last = index;
  }

  /** False where the event is of no known kind, or names a part that cannot be. */
  take(type: string, event: JsonObject, index: number): boolean {
    const known = this.apply(type, event, index);
    if (known) this.last = index;
    return known;
  }

  build(): PlacedItem {
    const { first, last, path } = this;
    return {
      item: this.members,
      path: `${path}.events[${first === last ? first : `${first}..${last}`}]`,
      ...(this.isDone ? { memberPath: `${path}.events[${last}].item` } : {}),
    };
  }

  private apply(type: string, event: JsonObject, index: number): boolean {
    if (type === 'response.output_item.done') return this.finish(event, index);
    const [, stem = '', phase = ''] = /^(.*)\.(delta|done|added)$/.exec(type) ?? [];
    const target = targets.get(stem);
    if (target) return this.write(target, phase, event, index);
    const place = partLists.get(stem);
    if (place) {
      const at = phase === 'added' ? (asArray(this.members[place.list])?.length ?? 0) : undefined;
      const part = this.part(place.list, event[place.index] ?? at);
      if (part) Object.assign(part, asObject(event.part));
      return part !== undefined;
    }
    if (type === 'response.output_text.annotation.added') {
      const part = this.part('content', event.content_index);
      if (part) part.annotations = [...(asArray(part.annotations) ?? []), event.annotation ?? null];
      return part !== undefined;
    }
    return progress.test(type);
  }

  /** A delta appends; a `done` event says the whole text once more. */
  private write({ member, list, index: name, type }: Target, phase: string, event: JsonObject, index: number): boolean {
    const at = name === undefined || list === undefined ? undefined : (event[name] ?? this.lastOf(list));
    const holder = list === undefined ? this.members : this.part(list, at);
    if (!holder) return false;
    if (type !== undefined) holder.type ??= type;
    const key = `${list} ${toText(at)} ${member}`;
    const written = this.written.get(key) ?? {
      in: (item) => (list === undefined ? item : asObject(asArray(item[list])?.[Number(at)]))?.[member],
      text: '',
    };
    if (phase === 'delta') {
      this.written.set(key, written);
      written.text += asString(event.delta) ?? '';
      holder[member] = written.text;
    } else {
      const whole = asString(event[member]);
      if (whole !== undefined) holder[member] = whole;
      this.compare([written], this.members, index);
    }
    return true;
  }

  private finish(event: JsonObject, index: number): boolean {
    const item = asObject(event.item);
    if (!item) return false;
    this.members = { ...item, ...this.annotated(item) };
    this.isDone = true;
    this.compare([...this.written.values()], item, index);
    return true;
  }

  /** The whole item usually repeats the annotations that came one by one; of a part that has none, those stand. */
  private annotated(item: JsonObject): Members {
    const content = asArray(item.content);
    const before = asArray(this.members.content);
    if (!content || !before) return {};
    const withOwn = content.map((value, i) => {
      const [part, told] = [asObject(value), asObject(before[i])?.annotations];
      return part && told && !asArray(part.annotations)?.length ? { ...part, annotations: told } : value;
    });
    return { content: withOwn };
  }

  private compare(written: readonly Written[], item: JsonObject, index: number): void {
    const differing = written.some((piece) => piece.text !== '' && piece.in(item) !== piece.text);
    if (differing) {
      this.unread.push({
        path: `${this.path}.events[${index}]`,
        what: 'deltas and their final result differ',
        contradicts: true,
      });
    }
  }

  /** The part begun last, of which an event tells that does not say of which. */
  private lastOf(list: string): number {
    return Math.max(0, (asArray(this.members[list])?.length ?? 0) - 1);
  }

  /** A part of a list, made where it is missing. */
  private part(list: string, index: Json = this.lastOf(list)): Members | undefined {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= mostParts) return undefined;
    const parts = [...(asArray(this.members[list]) ?? [])];
    while (parts.length < index) parts.push({});
    const part: Members = { ...asObject(parts[index]) };
    parts[index] = part;
    this.members[list] = parts;
    return part;
  }
}
