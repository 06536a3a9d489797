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
import { replaySettings } from './settings.ts';
import { judgementOf, type Trial } from './trials.ts';

/** Longest that one conversation may take, in milliseconds: nobody waits in a replay. */
const longest = 3_000;

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
export async function playWithFault(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault,
  at: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  return attemptInTime(base, () => freshDeck(base, candidates, bench), fault, at, bench);
}

/** The same with a fault that comes before the recorded answer. */
export async function playWithRefusal(
  { base, candidates }: Pick<Conversation, 'base' | 'candidates'>,
  fault: Fault & { readonly first: NonNullable<Fault['first']> },
  at: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const from = freshDeck(base, candidates, bench);
  const trace = await playRefused(base, from, fault, at, { timeLimit: longest, ...bench });
  return { trace, judgement: judgementOf(base, trace, bench, bench.checks), cassette: from.played };
}

function freshDeck({ scenario }: Case, candidates: Conversation['candidates'], { column }: Bench): Deck<CaseCassette> {
  return new Deck(candidates, column.operations, replaySettings(column, scenario).baseUrl);
}

/** On a busy machine the caller's time may run out before the fault comes: he is given more then, until it does. */
async function attemptInTime(
  base: Case,
  deck: () => Deck<CaseCassette>,
  fault: Fault,
  at: At,
  bench: Bench,
): Promise<Omit<Trial, 'what'>> {
  const { happened, ...trial } = await attempt(base, deck(), fault, at, bench);
  const { timeout = longest } = fault;
  return happened || timeout >= longest
    ? trial
    : attemptInTime(base, deck, { ...fault, timeout: timeout * 4 }, at, bench);
}

async function attempt(
  base: Case,
  from: Deck<CaseCassette>,
  fault: Fault,
  { nth, exchange }: At,
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
  // Whoever gave up too early deletes what he made: then it came to an answer that is not the one that was meant.
  const happened = recorded?.body === exchange.response.body;
  return { trace, judgement, cassette: from.played, cuts, happened };
}
