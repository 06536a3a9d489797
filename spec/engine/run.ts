import { displayPath, UserError } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { virtualClock } from '../../recordings/clock/virtual-clock.ts';
import type { RegressionMutation } from '../../recordings/faults/mutations/mutation.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { CassetteSource } from '../../recordings/format/cassette-path.ts';
import { type WireTransport, withoutFragment } from '../../recordings/format/exchange.ts';
import { guardReport, installGuard } from '../../recordings/network-guard/socket-guard.ts';
import type { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import type { InjectedDefect } from '../../recordings/transport/inject-adapter-defect.ts';
import type {
  Downloadable,
  Narrowing,
  Rejecting,
  ResponseFault,
  ResponseOverride,
} from '../../recordings/transport/playback.ts';
import type { TransportKind } from '../../recordings/transport/transport-kinds.ts';
import { type Transport, withTransport } from '../../recordings/transport/with-transport.ts';
import type { Check } from '../checks/check.ts';
import { type Adapter, type ChatClient, type ClientSettings, isContractError } from '../contract/index.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { rejectionBy } from '../wire/conditions.ts';
import { dropUnrequestedChoices } from '../wire/drop-unrequested-choices.ts';
import type { WireReader } from '../wire/reader.ts';
import type { Case } from './case.ts';
import { type CaseCassette, deckOf } from './case-cassettes.ts';
import { decideVerdict, findCassetteProblems, noteFindings, type ProvisionalVerdict } from './decide-verdict.ts';
import { type CanStop, drive, observeError, type Play } from './drive.ts';
import { type Judgement, judge } from './judge.ts';
import { NotTestable, startProcess, transportFor } from './process-transport.ts';
import { framingOf, replayMarks, replaySettings } from './replay-settings.ts';
import type { ObservedError, Step, Trace } from './trace.ts';
import { putBack, StrayRejections, sharedPrototypes } from './unhandled-rejections.ts';

/** What a case needs besides itself; the same for all cases of an adapter. */
export interface CaseContext extends Patience {
  readonly column: ProviderApi;
  readonly reader: WireReader;
  readonly checks: readonly Check[];
  /** Loads the adapter; may be called once per case. */
  readonly adapter: () => Promise<Adapter>;
  /** Where the recordings are; unless told, those of the repository. */
  readonly cassettes?: CassetteSource;
  /** How requests reach the recording; unless told, in-process, or over a server where the adapter is another process. */
  readonly transport?: TransportKind;
  /** A defect put between the adapter and its recordings, to prove that checks see it. */
  readonly tampering?: InjectedDefect;
  /** What happens to answers on their way to it; nothing unless told. */
  readonly onTheWay?: ResponseFault;
  /** What is answered before recordings do; nothing unless told. */
  readonly inFront?: ResponseOverride;
  /** Whether `fault` cases try finer kinds, also those that cases of other tools try. */
  readonly isThorough?: boolean;
  /** Mutations that an adapter failed with once, of the column. */
  readonly kept?: readonly RegressionMutation[];
  /** What clients are made with instead of what is usual in replay. */
  readonly settings?: (usual: ClientSettings) => ClientSettings;
  /** Variables of the environment that are set while a case runs, besides those that are. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether an adapter may refuse to make a client: then that is how the first call ended. */
  readonly mayRefuse?: true;
  /** Ends a conversation before its last call; without it, each goes on to its end. */
  readonly isSettled?: CanStop;
  /** Whether streams come in few chunks: the conversation as it was recorded is played as the network may cut it. */
  readonly inFewChunks?: true;
  /** A conversation that goes on at once, through the same client; nothing of it is judged. */
  readonly beside?: {
    readonly theCase: Case;
    /** Whether its calls begin before those of the other. */
    readonly isFirst: boolean;
    /** Whether calls of the two are made one after the other, and not at once. */
    readonly takesTurns?: boolean;
    /** What it is played from instead of its recordings. */
    readonly changed?: (one: CaseCassette) => CaseCassette;
  };
}

/** A cassette as it was found on disk. */
export interface UsedCassette {
  readonly path: string;
  /** Which of its recordings was played. */
  readonly transport: WireTransport;
  readonly sha256: string;
  readonly provenance: Cassette['provenance'];
}

/** How many conversations were played with something changed, how many of them failed, and at how many places streams were cut. */
export interface TrialCounts {
  readonly tried: number;
  readonly failed: number;
  readonly cuts?: number;
}

/** What came of a case, before known issues. */
export interface CaseOutcome {
  readonly case: Case;
  readonly conclusion: ProvisionalVerdict;
  readonly cassette?: UsedCassette;
  readonly trace?: Trace;
  readonly judgement?: Judgement;
  /** Of a `fault` or `setup` case: what was tried. */
  readonly trials?: TrialCounts;
}

/** What a play of a case came to: a trace, or why there is none. */
export interface ReplayOutcome {
  /** What it was played from. */
  readonly cassette: CaseCassette;
  readonly trace?: Trace;
  readonly error?: unknown;
  /** Why the recording cannot be played, where that is to blame. */
  readonly problem?: Error | undefined;
}

/** Plays a case against its recordings. Never throws. */
export async function replayCase(theCase: Case, bench: CaseContext): Promise<ReplayOutcome> {
  let deck = deckOf(theCase, bench.column, bench.cassettes);
  try {
    const trace = await inTime(bench, (patient) => {
      if (patient.isSecondAttempt) deck = deckOf(theCase, bench.column, bench.cassettes);
      return observeCase(theCase, deck, patient);
    });
    return { cassette: deck.played, trace };
  } catch (error) {
    return { cassette: deck.played, error, problem: deck.problem() };
  }
}

/**
 * Runs one case: replay, drive, judge, conclude. Never throws: what goes wrong is a verdict.
 *
 * @param siblingOf gives the trace of the same scenario in the other mode, for checks that compare the two
 * @param play plays it, or has done so already
 */
export async function runCase(
  theCase: Case,
  bench: CaseContext,
  siblingOf: (theCase: Case) => Promise<Trace | undefined> = async () => undefined,
  play: (theCase: Case) => Promise<ReplayOutcome> = (one) => replayCase(one, bench),
): Promise<CaseOutcome> {
  const { cassette, trace, error, problem } = await play(theCase);
  if (problem) return { case: theCase, conclusion: cassetteProblem(problem, theCase, cassette) };
  if (!trace) return { case: theCase, conclusion: problemOf(error), cassette: used(cassette) };
  try {
    const judgement = judge(theCase, trace, bench.reader, bench.checks, await siblingOf(theCase));
    noteFindings(trace, judgement);
    const conclusion = decideVerdict(
      trace,
      judgement,
      findCassetteProblems(theCase, trace, bench.reader, judgement.steps),
    );
    return { case: theCase, conclusion, cassette: used(cassette), trace, judgement };
  } catch (thrown) {
    return { case: theCase, conclusion: problemOf(thrown), cassette: used(cassette) };
  }
}

/** A cassette that was played from, as it is published. @throws {UserError} it is missing or malformed. */
export function used({ path, transport, file }: CaseCassette): UsedCassette {
  const { sha256, cassette } = file();
  return { path: displayPath(path), transport, sha256, provenance: cassette.provenance };
}

/** The files whose URLs a caller gives: a library may download what it does not pass on. */
function downloadableIn({ turns }: Case['scenario']): Downloadable {
  const contents = turns.flatMap((turn) =>
    'user' in turn ? [] : turn.messages.flatMap((message) => message.contents),
  );
  const types = new Map(
    contents.flatMap((one) =>
      one.type === 'uri' ? [[withoutFragment(one.uri), one.mediaType ?? 'application/octet-stream']] : [],
    ),
  );
  return (url) => types.get(url);
}

/** Plays a case against its recordings and returns what was observed. */
export async function observeCase(theCase: Case, deck: CassetteSelection, bench: CaseContext): Promise<Trace> {
  const adapter = await byAdapter('loading it', bench.adapter);
  demandIdentity(adapter, theCase);
  const kind = transportFor(adapter, bench.transport);
  await byAdapter('starting its process', () => startProcess(adapter));
  installGuard();
  const before = guardReport();
  const { mayRefuse, isSettled, beside, inFewChunks } = bench;
  const { column, tampering = {}, onTheWay, inFront, timeLimit, environment = {} } = bench;
  const usual = replaySettings(column, theCase.scenario);
  const settings = bench.settings?.(usual) ?? usual;
  const { baseUrl, endpoints, model } = settings;
  const strangers = Object.values(environment).filter((value) => value.length > longestSwitch);
  const limit = timeLimit === undefined ? {} : { timeLimit };
  const rejecting: Rejecting = (asked) => rejectionBy(bench.reader.conditions ?? [], asked);
  const downloadable = downloadableIn(theCase.scenario);
  const narrowing: Narrowing = (exchange) => dropUnrequestedChoices(bench.reader.conditions ?? [], exchange);
  const framing = framingOf(column, settings.surface);
  const answering = { rejecting, downloadable, narrowing, framing };
  const decks = { deck, beside: beside && deckOf(beside.theCase, column, bench.cassettes, beside.changed) };
  const options = {
    ...decks,
    settings,
    kind,
    tampering,
    onTheWay,
    inFront,
    ...answering,
    inFewChunks,
    strangers,
    ...limit,
  };
  // Where answers are lost, or are of the other conversation, what was made may be beyond deleting.
  const mayFail = onTheWay !== undefined || inFront !== undefined || beside !== undefined;
  const leave = setVariables(environment);
  const prototypes = sharedPrototypes();
  let polluted: readonly string[] = [];
  const strays = new StrayRejections(theCase.id);
  let unhandled: readonly string[] = [];
  const play = async (transport: Transport) => {
    // The limit of real time starts behind this.
    await Promise.resolve();
    const timersBefore = timers();
    const play = await runConversation(theCase, adapter, transport, { mayFail, mayRefuse, isSettled, beside });
    // What the conversation set off and did not wait for belongs to it.
    await virtualClock()?.quiescence();
    // Of an answer that is lost the transport's own clock may be the last to hear.
    return { ...play, timersLeft: mayFail ? 0 : Math.max(0, timers() - timersBefore) };
  };
  const played = await withTransport(options, (transport) => strays.during(() => play(transport)))
    .finally(async () => {
      leave();
      polluted = putBack(prototypes);
      unhandled = await strays.end();
    })
    .catch((error: Error) => {
      throw withRejections(error, unhandled);
    });
  const { steps, unplayable, timersLeft } = played.value;
  const after = guardReport();
  return {
    mode: theCase.mode,
    ...(deck.problem() ? {} : { evidence: deck.played.open().provenance.evidence }),
    settings: { baseUrl, ...(endpoints ? { endpoints } : {}), ...replayMarks(column, settings), model },
    steps,
    closing: played.exchanges.slice(steps.reduce((total, { exchanges }) => total + exchanges.length, 0)),
    timersLeft,
    polluted: adapter.process ? 'unseen' : polluted,
    unhandled,
    unconsumed: played.unconsumed,
    late: played.late,
    connections: {
      attempts: after.attempts - before.attempts,
      refused: after.refused.slice(before.refused.length),
      ...(adapter.process ? { unseen: true } : {}),
    },
    ...(unplayable === undefined ? {} : { unplayable }),
  };
}

/** `true` and `false` stand in any header. */
const longestSwitch = 'false'.length;

/** How many timers keep this process from ending. */
const timers = (): number =>
  virtualClock()?.timersLeft() ?? process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** Sets variables of the environment. @returns what puts back what was there */
function setVariables(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** How a conversation goes otherwise than usual. */
export interface ConversationOptions {
  /** Closing it may fail, with an error of the contract. */
  readonly mayFail?: boolean;
  /** Making it may fail: then that is how the first call ended. */
  readonly mayRefuse?: true | undefined;
  /** It may end before its last call. */
  readonly isSettled?: CanStop | undefined;
  /** See {@link CaseContext.beside}. */
  readonly beside?: CaseContext['beside'] | undefined;
}

/** Plays a case through a client made for it and closed behind it, over whatever transport. */
export async function runConversation(
  { scenario, mode }: Case,
  adapter: Adapter,
  transport: Transport,
  { mayFail = false, mayRefuse, isSettled, beside }: ConversationOptions = {},
): Promise<Play> {
  const settings = transport.settings();
  const made = await clientOf(adapter, settings, mayRefuse);
  if ('refusal' in made) return { steps: [uncalled(scenario, made.refusal)] };
  const { client } = made;
  try {
    if (!beside || !transport.inConversation) return await drive(client, scenario, mode, transport, isSettled);
    const { inConversation } = transport;
    const isOneAtATime = transport.isOneAtATime || beside.takesTurns || false;
    const first = beside.isFirst ? 1 : 0;
    return await playBoth(client, { inConversation, isOneAtATime, first }, [
      (own) => drive(own, scenario, mode, transport),
      (own) => drive(own, beside.theCase.scenario, mode, transport),
    ]);
  } finally {
    // Who closes by hand, and by `using` as well, closes twice.
    for (const what of ['close', 'close, called once more,']) {
      await byAdapter(what, async () => {
        try {
          await client.close();
        } catch (error) {
          if (!mayFail || !isContractError(error)) throw error;
        }
      });
    }
  }
}

/**
 * Plays two conversations through one client. Their n-th calls begin at once, when those before have ended; over a server, and to another
 * process, which has one request at a time, they take turns.
 *
 * @param first whose calls begin before those of the other
 * @returns the play of the one that is judged, number 0
 */
async function playBoth(
  client: ChatClient,
  {
    inConversation,
    isOneAtATime,
    first,
  }: Pick<Required<Transport>, 'inConversation' | 'isOneAtATime'> & { first: 0 | 1 },
  play: readonly [(client: ChatClient) => Promise<Play>, (client: ChatClient) => Promise<Play>],
): Promise<Play> {
  const ended: [number, number] = [0, 0];
  const waiting: (() => void)[] = [];
  const end = (nth: 0 | 1, calls: number): void => {
    ended[nth] += calls;
    for (const goOn of waiting.splice(0)) goOn();
  };
  const clientFor = (nth: 0 | 1): ChatClient => {
    let round = 0;
    const turn = async (): Promise<void> => {
      const needed = isOneAtATime && nth !== first ? ++round : round++;
      while (ended[nth === 0 ? 1 : 0] < needed) await new Promise<void>((goOn) => waiting.push(goOn));
    };
    return {
      ...client,
      async getResponse(...asked) {
        await turn();
        return inConversation(nth, () => client.getResponse(...asked)).finally(() => end(nth, 1));
      },
      async *getStreamingResponse(...asked) {
        await turn();
        try {
          yield* inConversation(nth, () => client.getStreamingResponse(...asked));
        } finally {
          end(nth, 1);
        }
      },
    };
  };
  const plays = ([first, first === 0 ? 1 : 0] as const).map((nth) =>
    inConversation(nth, () => play[nth](clientFor(nth)).finally(() => end(nth, Number.POSITIVE_INFINITY))),
  );
  const [judged = { steps: [] }] = (await Promise.all(plays)).slice(first);
  return judged;
}

async function clientOf(
  adapter: Adapter,
  settings: ClientSettings,
  mayRefuse: true | undefined,
): Promise<{ readonly client: ChatClient } | { readonly refusal: ObservedError }> {
  if (!mayRefuse) return { client: await byAdapter('createClient', () => adapter.createClient(settings)) };
  try {
    return { client: adapter.createClient(settings) };
  } catch (error) {
    return { refusal: observeError(error) };
  }
}

/** A call that was never made, for want of a client. */
const uncalled = ({ options }: Scenario, error: ObservedError): Step => ({
  turn: 0,
  messages: [],
  options,
  exchanges: [],
  unexpected: [],
  listenersLeft: 0,
  error,
});

/** Something that is the adapter's fault and kept the case from being played. */
class AdapterFault extends Error {}

/** Errors and reports name an adapter by what it says of itself. */
function demandIdentity(adapter: Adapter, { adapter: found }: Case): void {
  for (const member of ['id', 'implementation', 'providerApi'] as const) {
    if (adapter[member] === found[member]) continue;
    const said = JSON.stringify(adapter[member]);
    throw new AdapterFault(`the adapter has the ${member} ${said}, but its folder is of "${found[member]}"`);
  }
}

async function byAdapter<T>(what: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NotTestable) throw error;
    const { name, message } = observeError(error);
    throw new AdapterFault(`the adapter could not be used, for ${what} threw ${name}: ${message}`);
  }
}

/** Who waits for ever may wait for what was rejected and nobody heard of. */
function withRejections(error: Error, [first]: readonly string[]): Error {
  if (first !== undefined && problemOf(error).verdict === 'fail') {
    error.message += `; also an unhandled promise rejection (${first})`;
  }
  return error;
}

/** What came of a case that could not be observed to its end. */
export function problemOf(error: unknown): ProvisionalVerdict {
  const { name, message } = error as Error;
  if (error instanceof NotTestable) return { verdict: 'not-testable', reason: message };
  if (error instanceof AdapterFault) return { verdict: 'fail', reason: message };
  if (name === 'HangError' || name === 'TimeLimitError')
    return { verdict: 'fail', reason: `the adapter did not come to an end: ${message}` };
  return { verdict: 'error', reason: `the harness failed: ${name}: ${message}` };
}

function cassetteProblem(
  error: Error,
  { adapter, tool, scenario }: Case,
  { shown, transport }: CaseCassette,
): ProvisionalVerdict {
  if ((error as { missing?: boolean }).missing) {
    const mode = transport === 'json' ? 'complete' : 'stream';
    const command = `npm run atc -- record ${adapter.providerApi}/${tool}/${scenario.id}/${mode}`;
    return { verdict: 'not-testable', reason: `no recording at ${shown}; record it: ${command}` };
  }
  return { verdict: 'error', reason: error instanceof UserError ? error.toString() : String(error) };
}

// Attempts in real time. How long an adapter takes that is another process, or that is reached over sockets, depends on the load of the
// machine: what does not end in time is tried once more with more time, and only the second attempt counts.

/** How patient an attempt is. */
interface Patience {
  /** Longest a conversation may take in real time, in milliseconds. On the virtual clock no limit is needed. */
  readonly timeLimit?: number;
  /** True if an attempt with less time was not over in time. */
  readonly isSecondAttempt?: boolean;
}

/** Longest that a conversation may take at first, in milliseconds; a replay takes a few. */
const usualLimit = 10_000;

/** How many times as long the second attempt may take. */
const moreTime = 6;

/** An attempt was too slow to see what it is about. */
export class TooSlowError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Makes an attempt, and a second one with more time where the first is over its time.
 *
 * @throws whatever the attempt throws that counts.
 */
export async function inTime<P extends Patience, T>(given: P, attempt: (given: P) => Promise<T>): Promise<T> {
  const { timeLimit = usualLimit } = given;
  try {
    return await attempt({ ...given, timeLimit });
  } catch (error) {
    if ((error as Error).name !== 'TimeLimitError') throw error;
  }
  try {
    return await attempt({ ...given, timeLimit: timeLimit * moreTime, isSecondAttempt: true });
  } catch (error) {
    if ((error as Error).name === 'TimeLimitError') (error as Error).message += ', in a second attempt as well';
    throw error;
  }
}

/** The time that a caller allows in an attempt, in milliseconds. */
export const allowed = (milliseconds: number, { isSecondAttempt }: Patience): number =>
  isSecondAttempt ? milliseconds * moreTime * moreTime : milliseconds;
