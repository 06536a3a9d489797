/** Conversations whose answers something happens to on their way, and what the adapter makes of it. */
import type { Fault } from '../../recordings/faults/fault.ts';
import type { KeptMutation } from '../../recordings/faults/mutations/kept.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { Deck } from '../../recordings/transport/deck.ts';
import { piecesTaken } from '../../recordings/transport/pieces.ts';
import type { Check } from '../checks/check.ts';
import type { FaultFamily } from '../faults/families.ts';
import type { WireReader } from '../wire/reader.ts';
import { asRecorded } from './as-recorded.ts';
import type { Case } from './case.ts';
import { type CaseCassette, cassettesOf } from './cassettes-of.ts';
import { isOf, keptFault } from './kept.ts';
import { playRefused } from './retry-trial.ts';
import { type Bench, type CaseOutcome, observe } from './run.ts';
import { replaySettings } from './settings.ts';
import type { Trace } from './trace.ts';
import { checksOf, enough, interrupted, isFailed, judgementOf, outcomeOf, type TraceOf, type Trial } from './trials.ts';

/** Longest that one conversation may take, in milliseconds: nobody waits in a replay. */
const longest = 3_000;

/**
 * Runs a `fault` case: each of its conversations is looked at as it was recorded, and played again for every fault that its
 * answers can have and no other had before. Never throws: what goes wrong is a verdict.
 */
export async function runFaultCase(theCase: Case, bench: Bench, traceOf: TraceOf): Promise<CaseOutcome> {
  const { family, over = [] } = theCase.fault ?? {};
  const tried = await coveredElsewhere(theCase, bench, traceOf);
  const trials: Trial[] = [];
  let what = '';
  try {
    // In another process nobody sees how long it waits, nor can make that short.
    const isForeign = (await bench.adapter()).process !== undefined;
    for (const { conversation, nth, exchange, fault } of chosen(
      await conversationsOf(over, bench, family?.checks ?? [], traceOf),
      family,
      bench,
    )) {
      if (fault.first && isForeign) continue;
      if (trials.length > 0 && fault.covers.every((covered) => tried.has(covered))) continue;
      for (const covered of fault.covers) tried.add(covered);
      const { base, candidates, checks } = conversation;
      const play = async (one: Fault): Promise<Trial> => {
        what = `${base.scenario.id}, where ${one.what}`;
        const reader = family?.isUnread ? unreading(bench.reader) : bench.reader;
        const own = { ...bench, reader, checks };
        if (!one.first) return { what, ...(await playWithFault(base, candidates, one, nth, own)) };
        const deck = freshDeck(base, candidates, own);
        return { what, ...(await attemptRefused(base, deck, { ...one, first: one.first }, { nth, exchange }, own)) };
      };
      trials.push(await least(fault, await play(fault), play));
      // What an adapter tolerates is a share of all that was tried.
      const isEnough = family?.group !== 'tolerance' && trials.filter(isFailed).length === enough;
      if (isEnough) return outcomeOf(theCase, trials, bench);
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(
    theCase,
    trials.length > 0 ? trials : await withoutFault(over, bench, family?.checks ?? [], traceOf),
    bench,
  );
}

/** A fault, and the exchange of a conversation that it happens to. */
interface Possibility {
  readonly conversation: Conversation;
  readonly nth: number;
  readonly exchange: Exchange;
  readonly fault: Fault;
}

/** The faults that a case tries, as it comes to them; of more than it may try, some of everywhere. */
function chosen(
  conversations: readonly Conversation[],
  family: FaultFamily | undefined,
  bench: Bench,
): Iterable<Possibility> {
  const answers = conversations.flatMap((conversation) =>
    exchangesOf(conversation.trace).map((exchange, nth) => ({ conversation, nth, exchange })),
  );
  const some = family?.most === undefined ? answers : spread(answers, family.most);
  const each = family?.most === undefined ? undefined : Math.ceil(family.most / Math.max(1, some.length));
  const offered = possibilities(some, family, bench, each);
  const faults = family?.most === undefined ? offered : spread([...offered], family.most);
  return family?.keeps ? [...faults, ...conversations.flatMap((c) => keptFaults(c, bench.kept))] : faults;
}

function* possibilities(
  answers: readonly Omit<Possibility, 'fault'>[],
  family: FaultFamily | undefined,
  bench: Bench,
  each?: number,
): Generator<Possibility> {
  for (const { conversation, nth, exchange } of answers) {
    const faults = family?.faultsOf(exchange.response, exchange.operation, bench.column.id, bench.reader.schemas) ?? [];
    // What is looked at or deleted may be so again for other reasons than a refusal: to wait, to tidy up.
    const possible = exchange.request.method === 'POST' ? faults : faults.filter(({ first }) => !first);
    for (const fault of possible.slice(0, each)) yield { conversation, nth, exchange, fault };
  }
}

const exchangesOf = ({ steps }: Trace): readonly Exchange[] => steps.flatMap(({ exchanges }) => exchanges);

/** The mutations of a conversation that an adapter failed with once. @throws {UserError} one does not fit its answer. */
const keptFaults = (conversation: Conversation, kept: readonly KeptMutation[] = []): Possibility[] => {
  const exchanges = exchangesOf(conversation.trace);
  return kept
    .filter((mutation) => isOf(mutation, conversation.base))
    .flatMap((mutation) => {
      const exchange = exchanges[mutation.exchange];
      const fault = keptFault(mutation, exchanges);
      return exchange && fault ? [{ conversation, nth: mutation.exchange, exchange, fault }] : [];
    });
};

/** A reader that looks at nothing: what is judged then is how the calls ended. */
export const unreading = (reader: WireReader): WireReader => ({
  ...reader,
  readResponses: () => ({ facts: [], unread: [] }),
  readRequests: () => [],
});

/** So many of a list, at equal distances. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length));

/**
 * Where nothing was sent, or no answer can have the fault, nothing can go wrong on the way: the first conversation is judged for that,
 * and for whether the adapter could hold it.
 */
async function withoutFault(
  [first]: readonly Case[],
  bench: Bench,
  ids: readonly string[],
  traceOf: TraceOf,
): Promise<Trial[]> {
  const trace = first && (await traceOf(first));
  if (!trace) return [];
  const sound = checksOf(first, trace, bench, ids);
  const meant = bench.checks.filter((check) => sound.includes(check) || check.id === 'errors-equal-wire');
  return [{ what: `${first.scenario.id}, without a fault`, trace, judgement: judgementOf(first, trace, bench, meant) }];
}

/** A conversation as it was recorded, and the checks that say something of what a fault does to it. */
export interface Conversation {
  readonly base: Case;
  /** What it may be played from. */
  readonly candidates: readonly [CaseCassette, ...CaseCassette[]];
  readonly trace: Trace;
  readonly checks: readonly Check[];
}

/** Those first of which most can be said: what is tried on one of them is not tried again. */
export async function conversationsOf(
  over: readonly Case[],
  bench: Bench,
  ids: readonly string[],
  traceOf: TraceOf,
): Promise<Conversation[]> {
  const conversations: Conversation[] = [];
  // One after the other: a process has one transport.
  for (const base of over) {
    const trace = await traceOf(base);
    if (trace)
      conversations.push({
        base,
        candidates: cassettesOf(base, bench.column),
        trace,
        checks: checksOf(base, trace, bench, ids),
      });
  }
  return conversations.toSorted((a, b) => b.checks.length - a.checks.length);
}

/** What the conversations of another case of this kind have in common with these is tried there. */
async function coveredElsewhere({ fault, adapter }: Case, { reader }: Bench, traceOf: TraceOf): Promise<Set<string>> {
  const covered = new Set<string>();
  // Of those of which some are tried, none is the same as another.
  if (fault?.family.most !== undefined) return covered;
  // One after the other: a process has one transport.
  for (const theCase of fault?.elsewhere ?? []) {
    const trace = await traceOf(theCase);
    if (!fault || !trace) continue;
    for (const shape of shapesIn(trace, fault.family, adapter.providerApi, reader.schemas)) covered.add(shape);
  }
  return covered;
}

/** What faults of a family try on a conversation. The same conversations are what every other tool has in common with. */
const tried = new WeakMap<Trace, Map<FaultFamily, readonly string[]>>();

function shapesIn(trace: Trace, family: FaultFamily, providerApi: string, schemas: WireReader['schemas']) {
  const byFamily = tried.get(trace) ?? new Map<FaultFamily, readonly string[]>();
  tried.set(trace, byFamily);
  const known = byFamily.get(family);
  if (known) return known;
  const exchanges = trace.steps.flatMap((s) => s.exchanges);
  const faults = exchanges.flatMap((e) => family.faultsOf(e.response, e.operation, providerApi, schemas));
  const shapes = [...new Set(faults.flatMap(({ covers }) => covers))];
  byFamily.set(family, shapes);
  return shapes;
}

/** The least of a fault that fails as it does: its trial. */
async function least(fault: Fault, trial: Trial, play: (fault: Fault) => Promise<Trial>): Promise<Trial> {
  if (!isFailed(trial)) return trial;
  for (const smaller of fault.smaller?.() ?? []) {
    const again = await play(smaller);
    if (isFailed(again)) return least(smaller, again, play);
  }
  return trial;
}

/**
 * Plays a conversation with a fault in the answer to its n-th exchange, from 0, and judges it by the checks of the bench.
 *
 * @param candidates the recordings that it may be played from
 * @throws whatever keeps it from being observed to its end: see {@link problemOf}.
 */
export async function playWithFault(
  base: Case,
  candidates: readonly [CaseCassette, ...CaseCassette[]],
  fault: Fault,
  nth: number,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  return attemptInTime(base, () => freshDeck(base, candidates, bench), fault, nth, bench);
}

function freshDeck({ scenario }: Case, candidates: Conversation['candidates'], { column }: Bench): Deck<CaseCassette> {
  return new Deck(candidates, column.operations, replaySettings(column, scenario).baseUrl);
}

/** On a busy machine the caller's time may run out before the fault comes: he is given more then, until it does. */
async function attemptInTime(
  base: Case,
  deck: () => Deck<CaseCassette>,
  fault: Fault,
  nth: number,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const { happened, ...trial } = await attempt(base, deck(), fault, nth, bench);
  const { timeout = longest } = fault;
  return happened || timeout >= longest
    ? trial
    : attemptInTime(base, deck, { ...fault, timeout: timeout * 4 }, nth, bench);
}

async function attemptRefused(
  base: Case,
  from: Deck<CaseCassette>,
  fault: Fault & { readonly first: NonNullable<Fault['first']> },
  at: { readonly nth: number; readonly exchange: Exchange },
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const trace = await playRefused(base, from, fault, at, { timeLimit: longest, ...bench });
  return { trace, judgement: judgementOf(base, trace, bench, bench.checks), cassette: from.played };
}

async function attempt(
  base: Case,
  from: Deck<CaseCassette>,
  fault: Fault,
  nth: number,
  bench: Bench,
): Promise<Omit<Trial, 'what'> & { readonly happened: boolean }> {
  const { timeout } = fault;
  let recorded: HttpResponse | undefined;
  let arrived: HttpResponse | undefined;
  const seen = await observe(base, from, {
    timeLimit: longest,
    ...bench,
    onTheWay(response, i) {
      if (i !== nth) return response;
      recorded = response;
      const arriving = fault.arrives();
      if (arriving !== 'nothing') arrived = arriving;
      return arriving;
    },
    ...(timeout === undefined ? {} : { settings: (usual) => ({ ...usual, timeout }) }),
  });
  const cuts = arrived?.cuts?.length ?? 0;
  const trace = fault.asRecorded && recorded ? asRecorded(seen, nth, recorded) : seen;
  // Whoever fails, or has what he wants, may leave the rest.
  const isWhole = trace.steps.every(({ error }) => error === undefined);
  if (arrived && isWhole && piecesTaken(arrived) < cuts / 2) {
    throw new Error('the pieces of the answer were joined on their way');
  }
  const judgement = judgementOf(base, trace, bench, bench.checks);
  return { trace, judgement, cassette: from.played, cuts, happened: recorded !== undefined };
}
