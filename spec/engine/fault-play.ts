/** One play of a conversation in which something happens to an answer. */
import type { Fault } from '../../recordings/faults/fault.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { Deck } from '../../recordings/transport/deck.ts';
import { piecesTaken } from '../../recordings/transport/pieces.ts';
import type { WireReader } from '../wire/reader.ts';
import { asRecorded } from './as-recorded.ts';
import type { Case } from './case.ts';
import type { CaseCassette } from './cassettes-of.ts';
import type { Conversation } from './conversations.ts';
import { playRefused } from './retry-trial.ts';
import { type Bench, observe } from './run.ts';
import { allowed, inTime, TooSlowError } from './second-attempt.ts';
import { replaySettings } from './settings.ts';
import { judgementOf, type Trial } from './trials.ts';

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
export const playWithFault = (
  conversation: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault,
  at: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> => inTime(bench, (patient) => attempt(conversation, fault, at, patient));

async function attempt(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault,
  { nth, exchange }: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const from = freshDeck(base, candidates, bench);
  const { timeout } = fault;
  let recorded: HttpResponse | undefined;
  let arrived: HttpResponse | undefined;
  const seen = await observe(base, from, {
    ...bench,
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
    throw new TooSlowError(`the time of the caller, ${timeout} ms, ran out before the fault came`);
  }
  const cuts = arrived?.cuts?.length ?? 0;
  const trace = fault.asRecorded && recorded ? asRecorded(seen, nth, recorded) : seen;
  // Whoever fails, or has what he wants, may leave the rest.
  const isWhole = trace.steps.every(({ error }) => error === undefined);
  if (arrived && isWhole && piecesTaken(arrived) < cuts / 2) {
    throw new Error('the pieces of the answer were joined on their way');
  }
  const judgement = judgementOf(base, trace, bench, bench.checks);
  return { trace, judgement, cassette: from.played, cuts };
}

/** The same with a fault that comes before the recorded answer. */
export async function playWithRefusal(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault & { readonly first: NonNullable<Fault['first']> },
  at: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const from = freshDeck(base, candidates, bench);
  const trace = await playRefused(base, from, fault, at, bench);
  return { trace, judgement: judgementOf(base, trace, bench, bench.checks), cassette: from.played };
}

function freshDeck({ scenario }: Case, candidates: Conversation['candidates'], { column }: Bench): Deck<CaseCassette> {
  return new Deck(candidates, column.operations, replaySettings(column, scenario).baseUrl);
}
