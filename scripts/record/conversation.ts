import { pause } from '../../lib/real-time.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import { isSafeToLog, secretsOf, withoutSecrets } from '../../recordings/scrub/known-secrets.ts';
import { inTexts } from '../../recordings/scrub/map-strings.ts';
import { recordWith } from '../../recordings/transport/record.ts';
import type { Adapter, ClientSettings } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { expectedFacts, unmetExpectations } from '../../spec/engine/decide-verdict.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { runConversation } from '../../spec/engine/run.ts';
import { today } from '../../spec/engine/selection.ts';
import type { Step } from '../../spec/engine/trace.ts';
import { type WireReader, wireReaderFor } from '../../spec/wire/index.ts';
import { settingsFor, type Target } from './plan.ts';
import { withIds } from './resources.ts';

/** What is needed to hold one conversation. */
export interface Conversation extends Target {
  readonly theCase: Case;
  /** What resources are called at the provider, by the names that the scenario has for them. */
  readonly ids: ReadonlyMap<string, string>;
  /** What sends the requests, `package@version`. */
  readonly sdk: string | undefined;
  /** Told with every exchange what the conversation has made at the provider by then, and not removed. */
  readonly onExchange: (made: readonly string[]) => void;
  /** Aborted when it is to end: the client is closed, and with it what it made at the provider. */
  readonly signal: AbortSignal;
}

/** What came of it, without secrets. A provider that is `busy` may be asked again, in so many milliseconds where it says so. */
export type RecordedConversation =
  | { readonly kind: 'recorded'; readonly cassette: Cassette }
  | { readonly kind: 'failed' | 'not tried'; readonly reason: string }
  | { readonly kind: 'busy'; readonly reason: string; readonly wait?: number };

/** How long a conversation that was told to end is waited for, in milliseconds: it removes what it made. */
const longestEnding = 15_000;

/**
 * Holds a conversation with a provider, by the reference adapter, and records it. One that does not fulfil its scenario is no recording
 * of it. Never throws: what went wrong is what came of it.
 */
export async function recordConversation(conversation: Conversation): Promise<RecordedConversation> {
  const { signal } = conversation;
  const settings = settingsFor(conversation.theCase, conversation);
  const secrets = secretsOf(settings.credentials);
  const told = (text: string) => isSafeToLog(text, secrets);
  const ended: RecordedConversation = { kind: 'not tried', reason: 'it was ended' };
  const over = new AbortController();
  const givenUp = async () => {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await pause(longestEnding, over.signal);
    return ended;
  };
  try {
    const held = await Promise.race([attempt(conversation, settings, secrets), givenUp()]);
    if (signal.aborted) return ended;
    // A recording has been scrubbed already.
    return held.kind === 'recorded' ? held : inTexts(held, told);
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'failed', reason: told(`${name}: ${message}`) };
  } finally {
    over.abort();
  }
}

async function attempt(
  { theCase, ids, column, sdk, onExchange, signal }: Conversation,
  settings: ClientSettings,
  secrets: readonly string[],
): Promise<RecordedConversation> {
  const [{ adapter }, reader] = await Promise.all([
    import(`${repositoryFolder}/adapters/reference/${column.id}/adapter.ts`) as Promise<{ adapter: Adapter }>,
    wireReaderFor(column.id),
  ]);
  const seen: Exchange[] = [];
  const made = () => (reader.made?.(seen) ?? []).filter(({ isDeleted }) => !isDeleted).map(({ what }) => what);
  const options = {
    operations: column.operations,
    settings,
    column,
    recordedAt: today(),
    sdk,
    names: new Map([...ids].map(([name, id]) => [id, name])),
    watch: (exchange: Exchange) => {
      seen.push(exchange);
      onExchange(withoutSecrets(made(), secrets));
    },
    ending: signal,
    timeLimit,
  };
  const played = { ...theCase, scenario: withIds(theCase.scenario, ids) };
  const { value, cassette, unexpected } = await recordWith(options, (transport) =>
    runConversation(played, adapter, transport),
  );
  const [strange] = unexpected;
  if (strange) {
    const { method, url } = strange.request;
    return { kind: 'failed', reason: `${method} ${url} is not a known operation: ${strange.reason}` };
  }
  const reason = problemOf(theCase, value.steps, reader) ?? value.unplayable;
  if (reason === undefined) return { kind: 'recorded', cassette };
  const busy = busyAnswer(value.steps);
  return busy ? { kind: 'busy', reason, ...busy } : { kind: 'failed', reason };
}

/** Longest a conversation may take, in milliseconds: agents that search, compute and answer several times. */
const timeLimit = 300_000;

/** Why a conversation, as it was recorded, does not fulfil its scenario. */
function problemOf(theCase: Case, steps: readonly Step[], reader: WireReader): string | undefined {
  const mayThrow = (call: number) => expectedFacts(theCase, call)?.some(({ kind }) => kind === 'error');
  const thrown = steps.find(({ error }, call) => error && !mayThrow(call))?.error;
  if (thrown) return `${thrown.name}: ${thrown.message}`;
  const problems = steps.flatMap(({ exchanges }, call) => {
    const earlier = steps.slice(0, call).flatMap((step) => step.exchanges);
    return unmetExpectations(expectedFacts(theCase, call) ?? [], reader.readResponses(exchanges, earlier).facts);
  });
  return problems[0] ?? (steps.length < theCase.scenario.expect.length ? 'the conversation ended early' : undefined);
}

/** Statuses that ask for patience: too many requests, not now, overloaded (Anthropic). */
const patience = [429, 503, 529];

function busyAnswer(steps: readonly Step[]): { readonly wait?: number } | undefined {
  const last = steps.at(-1)?.exchanges.at(-1)?.response;
  if (!last || !patience.includes(last.status)) return undefined;
  const wait = waitAsked(headerOf(last, 'retry-after-ms'), headerOf(last, 'retry-after'));
  return wait === undefined ? {} : { wait };
}

/** Milliseconds to wait: as OpenAI and Azure say it, or by RFC 9110, 10.2.3, in seconds or as a date. */
function waitAsked(milliseconds: string | undefined, after: string | undefined): number | undefined {
  if (milliseconds !== undefined && /^\d+$/.test(milliseconds)) return Number(milliseconds);
  if (after === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
