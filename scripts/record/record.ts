import { pause } from '../../lib/real-time.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import type { Decision } from '../../reports/gate/decision-schema.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type CaseCassette, cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { acceptRecording } from '../diff/accept.ts';
import { Player } from '../diff/replay-client.ts';
import { recordConversation } from './conversation.ts';
import {
  demandSome,
  type Item,
  type ProviderPlan,
  placesFrom,
  planRecording,
  preview,
  type RecordRequest,
  settingsFor,
  type Target,
  total,
  withMissingPrerequisites,
} from './plan.ts';
import { idsFrom, loadResources, type Made, make, makerOf, neededBy, type Resource } from './resources.ts';

/** What is told on the way. */
export interface RecordReporting {
  /** A line of what will be done, before it is. */
  print(line: string): void;
  /** Whether to go on. */
  confirm(question: string): Promise<boolean>;
  /** How many conversations there will be, by provider API. */
  begins(planned: ReadonlyMap<string, number>): void;
  /** How conversations get on; each is told of once, when it is over. */
  progress(done: ConversationDone): void;
  /** What a conversation waits for. */
  waiting(line: string): void;
  /** Aborted when the caller wants it to end: what is recorded stays. */
  readonly signal: AbortSignal;
}

/** What came of a conversation. */
export interface ConversationDone {
  readonly providerApi: string;
  /** The path of the cassette, as messages show it. */
  readonly cassette: string;
  readonly tool: string;
  readonly scenario: string;
  readonly mode: string;
  /**
   * `written` (new, or other than before), `unchanged` (the same bytes), `aside` (kept beside, since verdicts would be worse), `failed`
   * (nothing was written), `not tried`.
   */
  readonly outcome: 'written' | 'unchanged' | 'rejected' | 'failed' | 'not tried';
  /** Why, where it is neither written nor unchanged. */
  readonly reason?: string;
  /** Cells of which a verdict is another one with it: case, before and after. */
  readonly flips?: readonly string[];
  /** Where it is kept, where it is `aside`. */
  readonly keptAt?: string;
  /** Whether what was written is evidence of the provider. */
  readonly evidence?: 'live' | 'documented';
  readonly requests: number;
}

/** What came of a recording. */
export interface Summary {
  /** `true` where nothing was called: a dry run, or the answer was no. */
  readonly nothingCalled?: true;
  /** The caller ended it. */
  readonly interrupted?: true;
  readonly conversations: readonly ConversationDone[];
  readonly requests: number;
  /** What was made at a provider and is still there. */
  readonly leftBehind: readonly LeftBehind[];
}

/** Something at a provider that nobody removed. */
export interface LeftBehind {
  readonly providerApi: string;
  /** What it is, with its id. */
  readonly what: string;
}

/**
 * Records scenarios through the reference adapters, one after the other. Says first what will be called, and asks. Each cassette is written
 * when its conversation is over, whole or not at all; one that does not fulfil its scenario is not.
 *
 * @throws {UserError} the selection or a URL is wrong, or a credential is missing: then nothing was called.
 */
export async function record(request: RecordRequest, reporting: RecordReporting): Promise<Summary> {
  const { environment, folder, makesResources } = request;
  const target = { environment, ...placesFrom(request.baseUrls) };
  const resources = await loadResources();
  const ids = idsFrom(request.resources, resources);
  const plans = withMissingPrerequisites(await planRecording(request), target, { resources, ids, makesResources });
  for (const line of preview(plans, target.baseUrl, folder)) reporting.print(line);
  const nothing = { nothingCalled: true, conversations: [], requests: 0, leftBehind: [] } as const;
  if (request.dryRun) return nothing;
  demandSome(plans);
  if (!(await reporting.confirm(`Record ${total(plans)}?`))) return nothing;

  reporting.begins(new Map(plans.map(({ column, items }) => [column.id, items.length])));
  const acceptance = new Acceptance(folder, request.player);
  const conversations: ConversationDone[] = [];
  const leftBehind: LeftBehind[] = [];
  try {
    for (const plan of plans) {
      const done = await recordProvider(plan, { target, acceptance, resources, ids }, reporting);
      conversations.push(...done.conversations);
      leftBehind.push(...done.leftBehind);
    }
  } finally {
    await acceptance.close();
  }
  return {
    ...(reporting.signal.aborted ? { interrupted: true } : {}),
    conversations,
    requests: conversations.reduce((sum, { requests }) => sum + requests, 0),
    leftBehind,
  };
}

/** What all provider APIs of a recording are given. */
interface Given {
  readonly target: Omit<Target, 'column'>;
  readonly acceptance: Acceptance;
  readonly resources: readonly Resource[];
  readonly ids: ReadonlyMap<string, string>;
}

/** Records what is planned of one provider API; then removes what was made for it. */
async function recordProvider(
  plan: ProviderPlan,
  given: Given,
  reporting: RecordReporting,
): Promise<Pick<Summary, 'conversations' | 'leftBehind'>> {
  const supplied = await supply(plan, given.target, given.ids, () => reporting.signal.aborted);
  const conversations: ConversationDone[] = [];
  const left: string[] = [];
  try {
    for (const item of plan.items) {
      const { over, made } = await recordItem(item, plan, { ...given, supplied }, reporting);
      left.push(...made);
      conversations.push(over);
      reporting.progress(over);
    }
  } finally {
    left.push(...(await supplied.remove()));
  }
  return { conversations, leftBehind: left.map((what) => ({ providerApi: plan.column.id, what })) };
}

/** How often a provider that is busy is asked again, and how long it is left alone where it does not say, in milliseconds. */
const attempts = 4;
const usualWait = 20_000;
/** What a provider may ask for at most, in milliseconds: who wants more is asked another day. */
const longestWait = 180_000;

/** What came of a conversation, and what of it is still at the provider. */
interface Over {
  readonly over: ConversationDone;
  readonly made: readonly string[];
}

async function recordItem(
  { theCase, cassette, obstacle }: Item,
  { column, sdk }: ProviderPlan,
  { target, acceptance, resources, supplied }: Given & { readonly supplied: Supply },
  { signal, waiting }: RecordReporting,
): Promise<Over> {
  const { adapter, scenario, tool, kind, mode } = theCase;
  const what = {
    providerApi: adapter.providerApi,
    cassette,
    tool: kind === 'scenario' ? tool : 'shared',
    scenario: scenario.id,
    mode,
  };
  let requests = 0;
  const left: string[] = [];
  const [unmade] = neededBy(scenario, resources).flatMap(({ name }) => supplied.failures.get(name) ?? []);
  for (let attempt = 1; ; attempt++) {
    const reason = obstacle ?? unmade ?? (signal.aborted ? 'it was ended' : undefined);
    if (reason !== undefined) return { over: { ...what, outcome: 'not tried', reason, requests }, made: left };
    let made: readonly string[] = [];
    const onExchange = (now: readonly string[]) => {
      requests += 1;
      made = now;
    };
    const held = await recordConversation({ ...target, column, sdk, theCase, ids: supplied.ids, onExchange, signal });
    left.push(...made);
    const wait = held.kind === 'busy' ? (held.wait ?? usualWait * 2 ** (attempt - 1)) : undefined;
    if (wait !== undefined && attempt < attempts && wait <= longestWait) {
      waiting(`${column.title}: busy; retry in ${Math.ceil(wait / 1000)} s`);
      await pause(wait, signal);
      continue;
    }
    if (held.kind === 'recorded') {
      const decided = await acceptance.of(theCase, column, held.cassette);
      return { over: { ...what, ...decided, requests }, made: left };
    }
    const failure =
      held.kind === 'busy'
        ? { outcome: 'failed' as const, reason: `the provider is busy: ${held.reason}` }
        : { outcome: held.kind, reason: held.reason };
    return { over: { ...what, ...failure, requests }, made: left };
  }
}

/** What was made at a provider for its conversations. */
interface Supply {
  /** Ids by name, of what was made and of what was there. */
  readonly ids: ReadonlyMap<string, string>;
  /** Why something could not be made, by name. */
  readonly failures: ReadonlyMap<string, string>;
  /** Removes what was made. @returns what is still there, and why */
  remove(): Promise<string[]>;
}

/** Makes what the conversations of a plan need. What cannot be made is said; others go on. */
async function supply(
  { column, items, makes }: ProviderPlan,
  target: Omit<Target, 'column'>,
  there: ReadonlyMap<string, string>,
  isEnded: () => boolean,
): Promise<Supply> {
  const ids = new Map(there);
  const failures = new Map<string, string>();
  const made: Made[] = [];
  for (const resource of makes) {
    const maker = makerOf(column, resource);
    const user = items.find(({ theCase, obstacle }) => !obstacle && neededBy(theCase.scenario, [resource]).length > 0);
    if (!maker || !user || isEnded()) continue;
    try {
      const one = await make(resource, maker, settingsFor(user.theCase, { ...target, column }));
      made.push(one);
      ids.set(resource.name, one.id);
    } catch (error) {
      failures.set(resource.name, (error as Error).message);
    }
  }
  return {
    ids,
    failures,
    async remove() {
      const left: string[] = [];
      for (const one of made.reverse()) left.push(...(await one.remove()));
      return left;
    },
  };
}

/** What decides whether recordings take their place: one after the other, each played before it is written. */
class Acceptance {
  readonly #folder: string;
  readonly #own = new Player();
  readonly #player: Pick<Player, 'play'>;
  #before: Promise<unknown> = Promise.resolve();

  /** @param player who plays; one of its own unless told, which ends with it */
  constructor(folder: string, player?: Pick<Player, 'play'>) {
    this.#folder = folder;
    this.#player = player ?? this.#own;
  }

  /** What came of a recording. Never throws: what keeps it from being written is said. */
  of(theCase: Case, column: ProviderApi, cassette: Cassette): Promise<Decided> {
    const decided = this.#before.then(() => this.#decide(cassettesOf(theCase, column, this.#folder)[0], cassette));
    this.#before = decided;
    return decided;
  }

  async #decide({ path, transport }: CaseCassette, cassette: Cassette): Promise<Decided> {
    try {
      const accepted = await acceptRecording({ path, transport, cassette, folder: this.#folder, player: this.#player });
      const { outcome, reason, keptAt, decision } = accepted;
      const flips = casesOtherwise(decision);
      return {
        outcome,
        evidence: cassette.provenance.evidence,
        ...(reason === undefined ? {} : { reason }),
        ...(keptAt === undefined ? {} : { keptAt }),
        ...(flips.length > 0 ? { flips } : {}),
      };
    } catch (error) {
      return { outcome: 'failed', reason: String(error) };
    }
  }

  close(): Promise<void> {
    return this.#own.close();
  }
}

/** The cases that come out otherwise. */
const casesOtherwise = (decision: Decision | undefined): string[] => [
  ...new Set(
    decision?.findings.flatMap(({ rule, case: id }) => (id === undefined || rule.startsWith('evidence-') ? [] : id)),
  ),
];

type Decided = Pick<ConversationDone, 'outcome' | 'reason' | 'evidence' | 'flips' | 'keptAt'>;
