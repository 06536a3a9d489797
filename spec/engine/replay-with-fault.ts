/** One play of a conversation in which something happens to an answer. */

import { virtualClock } from '../../recordings/clock/virtual-clock.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { isUnknownName } from '../../recordings/faults/tolerance/insertions.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import { piecesTaken } from '../../recordings/transport/stream-chunks.ts';
import type { WireReader } from '../wire/reader.ts';
import type { Case } from './case.ts';
import type { CaseCassette } from './case-cassettes.ts';
import { replaySettings } from './replay-settings.ts';
import { allowed, type CaseContext, inTime, observeCase, TooSlowError } from './run.ts';
import type { RetryObservation, Step, Trace } from './trace.ts';
import { type Conversation, judgementOf, type Trial } from './trials.ts';

/** A reader that looks at nothing: what is judged then is how the calls ended. */
export const unreading = (reader: WireReader): WireReader => ({
  ...reader,
  readResponses: () => ({ facts: [], unread: [] }),
  readRequests: () => [],
});

/** Where in a conversation a fault is: at which of its exchanges, from 0, as it goes without. */
interface At {
  readonly nth: number;
  readonly exchange: Exchange;
}

/**
 * Plays a conversation with a fault in the answer to one of its exchanges, and judges it by the checks of the bench.
 *
 * @throws whatever keeps it from being observed to its end: see {@link problemOf}.
 */
export const replayWithFault = (
  conversation: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault,
  at: At,
  bench: CaseContext,
): Promise<Omit<Trial, 'what'>> => inTime(bench, (patient) => attempt(conversation, fault, at, patient));

async function attempt(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault,
  { nth, exchange }: At,
  bench: CaseContext,
): Promise<Omit<Trial, 'what'>> {
  const from = freshDeck(base, candidates, bench);
  const { timeout } = fault;
  let recorded: HttpResponse | undefined;
  let arrived: HttpResponse | undefined;
  const seen = await observeCase(base, from, {
    ...bench,
    inFewChunks: true,
    onTheWay(response, i) {
      if (i !== nth) return response;
      recorded = response;
      const arriving = fault.arrives();
      if (arriving !== 'nothing') arrived = arriving;
      return arriving;
    },
    ...(timeout === undefined ? {} : { settings: (usual) => ({ ...usual, timeout: allowed(timeout, bench) }) }),
  });
  if (timeout !== undefined && recorded?.body !== exchange.response.body && !bench.isSecondAttempt) {
    throw new TooSlowError(`the timeout of the caller, ${timeout} ms, ended before the fault`);
  }
  const cuts = arrived?.cuts?.length ?? 0;
  const trace = fault.asRecorded && recorded ? withRecordedFacts(seen, nth, recorded) : seen;
  // Whoever fails, or has what he wants, may leave the rest.
  const isWhole = trace.steps.every(({ error }) => error === undefined);
  if (arrived && isWhole && piecesTaken(arrived) < cuts / 2) {
    throw new Error('the chunks of the response were joined in transit');
  }
  const judgement = judgementOf(base, trace, bench, bench.checks);
  return { trace, judgement, cassette: from.played, cuts };
}

/** The same with a fault that comes before the recorded answer. */
export async function replayWithError(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault & { readonly first: NonNullable<Fault['first']> },
  at: At,
  bench: CaseContext,
): Promise<Omit<Trial, 'what'>> {
  const from = freshDeck(base, candidates, bench);
  const trace = await replayWithRetries(base, from, fault, at, bench);
  return { trace, judgement: judgementOf(base, trace, bench, bench.checks), cassette: from.played };
}

function freshDeck(
  { scenario }: Case,
  candidates: Conversation['candidates'],
  { column }: CaseContext,
): CassetteSelection<CaseCassette> {
  return new CassetteSelection(candidates, column.operations, replaySettings(column, scenario).baseUrl);
}

/**
 * A trace as it would be, had an answer come as it was recorded and not with something in it that nobody knew. Whoever passes on what
 * he does not know is right, and so is whoever leaves it: what counts is that all else is there. Pure.
 *
 * @param nth which answer had it, of all of the steps
 * @param recorded that answer without it
 */
export function withRecordedFacts(trace: Trace, nth: number, recorded: HttpResponse): Trace {
  let place = 0;
  return {
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((each) =>
        place++ === nth ? { ...each, response: recorded, arrived: each.response } : each,
      ),
      ...(step.response ? { response: withoutNews(step.response) } : {}),
      ...(step.updates ? { updates: withoutNews(step.updates) } : {}),
    })),
  };
}

/**
 * The same at any depth without members that are news, and without what says that it is: by its tool, its type, its only member, or what
 * it was made from.
 */
function withoutNews<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((each) => !isAllNews(each)).map(withoutNews) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).filter(([key]) => !isUnknownName(key));
  return Object.fromEntries(members.map(([key, each]) => [key, withoutNews(each)])) as T;
}

function isAllNews(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tool, type, rawRepresentation } = value as Readonly<Record<string, unknown>>;
  const [only, ...others] = Object.keys(value);
  return (
    isUnknownName(tool) ||
    isUnknownName(type) ||
    isAllNews(rawRepresentation) ||
    (isUnknownName(only) && others.length === 0)
  );
}

// A conversation in which a request is refused before it is answered, with a client that may send it again.

/** How often a client may send a request again. */
const retries = 2;

/** Longer than any wait before another try, in milliseconds: the time that an exchange may take is another's. */
const timeout = 600_000;

/**
 * Plays a case whose n-th exchange is refused first. What was refused and then sent again is no exchange of the trace, and its step tells
 * of it.
 */
async function replayWithRetries(
  base: Case,
  from: CassetteSelection,
  { arrives, first, what }: Fault & { readonly first: NonNullable<Fault['first']> },
  { nth, exchange }: { readonly nth: number; readonly exchange: Exchange },
  bench: CaseContext,
): Promise<Trace> {
  const refused: Exchange['response'][] = [];
  /** How long was waited before each further sending, on the virtual clock. */
  const waits: number[] = [];
  let refusedAt = 0;
  let sent: string | undefined;
  const trace = await observeCase(base, from, {
    ...bench,
    inFewChunks: true,
    settings: (settings) => ({ ...settings, retries, timeout }),
    inFront: (at, request) => {
      // What else is sent, such as deleting what was made before, is no other try.
      sent ??= at === nth ? sameAs(request) : undefined;
      if (at !== nth || sent !== sameAs(request)) return undefined;
      const now = virtualClock()?.now ?? 0;
      if (refused.length > 0) waits.push(now - refusedAt);
      refusedAt = now;
      if (refused.length >= first.times) return undefined;
      const response = arrives();
      if (response === 'nothing') return undefined;
      refused.push(response);
      return { operation: exchange.operation, transport: exchange.transport, response };
    },
  });
  return { ...trace, steps: trace.steps.map((step) => withoutRefused(step, refused, told(what, waits, first))) };
}

const sameAs = ({ method, url, body }: Exchange['request']): string => JSON.stringify([method, url, body?.text]);

const told = (what: string, waits: readonly number[], first: NonNullable<Fault['first']>): RetryObservation => ({
  what,
  again: waits.length,
  allowed: first.isInVain ? 0 : retries,
  waited: waits.length === 0 ? 0 : Math.min(...waits),
  ...(first.wait === undefined ? {} : { wait: first.wait }),
});

/** Of refusals the last counts, where nothing came after it: that is how the call ended. */
function withoutRefused(step: Step, refused: readonly Exchange['response'][], told: RetryObservation): Step {
  const isRefused = ({ response }: Exchange) => refused.includes(response);
  if (!step.exchanges.some(isRefused)) return step;
  return {
    ...step,
    refused: told,
    exchanges: step.exchanges.filter((each, at) => !isRefused(each) || at === step.exchanges.length - 1),
  };
}
