import type { ProviderApi } from '../../matrix/model.ts';
import type { Acceptance } from './acceptance.ts';
import { Crew } from './crew.ts';
import { Gate } from './gate.ts';
import type { Item, ProviderPlan } from './plan.ts';
import type { Purse } from './purse.ts';
import type { ConversationDone, RecordReporting } from './request.ts';
import { neededBy, type Resource } from './resources/load.ts';
import type { LeftBehind, Summary } from './summary.ts';
import { type Supply, supply } from './supply.ts';
import type { Result, ThreadData } from './thread-messages.ts';

/** What all provider APIs of a recording are given. */
interface Given extends Pick<ThreadData, 'environment' | 'baseUrl' | 'endpoints'> {
  readonly concurrency: number;
  readonly purse: Purse;
  readonly acceptance: Acceptance;
  readonly resources: readonly Resource[];
  readonly ids: ReadonlyMap<string, string>;
}

/** Records what is planned of one provider API, so many conversations at once; then removes what was made for it. */
export async function recordProvider(
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
