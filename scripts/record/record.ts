import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderApi } from '../../matrix/model.ts';
import { Acceptance } from './acceptance.ts';
import { announcement, total } from './announce.ts';
import { Crew } from './crew.ts';
import { demandSome, idsFrom, withObstacles } from './obstacles.ts';
import { type Item, type ProviderPlan, planRecording } from './plan.ts';
import { loadPrices } from './price.ts';
import { Purse } from './purse.ts';
import type { ConversationDone, RecordReporting, RecordRequest } from './request.ts';
import { loadResources, neededBy, type Resource } from './resources/load.ts';
import { type Supply, supply } from './supply.ts';
import { demandUrl, endpointsFrom } from './target.ts';
import type { Result, ThreadData } from './thread-messages.ts';

/** What came of a recording. */
export interface Summary {
  /** `true` where nothing was called: a dry run, or the answer was no. */
  readonly nothingCalled?: true;
  /** The caller ended it. */
  readonly interrupted?: true;
  readonly conversations: readonly ConversationDone[];
  readonly requests: number;
  /** In US dollars, by the prices that are known. */
  readonly cost: number;
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
 * Records scenarios through the reference adapters. Says first what will be called, and asks. Each cassette is written when its
 * conversation is over, whole or not at all; one that does not fulfil its scenario is not.
 *
 * @throws {UserError} the selection, a URL or a limit is wrong, or a credential is missing: then nothing was called.
 */
export async function record(request: RecordRequest, reporting: RecordReporting): Promise<Summary> {
  if (request.baseUrl !== undefined) demandUrl('--base-url', request.baseUrl);
  const endpoints = endpointsFrom(request.endpoints);
  const prices = await loadPrices();
  const target = { environment: request.environment, baseUrl: request.baseUrl, endpoints };
  const resources = await loadResources();
  const ids = idsFrom(request.resources, resources);
  const { makesResources } = request;
  const plans = withObstacles(await planRecording(request, prices), target, { resources, ids, makesResources });
  for (const line of announcement(plans, request)) reporting.print(line);
  const nothing = { nothingCalled: true, conversations: [], requests: 0, cost: 0, leftBehind: [] } as const;
  if (request.dryRun) return nothing;
  demandSome(plans);
  if (!(await reporting.confirm(`Record ${total(plans)}?`))) return nothing;

  const purse = new Purse(request, prices);
  reporting.begins(new Map(plans.map(({ column, items }) => [column.id, items.length])));
  const acceptance = new Acceptance(request.folder);
  const given = { ...target, concurrency: request.concurrency, purse, acceptance, resources, ids };
  const recorded = Promise.all(plans.map((plan) => recordProvider(plan, given, reporting)));
  const done = await recorded.finally(() => acceptance.close());
  return {
    ...(reporting.signal.aborted ? { interrupted: true } : {}),
    conversations: done.flatMap(({ conversations }) => conversations),
    requests: purse.requests,
    cost: purse.spent,
    leftBehind: done.flatMap(({ leftBehind }) => leftBehind),
  };
}

interface Given extends Pick<ThreadData, 'environment' | 'baseUrl' | 'endpoints'> {
  readonly concurrency: number;
  readonly purse: Purse;
  readonly acceptance: Acceptance;
  readonly resources: readonly Resource[];
  readonly ids: ReadonlyMap<string, string>;
}

async function recordProvider(
  plan: ProviderPlan,
  { environment, baseUrl, endpoints, concurrency, purse, acceptance, resources, ids }: Given,
  reporting: RecordReporting,
): Promise<Pick<Summary, 'conversations' | 'leftBehind'>> {
  const { column, sdk, items } = plan;
  const leftBehind: LeftBehind[] = [];
  const crew = new Crew({ column, sdk, environment, baseUrl, endpoints });
  const { signal } = reporting;
  const stop = () => void crew.stop();
  signal.addEventListener('abort', stop, { once: true });
  const gate = new Gate(signal, (line) => reporting.waiting(`${column.title}: ${line}`));
  const target = { environment, baseUrl, endpoints };
  const supplied = await supply(plan, target, ids, () => signal.aborted);
  const left = [...items];
  const conversations: ConversationDone[] = [];
  const worker = async () => {
    for (let item = left.shift(); item; item = left.shift()) {
      const { over, made } = await recordItem(item, { column, crew, gate, purse, acceptance, resources, supplied });
      leftBehind.push(...made.map((thing) => ({ providerApi: column.id, what: thing })));
      conversations.push(over);
      reporting.progress(over);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
  } finally {
    signal.removeEventListener('abort', stop);
    await crew.close();
    leftBehind.push(...(await supplied.remove()).map((what) => ({ providerApi: column.id, what })));
  }
  return { conversations, leftBehind };
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

interface Means extends Pick<Given, 'purse' | 'acceptance' | 'resources'> {
  readonly supplied: Supply;
  readonly column: ProviderApi;
  readonly crew: Crew;
  readonly gate: Gate;
}

async function recordItem(item: Item, means: Means): Promise<Over> {
  const { column, crew, gate, purse, acceptance, resources, supplied } = means;
  const { theCase, cassette } = item;
  const { adapter, scenario, tool, kind, mode } = theCase;
  const what = {
    providerApi: adapter.providerApi,
    cassette,
    tool: kind === 'scenario' ? tool : 'refused',
    scenario: scenario.id,
    mode,
  };
  let requests = 0;
  const left: string[] = [];
  const [unmade] = neededBy(scenario, resources).flatMap(({ name }) => supplied.failures.get(name) ?? []);
  for (let attempt = 1; ; attempt++) {
    await gate.open();
    const reason = item.obstacle ?? unmade ?? (gate.isEnded ? 'it was ended' : purse.begin(item));
    if (reason !== undefined) return { over: { ...what, outcome: 'not tried', reason, requests }, made: left };
    let made: readonly string[] = [];
    const result = await crew.record(theCase, supplied.ids, (now) => {
      requests += 1;
      purse.requests += 1;
      made = now;
    });
    left.push(...made);
    const cost = purse.end(item, result.tokens);
    if (result.kind === 'busy' && attempt < attempts && (result.wait ?? 0) <= longestWait) {
      gate.close(result.wait ?? usualWait * 2 ** (attempt - 1));
      continue;
    }
    const taken = {
      requests,
      ...(result.tokens ? { inputTokens: result.tokens.input, outputTokens: result.tokens.output } : {}),
      ...(cost === undefined ? {} : { cost }),
    };
    const outcome =
      result.kind === 'recorded' ? await acceptance.of(theCase, column, result.cassette) : failure(result);
    return { over: { ...what, ...outcome, ...taken }, made: left };
  }
}

function failure(result: Exclude<Result, { kind: 'recorded' }>): Pick<ConversationDone, 'outcome' | 'reason'> {
  const { kind, reason } = result;
  return kind === 'busy' ? { outcome: 'failed', reason: `the provider is busy: ${reason}` } : { outcome: kind, reason };
}

/** Keeps all conversations with a provider from beginning while it wants to be left alone. */
class Gate {
  #until = 0;
  readonly #signal: AbortSignal;
  readonly #tell: (line: string) => void;

  constructor(signal: AbortSignal, tell: (line: string) => void) {
    this.#signal = signal;
    this.#tell = tell;
  }

  get isEnded(): boolean {
    return this.#signal.aborted;
  }

  close(milliseconds: number): void {
    this.#until = Math.max(this.#until, Date.now() + milliseconds);
    this.#tell(`busy; asked again in ${Math.ceil(milliseconds / 1000)} s`);
  }

  async open(): Promise<void> {
    for (let left = this.#until - Date.now(); left > 0 && !this.isEnded; left = this.#until - Date.now()) {
      await sleep(left, undefined, { signal: this.#signal }).catch(() => {});
    }
  }
}
