/** Which faults a case tries, on which exchanges of its conversations. */
import { remembered } from '../../files/remembered.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import type { KeptMutation } from '../../recordings/faults/mutations/kept.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import type { FaultFamily } from '../faults/families.ts';
import type { Case } from './case.ts';
import type { Conversation } from './conversations.ts';
import { isOf, keptFault } from './kept.ts';
import type { Bench } from './run.ts';
import { exchangesOf } from './trace.ts';
import type { TraceOf } from './trials.ts';

/** A fault, and the exchange of a conversation that it happens to. */
export interface Possibility {
  readonly conversation: Conversation;
  readonly nth: number;
  readonly exchange: Exchange;
  readonly fault: Fault;
}

/** The faults that a case tries, as it comes to them; of more than it may try, some of everywhere. */
export function chosen(
  conversations: readonly Conversation[],
  family: FaultFamily | undefined,
  bench: Bench,
): Iterable<Possibility> {
  const answers = conversations.flatMap((conversation) =>
    exchangesOf(conversation.trace).map((exchange, nth) => ({ conversation, nth, exchange })),
  );
  const most = mostOf(family, conversations[0]?.base.adapter.implementation);
  const some = most === undefined ? answers : spread(answers, most);
  const each = most === undefined ? undefined : Math.ceil(most / Math.max(1, some.length));
  const offered = possibilities(some, family, bench, each);
  const faults = most === undefined ? offered : spread([...offered], most);
  return family?.keeps ? [...faults, ...conversations.flatMap((c) => keptFaults(c, bench.kept))] : faults;
}

const mostOf = (family: FaultFamily | undefined, implementation: string | undefined): number | undefined =>
  (implementation === 'reference' ? undefined : family?.mostOfOthers) ?? family?.most;

function* possibilities(
  answers: readonly Omit<Possibility, 'fault'>[],
  family: FaultFamily | undefined,
  bench: Bench,
  each?: number,
): Generator<Possibility> {
  for (const { conversation, nth, exchange } of answers) {
    const faults = family ? faultsOf(family, exchange, bench) : [];
    // What is looked at or deleted may be so again for other reasons than a refusal: to wait, to tidy up.
    const possible = exchange.request.method === 'POST' ? faults : faults.filter(({ first }) => !first);
    for (const fault of possible.slice(0, each)) yield { conversation, nth, exchange, fault };
  }
}

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

/** So many of a list, at equal distances. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length));

/**
 * Of all faults those that are of a kind nobody tried, cut down to that where they can be; where every kind was tried elsewhere, the
 * first as it is, for the case to say something of its own.
 *
 * @param tried added to
 */
export function* untried(
  all: Iterable<Possibility>,
  tried: Set<string>,
  isPossible: (fault: Fault) => boolean,
): Generator<Possibility> {
  let known: Possibility | undefined;
  let isAny = false;
  for (const possibility of all) {
    const { fault } = possibility;
    if (!isPossible(fault)) continue;
    const kinds = new Set(fault.covers.filter((covered) => !tried.has(covered)));
    known ??= possibility;
    if (kinds.size === 0) continue;
    for (const kind of kinds) tried.add(kind);
    isAny = true;
    yield { ...possibility, fault: fault.only?.(kinds) ?? fault };
  }
  if (!isAny && known) yield known;
}

/** What the conversations of another case of this kind have in common with these is tried there. */
export async function coveredElsewhere({ fault }: Case, bench: Bench, traceOf: TraceOf): Promise<Set<string>> {
  const covered = new Set<string>();
  // Of those of which some are tried, none is the same as another.
  if (fault?.family.most !== undefined) return covered;
  // One after the other: a process has one transport.
  for (const theCase of fault?.elsewhere ?? []) {
    const trace = await traceOf(theCase);
    if (!fault || !trace) continue;
    for (const exchange of exchangesOf(trace)) {
      for (const { covers } of faultsOf(fault.family, exchange, bench)) for (const shape of covers) covered.add(shape);
    }
  }
  return covered;
}

/** Of recorded answers, which are of one operation each: they are looked at for every tool of their column, and for all of its adapters. */
const known = remembered((_: HttpResponse) => new Map<FaultFamily['faultsOf'], readonly Fault[]>());

/** The faults that the answer to an exchange can have. */
function faultsOf({ faultsOf }: FaultFamily, { response, operation }: Exchange, { column, reader }: Bench) {
  const ofAnswer = known(response);
  const faults = ofAnswer.get(faultsOf) ?? faultsOf(response, operation, column.id, reader.schemas);
  ofAnswer.set(faultsOf, faults);
  return faults;
}
