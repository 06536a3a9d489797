/** What became of a stream: events are paired by their types, and pieces of one text are read as one. Pure. */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import type { ListedFrame } from '../format/event-stream.ts';
import type { ListedEvent } from '../format/server-sent-events.ts';
import {
  affectsVerdict,
  align,
  type Difference,
  differencesOf,
  isAlike,
  type Kind,
  movedIn,
  noiseAt,
  printOf,
  withRenamed,
} from './json-diff.ts';
import { discriminators, idleEvents, models, noise, pieces, places, volatileMembers } from './severity-rules.ts';

/** An event of a stream, or several that are pieces of one text. */
interface Told extends Kind {
  /** Its place in the stream, from 0; of several, of the first. */
  readonly index: number;
  /** What it calls itself. */
  readonly type: string;
  /** What it says, its parts told apart: `data`, and besides it the name or the headers that it came with. */
  readonly json: { readonly data: Json; readonly beside: Json };
  /** The texts of the pieces, so that it shows where they were cut. */
  readonly cuts: readonly string[];
  /** Of a piece: which text it is one of. */
  readonly of?: string;
  readonly isIdle: boolean;
}

/** A difference, and the event that it is in. */
export interface ToldDifference extends Difference {
  readonly event: { readonly index: number; readonly type: string };
}

export const eventsOf = (events: readonly ListedEvent[]): Told[] =>
  events.map(({ event, data, id: _, retry, padding: __, comment, unframed }, index) => {
    const isSilent = data === undefined && comment !== undefined;
    const beside = { ...(event === undefined ? {} : { event }), ...(retry === undefined ? {} : { retry }) };
    return toldOf(index, event, (data ?? unframed ?? null) as Json, beside, isSilent);
  });

export const framesOf = (frames: readonly ListedFrame[]): Told[] =>
  frames.map(({ headers, json, text, base64 }, index) => {
    const named = Object.fromEntries(headers.map((header) => [header[0], header.at(-1) as Json]));
    const type = named[':event-type'] ?? named[':exception-type'];
    return toldOf(
      index,
      typeof type === 'string' ? type : undefined,
      (json ?? text ?? base64 ?? null) as Json,
      named,
      false,
    );
  });

function toldOf(index: number, name: string | undefined, data: Json, beside: Json, isSilent: boolean): Told {
  const told = isJsonObject(data) ? discriminators.slice(0, 2).map((each) => data[each]) : [];
  const own =
    name ?? told.find((each) => typeof each === 'string') ?? (typeof data === 'string' ? data.slice(0, 40) : '');
  const inner = isJsonObject(data)
    ? Object.values(data).flatMap((each) => (isJsonObject(each) && typeof each.type === 'string' ? [each.type] : []))
    : [];
  const type = [String(own), ...inner].join(' ');
  const isPiece = isJsonObject(data) && pieces.test(type);
  return {
    index,
    type,
    kind: isPiece ? `${type} ${shapeOf(data)}` : type,
    print: printOf([data, beside]),
    json: { data, beside },
    cuts: [textsIn(data)],
    ...(isPiece ? { of: JSON.stringify([type, shapeOf(data), placesIn(data)]) } : {}),
    isIdle: isSilent || idleEvents.includes(String(own)),
  };
}

/** What became of a stream. */
export function streamDifferences(before: readonly Told[], after: readonly Told[]): ToldDifference[] {
  const [old, young] = [joined(before), joined(after)];
  const likeness = (a: Told, b: Told): number =>
    a.type !== b.type ? 0 : a.kind !== b.kind ? 1 : a.print === b.print ? 5 : 4;
  const pairs = withRenamed(align(old, young, likeness), (a, b) => isAlike(a.json.data, b.json.data));
  const { moved, rest } = movedIn(pairs);
  return [
    ...moved.map(({ before: was, after: is }) =>
      ofEvent(is, { what: 'event moved', path: [], before: was.type, after: is.type }),
    ),
    ...rest.flatMap(({ before: was, after: is }) => {
      if (was && is) return ofPair(was, is);
      if (was) return [ofEvent(was, { what: lost(was, young), path: [], before: was.json.data })];
      return is ? [ofEvent(is, { what: gained(is, old), path: [], after: is.json.data })] : [];
    }),
    ...idleDifferences(before, after),
  ];
}

const lost = ({ of, kind }: Told, others: readonly Told[]) =>
  of !== undefined && others.some((each) => each.kind === kind) ? 'less of the same' : 'event removed';

const gained = ({ of, kind }: Told, others: readonly Told[]) =>
  of !== undefined && others.some((each) => each.kind === kind) ? 'more of the same' : 'event added';

function ofPair(before: Told, after: Told): ToldDifference[] {
  const found = [
    ...differencesOf(before.json.data, after.json.data),
    ...differencesOf(before.json.beside, after.json.beside, ['(beside)']),
  ];
  const isCutOtherwise = found.length === 0 && JSON.stringify(before.cuts) !== JSON.stringify(after.cuts);
  const cuts: Difference[] = isCutOtherwise ? [{ what: 'noise', path: [], reason: noise.cuts }] : [];
  return [...found, ...cuts].map((each) => ofEvent(after, each));
}

const ofEvent = ({ index, type }: Told, difference: Difference): ToldDifference => ({
  ...difference,
  event: { index, type },
});

function idleDifferences(before: readonly Told[], after: readonly Told[]): ToldDifference[] {
  const [old, young] = [before, after].map((list) => list.filter(({ isIdle }) => isIdle));
  const [some] = (young?.length ? young : old) ?? [];
  if (!some || old?.length === young?.length) return [];
  return [
    ofEvent(some, { what: 'noise', path: [], before: `${old?.length}`, after: `${young?.length}`, reason: noise.idle }),
  ];
}

/** Events without those that say nothing; successive pieces of one text as one. */
function joined(events: readonly Told[]): Told[] {
  const runs: Told[][] = [];
  for (const each of events) {
    if (each.isIdle) continue;
    const last = runs.at(-1);
    if (last?.[0]?.of !== undefined && last[0].of === each.of) last.push(each);
    else runs.push([each]);
  }
  return runs.map((run) => {
    const [first] = run as [Told, ...Told[]];
    if (run.length === 1) return first;
    const data = run.map(({ json }) => json.data).reduce((all, next) => joinedValue(all, next, ''));
    const json = { data, beside: first.json.beside };
    return { ...first, json, print: printOf([data, json.beside]), cuts: run.flatMap(({ cuts }) => cuts) };
  });
}

/** Two pieces as one: texts one behind the other, of all else the first. */
function joinedValue(first: Json, second: Json, name: string): Json {
  if (isJsonObject(first) && isJsonObject(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    return Object.fromEntries(
      [...names].map((each) => [each, joinedValue(first[each] as Json, second[each] as Json, each)]),
    );
  }
  if (Array.isArray(first) && Array.isArray(second)) {
    const rest = first.length > second.length ? first.slice(second.length) : second.slice(first.length);
    const both = first.slice(0, second.length).map((each: Json, i) => joinedValue(each, second[i] as Json, name));
    return [...both, ...rest] as Json;
  }
  if (typeof first === 'string' && typeof second === 'string' && isText(name, first)) return first + second;
  return first ?? second;
}

const isText = (name: string, value: string): boolean =>
  !affectsVerdict(name, value) && !models.test(name) && noiseAt(name, value) === undefined;

/** Which members say something, at any depth: what tells chunks apart that have no type. */
function shapeOf(value: Json, at = ''): string {
  if (Array.isArray(value)) return [...new Set(value.map((each: Json) => shapeOf(each, at)))].join(' ');
  if (!isJsonObject(value)) return value === null || value === '' ? '' : at;
  return Object.entries(value)
    .filter(([name]) => !volatileMembers.test(name))
    .map(([name, each]) => shapeOf(each, `${at}/${name}`))
    .filter((each) => each !== '')
    .sort()
    .join(' ');
}

/** Which block of the answer an event tells of, at any depth. */
function placesIn(value: Json): number[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'number' && places.test(name) ? [each] : placesIn(each),
  );
}

/** All that an event says in words, to see where a text was cut. */
function textsIn(value: Json, name = ''): string {
  if (typeof value === 'string') return isText(name, value) ? value : '';
  if (Array.isArray(value)) return value.map((each: Json) => textsIn(each, name)).join('');
  return isJsonObject(value)
    ? Object.entries(value)
        .map(([key, each]) => textsIn(each, key))
        .join('')
    : '';
}
