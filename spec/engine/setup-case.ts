/** One conversation with clients that are made in other ways than usual. */
import type { Json } from '../../lib/canonical-json.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { partsOf, placesOf } from '../../recordings/faults/response-parts.ts';
import { elementsOf, membersOf } from '../../recordings/faults/tolerance/insertions.ts';
import type { Cassette, CassetteEntry } from '../../recordings/format/cassette.ts';
import type { ScrubbedRequest } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import { type Setup, type SetupKind, unstored } from '../client-setups/client-setups.ts';
import type { Case } from './case.ts';
import { type CaseCassette, cassettesOf, deckOf } from './case-cassettes.ts';
import { baselineTool } from './expand.ts';
import { judge } from './judge.ts';
import { replaySettings } from './replay-settings.ts';
import { type CaseContext, type CaseOutcome, inTime, observeCase } from './run.ts';
import { coveringSubset } from './select-faults.ts';
import { exchangesOf, type Trace } from './trace.ts';
import { checksOf, interrupted, judgementOf, outcomeOf, type TraceOf, type Trial } from './trials.ts';

/** A conversation, and its trace as it is usually played. */
interface Played {
  readonly base: Case;
  readonly usual: Trace;
}

/** One conversation, to be played in one way. */
interface Attempt {
  /** The conversation, and what is other than usual. */
  readonly what: string;
  /** Nothing, where the adapter cannot play it so. */
  readonly play: () => Promise<Trial | undefined>;
}

/** Attempts, and those to make instead where the adapter could play none of them. */
type Choices = readonly (readonly Attempt[])[];

/**
 * Runs a `setup` case: each of its conversations is looked at as it is played with usual clients, and played again with clients
 * made in every way of the family. Never throws: what goes wrong is a verdict.
 */
export async function runSetupCase(theCase: Case, bench: CaseContext, traceOf: TraceOf): Promise<CaseOutcome> {
  const { family, over = [] } = theCase.setup ?? {};
  const trials: Trial[] = [];
  let what = '';
  try {
    const played: Played[] = [];
    // One after the other: a process has one transport.
    for (const base of over) {
      const usual = await traceOf(base);
      if (usual) played.push({ base, usual });
    }
    for (const choices of family ? attemptsOf(theCase, family, played, bench) : []) {
      const before = trials.length;
      for (const attempts of choices) {
        for (const attempt of attempts) {
          what = attempt.what;
          const trial = await attempt.play();
          if (trial) trials.push(trial);
        }
        if (trials.length > before) break;
      }
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(theCase, trials, bench);
}

function attemptsOf(
  theCase: Case,
  family: SetupKind,
  played: readonly Played[],
  bench: CaseContext,
): readonly Choices[] {
  if (family.isAtOnce) return [[callsAtOnce(family, played, bench)]];
  if (family.inUse) return played.map((one) => [callsInUse(family, one, bench)]);
  if (family.unstoredOn) return [[withoutState(family, played, bench)]];
  return played.map((one) => otherClients(theCase, family, one, bench));
}

// Clients that are made in other ways.

function otherClients(theCase: Case, family: SetupKind, { base, usual }: Played, bench: CaseContext): Choices {
  const { column } = bench;
  const { over = [], surfaces = [] } = theCase.setup ?? {};
  const checks = family.isRefused
    ? bench.checks.filter(({ id }) => family.checks.includes(id))
    : checksOf(base, usual, bench, family.checks);
  const attemptWith = (setup: Setup): Attempt => {
    const what = `${base.scenario.id}, where ${setup.what}`;
    // What is refused is no conversation, and nothing of it can be seen in one.
    const judged = family.isRefused ? { ...base, kind: theCase.kind, refusedBy: refusalOf(setup) } : base;
    const play = async () => {
      const tried = await attempt(base, setup, { ...bench, checks }, judged, family);
      return family.isOfVariants && isWithoutClient(tried.trace) ? undefined : { what, ...tried };
    };
    return { what, play };
  };
  const settings = replaySettings(column, base.scenario);
  if (!family.isOfVariants) {
    const [own = []] = inTurns(theCase, base, family.setupsOf(settings, column));
    return [own.map(attemptWith)];
  }
  // Hosts are tried with one conversation; a version says otherwise what is in each.
  const isTried = (id: string) => base === over[0] || column.versions?.some((version) => version.id === id);
  const hosts = surfaces.filter(isTried);
  // How to reach a host in each mode is seen with the tool that every column has.
  const turns = theCase.tool === baselineTool ? [hosts] : inTurns(theCase, base, hosts);
  return turns.map((turn) => {
    const variants = turn.map((surface) => replaySettings(column, { ...base.scenario, surface }));
    return family.setupsOf(settings, column, variants).map(attemptWith);
  });
}

/** Of several ways those that are tried in this mode, and those of the other one: how a client is made, no mode has a say in. */
function inTurns<T>({ mode }: Case, { scenario }: Case, ways: readonly T[]): readonly (readonly T[])[] {
  if (ways.length < 2 || scenario.modes?.length === 1) return [ways];
  const [own, others] = mode === 'complete' ? [0, 1] : [1, 0];
  return [own, others].map((turn) => ways.filter((_, i) => i % 2 === turn));
}

/** A client as in replay. */
const usually = {};

/** True where settings were rejected as such: a call ends with an error of the contract. */
const isWithoutClient = ({ steps: [first] }: Trace): boolean =>
  first?.error?.name === 'TypeError' && first.exchanges.length === 0;

function attempt(
  base: Case,
  { settings, environment }: Partial<Setup>,
  bench: CaseContext,
  judged: Case,
  { isRefused, isOfVariants }: SetupKind,
  changed?: (one: CaseCassette) => CaseCassette,
): Promise<Omit<Trial, 'what'>> {
  const mayRefuse = isRefused || isOfVariants ? ({ mayRefuse: true } as const) : {};
  return inTime(bench, async (patient) => {
    const deck = deckOf(base, patient.column, patient.cassettes, changed);
    const trace = await observeCase(base, deck, {
      ...patient,
      ...mayRefuse,
      inFewChunks: true,
      ...(settings ? { settings: () => settings } : {}),
      ...(environment ? { environment } : {}),
    });
    return { trace, judgement: judgementOf(judged, trace, patient, patient.checks), cassette: deck.played };
  });
}

const refusalOf = ({ names }: Setup): Case['refusedBy'] => ({ error: 'TypeError', names });

// Conversations beside each other.

/** Two conversations at once through one client, judged from both sides. */
const callsAtOnce = (family: SetupKind, played: readonly Played[], bench: CaseContext): readonly Attempt[] =>
  played.flatMap(({ base, usual }, i) => {
    const other = played[i === 0 ? 1 : 0]?.base;
    if (!other) return [];
    const beside = { theCase: other, isFirst: i > 0 };
    const what = `${base.scenario.id}, where ${other.scenario.id} goes on at once`;
    const checks = checksOf(base, usual, bench, family.checks);
    const play = async () => ({ what, ...(await attempt(base, usually, { ...bench, beside, checks }, base, family)) });
    return [{ what, play }];
  });

/** A conversation beside one whose first call is the same and is refused, at once and while the first waits: judged from both sides. */
function callsInUse(family: SetupKind, { base, usual }: Played, bench: CaseContext): readonly Attempt[] {
  const inUse = family.inUse?.get(bench.column.id);
  if (!inUse) return [];
  const { refusal, isWhileWaiting } = inUse;
  const { scenario } = base;
  const id = scenario.options.conversationId ?? '';
  const second: Case = {
    ...base,
    scenario: { ...scenario, turns: scenario.turns.slice(0, 1), expect: [[{ kind: 'error', status: refusal.status }]] },
  };
  // Whatever is said to the conversation is refused; what is made elsewhere is not.
  const refused = ({ request, response }: CassetteEntry): CassetteEntry => ({
    request,
    response: `${request.url} ${request.body?.text}`.includes(id) ? refusal : response,
  });
  const changed = (one: CaseCassette): CaseCassette => ({
    ...one,
    open() {
      const cassette = one.open();
      return { ...cassette, entries: cassette.entries.map(refused) };
    },
  });
  const checks = checksOf(base, usual, bench, family.checks);
  type Side = readonly [theCase: Case, changed?: typeof changed];
  const attemptOf = ([theCase, own]: Side, [other, others]: Side, takesTurns: boolean, where: string): Attempt => {
    const what = `${scenario.id}, where ${where}`;
    const beside = { theCase: other, isFirst: other === base, takesTurns, ...(others ? { changed: others } : {}) };
    const around = { ...bench, beside, checks };
    const play = async () => ({ what, ...(await attempt(theCase, usually, around, theCase, family, own)) });
    return { what, play };
  };
  const [first, again]: [Side, Side] = [[base], [second, changed]];
  return (isWhileWaiting ? [false, true] : [false]).flatMap((takesTurns) => {
    const when = takesTurns ? 'between its calls' : 'at once';
    return [
      attemptOf(first, again, takesTurns, `the same is said ${when} and refused`),
      attemptOf(again, first, takesTurns, `it is said ${when} a second time`),
    ];
  });
}

// Conversations that the provider does not keep.

/** Conversations that send back all that any of them does, each as one that is not stored. */
function withoutState(family: SetupKind, played: readonly Played[], bench: CaseContext): readonly Attempt[] {
  const unstorable = played.filter(({ usual }) => usual.unplayable === undefined && !isOpen(usual));
  const few = coveringSubset(unstorable, sentBackIn);
  return few.flatMap(({ base, usual }) => {
    const { scenario, goesOn } = unstored(base.scenario) ?? {};
    if (!scenario) return [];
    const what = `${scenario.id}, where nothing is stored`;
    const theCase = { ...base, scenario };
    const checks = checksOf(base, usual, bench, family.checks);
    return [
      { what, play: () => inTime(bench, (patient) => playUnstored(what, theCase, { ...patient, checks }, goesOn)) },
    ];
  });
}

/** Reasoning is as it was thought, and not sealed. */
const isOpen = (usual: Trace): boolean =>
  exchangesOf(usual).some(({ response }) => response.body.text.includes('"type":"reasoning_text"'));

/**
 * What goes back in a conversation, by kind: the members of the items of its responses, how each ended, one kind of item behind another, and
 * what the application adds.
 */
function sentBackIn({ base: { scenario }, usual }: Played): readonly string[] {
  const told = exchangesOf(usual).flatMap(({ response }) => partsOf(response).map(({ json }) => itemsIn(json)));
  const neighbors = told.flatMap((items) =>
    items.slice(1).map((item, i) => `${kindOfItem(items[i])}, then ${kindOfItem(item)}`),
  );
  const added = [scenario.turns, (scenario.application ?? []).map(({ answer }) => answer)] as unknown as Json[];
  const ends = told.flat().map((item) => `${kindOfItem(item)} ${membersOf(item).status}`);
  const shapes = [...told.flat(), ...added].flatMap((json) => placesOf(json).map(({ shape }) => shape));
  return [...neighbors, ...ends, ...shapes];
}

/** The items of a response: all of them, or those of a whole one that an event tells of. */
function itemsIn(json: Json): readonly Json[] {
  const { response, output, item } = membersOf(json);
  const all = elementsOf(output ?? membersOf(response).output);
  return item === undefined ? all : [...all, item];
}

const kindOfItem = (item: Json | undefined): string => String(membersOf(item).type);

async function playUnstored(what: string, theCase: Case, bench: CaseContext, goesOn = false): Promise<Trial> {
  const { column, cassettes, reader, checks } = bench;
  const plain = goesOn ? cassettesOf({ ...theCase, kind: 'declaration' }, column, cassettes) : [];
  const changed = (one: CaseCassette): CaseCassette => ({
    ...one,
    open: () => unstoredForm(one.open(), plain.find(({ transport }) => transport === one.transport)?.open(), column),
  });
  const deck = deckOf(theCase, column, cassettes, changed);
  const trace = await observeCase(theCase, deck, { ...bench, inFewChunks: true });
  // Requests are judged by the provider’s types as well: they hold the items that go back.
  const judgement = judge(theCase, trace, reader, checks);
  return { what, cause: 'nothing is stored', trace, judgement, cassette: deck.played };
}

/**
 * A recording as it is where nothing is stored: reasoning comes in encrypted form. What the model says in another one follows.
 *
 * Source: `ResponseIncludable` of `openai`, `reasoning.encrypted_content`.
 */
function unstoredForm(cassette: Cassette, plain: Cassette | undefined, { operations }: ProviderApi): Cassette {
  const says = ({ request }: CassetteEntry): boolean => {
    const asked = classify(request as ScrubbedRequest, operations);
    return 'operation' in asked && asked.operation.transports.length > 1;
  };
  const entries = cassette.entries.map(({ response, ...entry }) => {
    const { text } = response.body;
    const isSealed = text.includes('"encrypted_content":"');
    const sealed = text
      .replaceAll(/"encrypted_content":null,|,"encrypted_content":null/g, '')
      .replaceAll(/"id":"(rs_[^"]*)"/g, '$&,"encrypted_content":"sealed $1"');
    return { ...entry, response: { ...response, body: { ...response.body, text: isSealed ? text : sealed } } };
  });
  return { ...cassette, entries: [...entries, ...(plain?.entries.filter(says) ?? [])] };
}
