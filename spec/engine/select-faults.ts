/** Which faults a case tries, on which exchanges of its conversations. */
import { memoize } from '../../lib/memoize.ts';
import { UserError } from '../../lib/user-error.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { changed, NoSuchPlace } from '../../recordings/faults/mutations/apply-mutation.ts';
import type { RegressionMutation } from '../../recordings/faults/mutations/mutation.ts';
import { mutationFault } from '../../recordings/faults/mutations/seeded.ts';
import type { CassetteSource } from '../../recordings/format/cassette-path.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { exchangesOn } from '../../recordings/transport/response-queue.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { faultTraitsOf } from '../faults/fault-traits.ts';
import type { Case } from './case.ts';
import { cassettesOf } from './case-cassettes.ts';
import { baselineTool } from './expand.ts';
import { replaySettings } from './replay-settings.ts';
import type { CaseContext } from './run.ts';
import { exchangesOf } from './trace.ts';
import type { Conversation, TraceOf } from './trials.ts';

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
  { fault, adapter }: Case,
  bench: CaseContext,
  isWhole: boolean,
): readonly Possibility[] {
  const answers = conversations.flatMap((conversation) =>
    exchangesOf(conversation.trace).map((exchange, nth) => ({ conversation, nth, exchange })),
  );
  const { family, elsewhere = [] } = fault ?? {};
  const most = mostOf(family, adapter.implementation, isWhole || elsewhere.length === 0);
  const some = most === undefined ? answers : spread(answers, most);
  const each = most === undefined ? undefined : Math.ceil(most / Math.max(1, some.length));
  const offered = possibilities(some, family, bench, each);
  const faults = most === undefined ? offered : spread(offered, most);
  return family?.keeps ? [...faults, ...conversations.flatMap((c) => keptFaults(c, bench.kept))] : faults;
}

/** How many of a family's faults a case tries, where not each: of a tool that others come before one, unless it is run whole. */
function mostOf(family: FaultKind | undefined, implementation: string, isFull: boolean): number | undefined {
  const most = (implementation === 'reference' ? undefined : family?.maxTrialsOtherImplementations) ?? family?.most;
  return most === undefined || isFull ? most : 1;
}

const possibilities = (
  answers: readonly Omit<Possibility, 'fault'>[],
  family: FaultKind | undefined,
  bench: CaseContext,
  each?: number,
): readonly Possibility[] =>
  answers.flatMap(({ conversation, nth, exchange }) =>
    (family ? possibleIn(exchange, family, bench) : [])
      .slice(0, each)
      .map((fault) => ({ conversation, nth, exchange, fault })),
  );

function possibleIn(exchange: Exchange, family: FaultKind, bench: CaseContext): readonly Fault[] {
  const faults = faultsOf(family, exchange, bench);
  // What is looked at or deleted may be so again for other reasons than a refusal: to wait, to tidy up.
  return exchange.request.method === 'POST' ? faults : faults.filter(({ first }) => !first);
}

/** The mutations of a conversation that an adapter failed with once. @throws {UserError} one does not fit its answer. */
const keptFaults = (conversation: Conversation, kept: readonly RegressionMutation[] = []): Possibility[] => {
  const exchanges = exchangesOf(conversation.trace);
  // An adapter that sends nothing has no answer that could be changed.
  if (exchanges.length === 0) return [];
  return kept
    .filter((mutation) => isOf(mutation, conversation.base))
    .flatMap((mutation) => {
      const exchange = exchanges[mutation.exchange];
      const fault = regressionFault(mutation, exchanges);
      return exchange && fault ? [{ conversation, nth: mutation.exchange, exchange, fault }] : [];
    });
};

/** So many of a list, at equal distances. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length));

/**
 * The faults of a case that are of a kind that neither it nor a case before it tries, cut down to that where they can be: those of most such
 * kinds first, so that fewer trials are of all kinds. A case that is run whole tries them as they come. It, and one of a family of which each
 * tool tries one, tries the first where there is none.
 *
 * @param tried added to
 */
export function* untried(
  family: FaultKind | undefined,
  all: readonly Possibility[],
  tried: Set<string>,
  isWhole: boolean,
): Generator<Possibility> {
  let isAny = !(isWhole || family?.isOfEachTool);
  const isNew = (kind: string) => !tried.has(kind);
  for (const possibility of isWhole ? all : richestFirst(all, isNew)) {
    const { fault } = possibility;
    const kinds = new Set(kindsOf(fault, isWhole).filter(isNew));
    if (kinds.size === 0) continue;
    for (const kind of kinds) tried.add(kind);
    isAny = true;
    yield { ...possibility, fault: fault.only?.(kinds) ?? fault };
  }
  const [first] = all;
  if (!isAny && first) yield first;
}

/** Of conversations that more checks judge first; of those, the fault of most kinds that are new by then. Ends where none is. */
function* richestFirst(all: readonly Possibility[], isNew: (kind: string) => boolean): Generator<Possibility> {
  let left = all;
  for (;;) {
    left = left.filter(({ fault }) => fault.covers.some(isNew));
    const richness = ({ conversation, fault }: Possibility): readonly [number, number] => [
      conversation.checks.length,
      fault.covers.filter(isNew).length,
    ];
    let best: { readonly of: Possibility; readonly richness: readonly [number, number] } | undefined;
    for (const of of left) {
      const own = richness(of);
      if (!best || own[0] > best.richness[0] || (own[0] === best.richness[0] && own[1] > best.richness[1])) {
        best = { of, richness: own };
      }
    }
    if (!best) return;
    yield best.of;
  }
}

const kindsOf = ({ covers, details = covers }: Fault, isWhole: boolean): readonly string[] =>
  isWhole ? details : covers;

/**
 * The kinds that the cases before this one try. They are read from the recordings of the tools that come before its own, so that they are
 * the same whatever has run; a case that is run whole relies on the tool that every column has alone, as the adapter played it.
 */
export async function triedBefore(
  { fault }: Case,
  bench: CaseContext,
  isWhole: boolean,
  traceOf: TraceOf,
): Promise<Set<string>> {
  const { family, elsewhere = [] } = fault ?? {};
  // Of those of which some are tried, none is the same as another.
  if (!family || family.most !== undefined) return new Set();
  if (!isWhole) return new Set(elsewhere.flatMap((theCase) => recordedKinds(theCase, family, bench)));
  const tried = new Set<string>();
  // One after the other: a process has one transport.
  for (const theCase of elsewhere.filter(({ tool }) => tool === baselineTool)) {
    const trace = await traceOf(theCase);
    for (const exchange of trace ? exchangesOf(trace) : []) {
      for (const fault of possibleIn(exchange, family, bench)) for (const kind of kindsOf(fault, true)) tried.add(kind);
    }
  }
  return tried;
}

/** By provider API, family and conversation, for as long as recordings are kept: they are the same for all adapters. */
const ofRecordings = memoize((_: CassetteSource) => new Map<string, readonly string[]>());

/** The kinds that the answers of a conversation can have, as it is recorded for its mode; none, where it cannot be read. */
function recordedKinds(theCase: Case, family: FaultKind, bench: CaseContext): readonly string[] {
  const { tool, scenario, mode } = theCase;
  const kept = bench.cassettes && ofRecordings(bench.cassettes);
  const key = [bench.column.id, family.id, tool, scenario.id, mode].join(' ');
  const known = kept?.get(key);
  if (known) return known;
  const exchanges = recordedExchanges(theCase, bench);
  // Answers of one operation are of the same kinds, mostly.
  const found = new Set(exchanges.flatMap((e) => possibleIn(e, family, bench).flatMap(({ covers }) => covers)));
  const kinds = [...found];
  kept?.set(key, kinds);
  return kinds;
}

function recordedExchanges(theCase: Case, { column, cassettes }: CaseContext): readonly Exchange[] {
  const { baseUrl } = replaySettings(column, theCase.scenario);
  try {
    return exchangesOn(cassettesOf(theCase, column, cassettes)[0].open(), column.operations, baseUrl);
  } catch {
    // Its own case says so.
    return [];
  }
}

/** Of recorded answers, which are of one operation each: they are looked at for every tool of their column, and for all of its adapters. */
const known = memoize((_: HttpResponse) => new Map<FaultKind['faultsOf'], readonly Fault[]>());

/** The faults that the answer to an exchange can have. */
function faultsOf({ faultsOf }: FaultKind, { response, operation }: Exchange, { column, reader }: CaseContext) {
  const ofAnswer = known(response);
  const faults = ofAnswer.get(faultsOf) ?? faultsOf(response, operation, faultTraitsOf(column.id), reader.schemas);
  ofAnswer.set(faultsOf, faults);
  return faults;
}

/**
 * Few of many, that hold all that the many do: of each feature the first that has it, unless one that was taken before has it too.
 * Those with most features are taken first; the same things in the same order give the same few. Pure.
 */
export function coveringSubset<T>(all: readonly T[], featuresOf: (one: T) => Iterable<string>): readonly T[] {
  const features = new Map(all.map((one) => [one, new Set(featuresOf(one))]));
  const covered = new Set<string>();
  const few = new Set<T>();
  for (const [one, own] of [...features].toSorted(([, a], [, b]) => b.size - a.size)) {
    if ([...own].every((feature) => covered.has(feature))) continue;
    few.add(one);
    for (const feature of own) covered.add(feature);
  }
  return all.filter((one) => few.has(one));
}

// Mutations that are kept, and the conversations that they belong to. Pure.

const where = 'recordings/faults/regressions.yaml';

const nameOf = ({ providerApi, tool, scenario, mode }: RegressionMutation): string =>
  `${providerApi}/${tool}/${scenario}/${mode}`;

/** Whether a mutation is one of a conversation. */
export const isOf = ({ tool, scenario, mode }: RegressionMutation, { kind, ...c }: Case): boolean =>
  kind === 'scenario' && c.tool === tool && c.scenario.id === scenario && c.mode === mode;

/**
 * The mutations of a column's own recordings; those of real traffic are tried where that is.
 *
 * @throws {UserError} one belongs to a conversation that none of its cases is.
 */
export function regressionsOf(
  all: readonly RegressionMutation[],
  cases: readonly Case[],
  providerApi: ProviderApiId,
): readonly RegressionMutation[] {
  const kept = all.filter((mutation) => mutation.providerApi === providerApi);
  const lost = kept.find((mutation) => !cases.some((c) => isOf(mutation, c)));
  if (!lost) return kept.filter(({ corpus }) => corpus === undefined);
  throw new UserError(`this regression is of an unknown conversation ${nameOf(lost)}`, {
    where,
    hint: 'name the conversation that replaced it, or remove the entry',
  });
}

/**
 * A mutation as a fault of the conversation's exchanges; `undefined` where the adapter had the answer come in another way.
 *
 * @throws {UserError} they have not the place that it changes.
 */
export function regressionFault(mutation: RegressionMutation, exchanges: readonly Exchange[]): Fault | undefined {
  const exchange = exchanges[mutation.exchange];
  try {
    if (!exchange) throw new NoSuchPlace(`it has ${exchanges.length} exchanges, and none ${mutation.exchange}`);
    if (exchange.transport !== mutation.transport) return undefined;
    changed(exchange.response, mutation.changes);
    return mutationFault(exchange.response, mutation.changes, `${nameOf(mutation)} ${mutation.exchange}`);
  } catch (error) {
    if (!(error instanceof NoSuchPlace)) throw error;
    throw new UserError(`this regression does not fit the recording of ${nameOf(mutation)}: ${error.message}`, {
      where,
      hint: 'the recording has changed: change the entry too',
    });
  }
}
