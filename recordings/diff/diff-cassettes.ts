/** What changed from one recording of a conversation to the next. Pure. */
import { jsonEquals } from '../../lib/canonical-json.ts';
import { truncate } from '../../lib/escape-control-characters.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { expandBody } from '../format/body.ts';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import type { Change, Severity } from '../format/change.ts';
import { isEventStream, type ListedFrame } from '../format/event-stream.ts';
import { type Body, type Headers, headerOf, type WireTransport } from '../format/exchange.ts';
import type { ListedEvent } from '../format/server-sent-events.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import { stabilize } from '../scrub/stabilize.ts';
import { ruleFinder } from '../scrub/url.ts';
import { classify } from '../transport/match-request.ts';
import { align, type Difference, differencesOf } from './json-diff.ts';
import { headersThatMatter, noise, severities } from './severity-rules.ts';
import { eventsOf, framesOf, streamDifferences, type ToldDifference } from './stream-diff.ts';

type Found = Difference | ToldDifference;

/** What tells the operations of a column apart. */
type Column = Pick<ProviderApi, 'operations' | 'baseUrl'>;

/** An exchange of a recording, by what was asked. */
interface Asked {
  readonly index: number;
  readonly entry: CassetteEntry;
  readonly operation: string;
  readonly transport?: WireTransport;
  readonly isPoll: boolean;
}

/**
 * The changes between two recordings of the same conversation, the weightiest first and then as they come. What is only drawn
 * anew every time was made the same before, as far as rules can tell; what is left of it is `noise`.
 *
 * Exchanges belong together by operation, transport and order; events of a stream by type and order; items of a list by what tells
 * their kind. The same change in several places is one, with a count.
 */
export function changesOf(before: Cassette, after: Cassette, column: Column): Change[] {
  const [old, young] = [before, after].map((cassette) => askedIn(stabilize(cassette), column)) as [Asked[], Asked[]];
  const found = align(old, young, likeness).flatMap(({ before: was, after: is }) =>
    was && is ? ofExchange(was, is) : [ofOne(was, is)],
  );
  return grouped([...provenanceChanges(before, after), ...withRenames(found)]);
}

/** The same operation, asked for the same way; rather one with the same answer. */
function likeness(a: Asked, b: Asked): number {
  if (a.operation !== b.operation || a.transport !== b.transport) return 0;
  const [was, is] = [a.entry.response, b.entry.response];
  return 2 + (was.status === is.status ? 1 : 0) + (was.body.text === is.body.text ? 1 : 0);
}

function askedIn({ entries }: Cassette, { operations, baseUrl }: Column): Asked[] {
  return entries.map((entry, index) => {
    const asked = classify(scrubRequest(entry.request), operations, baseUrl);
    if ('reason' in asked) return { index, entry, operation: `${entry.request.method} (unknown)`, isPoll: false };
    const { operation, transport } = asked;
    return { index, entry, operation: operation.id, transport, isPoll: operation.poll ?? false };
  });
}

function ofOne(was: Asked | undefined, is: Asked | undefined): Change {
  const one = (is ?? was) as Asked;
  const what = is
    ? one.isPoll
      ? 'asked more often'
      : 'exchange added'
    : one.isPoll
      ? 'asked less often'
      : 'exchange removed';
  const { request, response } = one.entry;
  const shown = `${request.method} ${new URL(request.url).pathname} → ${response.status}`;
  return changeOf({ what, path: [], [is ? 'after' : 'before']: shown }, one);
}

function ofExchange(was: Asked, is: Asked): Change[] {
  return (['request', 'response'] as const).flatMap((side) =>
    messageDifferences(was.entry[side], is.entry[side]).map((difference) => changeOf(difference, is, side)),
  );
}

/** What evidence it is, and of what; how it was made is told as noise. */
function provenanceChanges({ provenance: was }: Cassette, { provenance: is }: Cassette): Change[] {
  const members = [...new Set([...Object.keys(was), ...Object.keys(is)])] as (keyof typeof was)[];
  return members
    .filter((name) => !jsonEquals(was[name], is[name]))
    .map((name): Difference => {
      const said = { path: [name], before: was[name], after: is[name] };
      const isNoise = ['recordedAt', 'note', 'sources'].includes(name);
      return isNoise ? { what: 'noise', reason: noise.making, ...said } : { what: 'provenance changed', ...said };
    })
    .map((difference) => changeOf(difference));
}

function changeOf(
  { what, path, before, after, reason, ...rest }: Found,
  asked?: Asked,
  side?: 'request' | 'response',
): Change {
  const { kind, severity } = severities[what];
  const [was, is] = excerpts(before, after);
  return {
    what,
    kind,
    severity: side === 'request' ? lighter(severity) : severity,
    ...(asked ? { operation: asked.operation, exchange: asked.index } : {}),
    ...(asked?.transport ? { transport: asked.transport } : {}),
    ...(side ? { side } : {}),
    ...('event' in rest ? { event: rest.event } : {}),
    pointer: path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
    ...(reason === undefined ? {} : { reason }),
    count: 1,
  };
}

/** What is asked is the adapter's doing, and no change of the provider's. */
const lighter = (severity: Severity): Severity => (severity === 'breaking' ? 'notable' : severity);

/** The longest excerpt, in characters, and how much of it comes before the first difference. */
const longest = { excerpt: 120, lead: 30 };

/** Both values on a line each, from shortly before where they differ. */
function excerpts(before: unknown, after: unknown): [string | undefined, string | undefined] {
  const [was, is] = [before, after].map((value) => (value === undefined ? undefined : shown(value)));
  const from = was === undefined || is === undefined ? 0 : Math.max(0, firstDifference(was, is) - longest.lead);
  return [was, is].map((text) =>
    text === undefined ? undefined : (from > 0 ? '…' : '') + truncate(text.slice(from).toWellFormed(), longest.excerpt),
  ) as [string | undefined, string | undefined];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const order: Readonly<Record<Severity, number>> = { breaking: 0, notable: 1, quiet: 2 };

/** The same change in several places as one, and the weightiest first. */
function grouped(changes: readonly Change[]): Change[] {
  const same = Map.groupBy(changes, (change) => {
    const { what, operation, side } = change;
    return JSON.stringify([what, operation, side, sameness(change)]);
  });
  return [...same.values()]
    .map(([first, ...others]) => ({ ...(first as Change), count: others.length + 1 }))
    .sort((a, b) => order[a.severity] - order[b.severity] || Number(a.kind === 'noise') - Number(b.kind === 'noise'));
}

/** What a change has in common with one that is the same elsewhere: a member may be in events of many types, a word is one word. */
function sameness({ what, event, pointer, before, after, reason }: Change): unknown {
  if (what === 'noise') return reason;
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  if (what.startsWith('member ')) return [place, what === 'member renamed' ? after : undefined];
  return what === 'word changed' ? [place, before, after] : [place, event?.type];
}

// Requests and responses

/** A request or a response. */
interface Message {
  readonly url?: string;
  readonly status?: number;
  readonly headers: Headers;
  readonly body?: Body;
}

/** Differences of two requests or two responses. */
function messageDifferences(before: Message, after: Message): Found[] {
  return [
    ...differencesOf(partsOf(before.url), partsOf(after.url), ['(url)']),
    ...(before.status === after.status
      ? []
      : [{ what: 'status changed', path: [], before: before.status, after: after.status } as const]),
    ...headerDifferences(before.headers, after.headers),
    ...bodyDifferences(before, after),
  ];
}

/** A URL without its host: a path, and what is asked for besides. */
function partsOf(url: string | undefined): unknown {
  if (url === undefined) return {};
  const { pathname, searchParams } = new URL(url);
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

const matters = ruleFinder([{ names: headersThatMatter, reason: 'clients read it' }]);

function headerDifferences(before: Headers, after: Headers): Difference[] {
  const [old, young] = [before, after].map((headers) => Map.groupBy(headers, ([name]) => name.toLowerCase()));
  if (!old || !young) return [];
  const found = [...new Set([...old.keys(), ...young.keys()])].flatMap((name): Difference[] => {
    const [was, is] = [old.get(name), young.get(name)].map((all) => all?.map(([, value]) => value).join(', '));
    if (was === is) return [];
    const place = {
      path: ['(headers)', name],
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
    if (!matters(name, is ?? was ?? '')) return [{ what: 'noise', reason: noise.header, ...place }];
    if (name === 'content-type') return [{ what: 'content type changed', ...place }];
    const what = was === undefined ? 'header added' : is === undefined ? 'header removed' : 'header changed';
    return [{ what, ...place }];
  });
  const names = (headers: Headers) => headers.map(([name]) => name.toLowerCase());
  const isMoved = found.length === 0 && names(before).join() !== names(after).join();
  return isMoved ? [{ what: 'noise', path: ['(headers)'], reason: noise.headerOrder }] : found;
}

function bodyDifferences(before: Message, after: Message): Found[] {
  if (before.body?.text === after.body?.text && before.body?.encoding === after.body?.encoding) return [];
  const [old, young] = [listed(before), listed(after)];
  if (old.form !== young.form) {
    return [{ what: 'body changed its form', path: [], before: old.form, after: young.form }];
  }
  const found = contentDifferences(old, young);
  if (found.length > 0) return found;
  const isOrder = JSON.stringify(old.content) !== JSON.stringify(young.content);
  return [{ what: 'noise', path: [], reason: isOrder ? noise.memberOrder : noise.spelling }];
}

type Listed =
  | { readonly form: 'JSON' | 'text' | 'bytes' | 'nothing'; readonly content: unknown }
  | { readonly form: 'events'; readonly content: readonly ListedEvent[] }
  | { readonly form: 'frames'; readonly content: readonly ListedFrame[] };

function listed({ body, ...message }: Message): Listed {
  if (!body?.text) return { form: 'nothing', content: null };
  const type = headerOf(message, 'content-type') ?? '';
  const { json, events, frames } = expandBody(body, type);
  if (frames) return { form: 'frames', content: frames };
  if (events) return { form: 'events', content: events };
  // Out of the spelling that was kept, and into what it means.
  if (json !== undefined) return { form: 'JSON', content: JSON.parse(body.text) };
  return { form: body.encoding || isEventStream(type) ? 'bytes' : 'text', content: body.text };
}

function contentDifferences(before: Listed, after: Listed): Found[] {
  if (before.form === 'events' && after.form === 'events') {
    return streamDifferences(eventsOf(before.content), eventsOf(after.content));
  }
  if (before.form === 'frames' && after.form === 'frames') {
    return streamDifferences(framesOf(before.content), framesOf(after.content));
  }
  return differencesOf(before.content, after.content);
}

// Members under another name

/**
 * A member whose value is null, or the same everywhere, is not clearly renamed by itself; where another place shows that it is, it is one
 * here too.
 */
function withRenames(changes: readonly Change[]): Change[] {
  const renames = new Set(
    changes.filter(({ what }) => what === 'member renamed').map(({ before, after }) => `${before} ${after}`),
  );
  if (renames.size === 0) return [...changes];
  const gained = new Map<string, Change[]>();
  for (const change of changes.filter(({ what }) => what === 'member added')) {
    gained.set(holderOf(change), [...(gained.get(holderOf(change)) ?? []), change]);
  }
  const taken = new Set<Change>();
  const found = changes.map((change) => {
    if (change.what !== 'member removed') return change;
    const [was, others] = [nameOf(change), gained.get(holderOf(change)) ?? []];
    const other = others.find((each) => renames.has(`${was} ${nameOf(each)}`) && each.after === change.before);
    if (!other) return change;
    taken.add(other);
    return { ...change, what: 'member renamed', before: was, after: nameOf(other) } as const;
  });
  return found.filter((change) => !taken.has(change));
}

const nameOf = ({ pointer }: Change): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The object that a member is of. */
const holderOf = ({ exchange, side, event, pointer }: Change): string =>
  JSON.stringify([exchange, side, event?.index, pointer.slice(0, pointer.lastIndexOf('/'))]);
