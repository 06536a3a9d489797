/** One conversation with clients that are made in other ways than usual. */
import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette, CassetteEntry } from '../../recordings/format/cassette.ts';
import type { ScrubbedRequest } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import { type ConversationInUse, type Setup, type SetupKind, unstored } from '../client-setups/client-setups.ts';
import type { Case } from './case.ts';
import { type CaseCassette, cassettesOf, deckOf } from './case-cassettes.ts';
import { baselineTool } from './expand.ts';
import { judge } from './judge.ts';
import { replaySettings } from './replay-settings.ts';
import { type CaseContext, type CaseOutcome, inTime, observeCase } from './run.ts';
import { exchangesOf, type Trace } from './trace.ts';
import { checksOf, interrupted, judgementOf, outcomeOf, type TraceOf, type Trial } from './trials.ts';

/**
 * Runs a `setup` case: each of its conversations is looked at as it is played with usual clients, and played again with clients
 * made in every way of the family. Never throws: what goes wrong is a verdict.
 */
export async function runSetupCase(theCase: Case, bench: CaseContext, traceOf: TraceOf): Promise<CaseOutcome> {
  const { family, over = [], surfaces = [] } = theCase.setup ?? {};
  const { column } = bench;
  const trials: Trial[] = [];
  let what = '';
  try {
    for (const base of over) {
      const trace = await traceOf(base);
      if (!family || !trace) continue;
      if (family.isAtOnce) {
        // The same is played twice, and judged from both sides.
        const other = over.find((one) => one !== base);
        if (!other) continue;
        const beside = { theCase: other, isFirst: other === over[0] };
        what = `${base.scenario.id}, where ${other.scenario.id} goes on at once`;
        const checks = checksOf(base, trace, bench, family.checks);
        trials.push({ what, ...(await attempt(base, usually, { ...bench, beside, checks }, base, family)) });
        continue;
      }
      const inUse = family.inUse?.get(column.id);
      if (inUse) {
        for (const takesTurns of inUse.isWhileWaiting ? [false, true] : [false]) {
          trials.push(...(await inUseTrials(base, trace, { ...inUse, takesTurns }, family, bench)));
        }
        continue;
      }
      if (family.unstoredOn) {
        const tried = await unstoredTrial(base, trace, family, bench);
        if (tried) trials.push(tried);
        continue;
      }
      const checks = family.isRefused
        ? bench.checks.filter(({ id }) => family.checks.includes(id))
        : checksOf(base, trace, bench, family.checks);
      // Hosts are tried with one conversation; a version says otherwise what is in each.
      const isTried = (id: string) => base === over[0] || column.versions?.some((version) => version.id === id);
      for (const hosts of inTurns(theCase, base, surfaces.filter(isTried))) {
        const before = trials.length;
        const variants = hosts.map((surface) => replaySettings(column, { ...base.scenario, surface }));
        for (const setup of family.setupsOf(replaySettings(column, base.scenario), column, variants)) {
          what = `${base.scenario.id}, where ${setup.what}`;
          // What is refused is no conversation, and nothing of it can be seen in one.
          const judged = family.isRefused ? { ...base, kind: theCase.kind, refusedBy: refusalOf(setup) } : base;
          const tried = await attempt(base, setup, { ...bench, checks }, judged, family);
          if (family.isOfVariants && isWithoutClient(tried.trace)) continue;
          trials.push({ what, ...tried });
        }
        if (trials.length > before) break;
      }
    }
  } catch (error) {
    return interrupted(theCase, what, trials, error);
  }
  return outcomeOf(theCase, trials, bench);
}

/**
 * The hosts of a conversation: those of this mode, and the others, which are tried where an adapter takes none of the former. How to reach
 * a host in each mode is seen with the tool that every column has; of the others each host is tried in one of them.
 */
function inTurns({ tool, mode }: Case, { scenario }: Case, hosts: readonly string[]): readonly (readonly string[])[] {
  if (tool === baselineTool || hosts.length < 2 || scenario.modes?.length === 1) return [hosts];
  const [own, others] = mode === 'complete' ? [0, 1] : [1, 0];
  return [own, others].map((turn) => hosts.filter((_, i) => i % 2 === turn));
}

/** A client as in replay. */
const usually = {};

const attempt = (
  base: Case,
  setup: Partial<Setup>,
  bench: CaseContext,
  judged: Case,
  family: SetupKind,
): Promise<Omit<Trial, 'what'>> => inTime(bench, (patient) => attemptOnce(base, setup, patient, judged, family));

/** True where settings were rejected as such: a call ends with an error of the contract. */
const isWithoutClient = ({ steps: [first] }: Trace): boolean =>
  first?.error?.name === 'TypeError' && first.exchanges.length === 0;

async function attemptOnce(
  base: Case,
  { settings, environment }: Partial<Setup>,
  bench: CaseContext,
  judged: Case,
  { isRefused, isOfVariants }: SetupKind,
  changed?: (one: CaseCassette) => CaseCassette,
): Promise<Omit<Trial, 'what'>> {
  const deck = deckOf(base, bench.column, bench.cassettes, changed);
  const mayRefuse = isRefused || isOfVariants ? ({ mayRefuse: true } as const) : {};
  const trace = await observeCase(base, deck, {
    ...bench,
    ...mayRefuse,
    inFewChunks: true,
    ...(settings ? { settings: () => settings } : {}),
    ...(environment ? { environment } : {}),
  });
  return { trace, judgement: judgementOf(judged, trace, bench, bench.checks), cassette: deck.played };
}

// Conversations in which the same call is made twice.

/** A conversation beside one whose first call is the same and is refused: judged from both sides. */
async function inUseTrials(
  base: Case,
  usual: Trace,
  { refusal, takesTurns }: ConversationInUse & { readonly takesTurns: boolean },
  family: SetupKind,
  bench: CaseContext,
): Promise<Trial[]> {
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
  const when = takesTurns ? 'between its calls' : 'at once';
  const attempt = async (
    [theCase, own]: readonly [Case, typeof changed?],
    [other, others]: readonly [Case, typeof changed?],
    what: string,
  ): Promise<Trial> => {
    const beside = { theCase: other, isFirst: other === base, takesTurns, ...(others ? { changed: others } : {}) };
    const played = await inTime({ ...bench, beside, checks }, (patient) =>
      attemptOnce(theCase, usually, patient, theCase, family, own),
    );
    return { what: `${scenario.id}, where ${what}`, ...played };
  };
  const [first, again] = [[base], [second, changed]] as const;
  return [
    await attempt(first, again, `the same is said ${when} and refused`),
    await attempt(again, first, `it is said ${when} a second time`),
  ];
}

// Conversations that the provider does not keep.

/** A conversation, played as one that is not stored; nothing where it cannot be one: it does not come to its end, or its reasoning is open. */
async function unstoredTrial(base: Case, usual: Trace, family: SetupKind, bench: CaseContext) {
  const { column, cassettes, reader } = bench;
  const { scenario, goesOn } = unstored(base.scenario) ?? {};
  const isOpen = exchangesOf(usual).some(({ response }) => response.body.text.includes('"type":"reasoning_text"'));
  if (!scenario || isOpen || usual.unplayable !== undefined) return undefined;
  const theCase = { ...base, scenario };
  const plain = goesOn ? cassettesOf({ ...theCase, kind: 'declaration' }, column, cassettes) : [];
  const changed = (one: CaseCassette): CaseCassette => ({
    ...one,
    open: () => unstoredForm(one.open(), plain.find(({ transport }) => transport === one.transport)?.open(), column),
  });
  return inTime(bench, async (patient): Promise<Trial> => {
    const deck = deckOf(theCase, column, cassettes, changed);
    const trace = await observeCase(theCase, deck, { ...patient, inFewChunks: true });
    // Requests are judged by the provider’s types as well: they hold the items that go back.
    const judgement = judge(theCase, trace, reader, checksOf(base, usual, bench, family.checks));
    const what = `${scenario.id}, where nothing is stored`;
    return { what, cause: 'nothing is stored', trace, judgement, cassette: deck.played };
  });
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

const refusalOf = ({ names }: Setup): Case['refusedBy'] => ({ error: 'TypeError', names });
