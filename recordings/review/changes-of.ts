/** What changed from one recording of a conversation to the next. Pure. */
import { jsonEquals } from '../../files/canonical-json.ts';
import { cut } from '../../files/cut.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import type { WireTransport } from '../format/exchange.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import { steady } from '../scrub/steady.ts';
import { classify } from '../transport/match.ts';
import { align } from './align.ts';
import type { Change } from './change.ts';
import type { Difference } from './difference.ts';
import { messageDifferences } from './messages.ts';
import { withRenames } from './renames.ts';
import { noise, type Severity, weights } from './rules.ts';
import type { ToldDifference } from './streams.ts';

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
  const [old, young] = [before, after].map((cassette) => askedIn(steady(cassette), column)) as [Asked[], Asked[]];
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
  { what, path, before, after, reason, ...rest }: Difference | ToldDifference,
  asked?: Asked,
  side?: 'request' | 'response',
): Change {
  const { kind, severity } = weights[what];
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
    text === undefined ? undefined : (from > 0 ? '…' : '') + cut(text.slice(from).toWellFormed(), longest.excerpt),
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
