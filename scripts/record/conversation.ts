import type { ProviderApi } from '../../matrix/model.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import { recordWith } from '../../recordings/transport/record.ts';
import type { Adapter, ClientSettings } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { statedOf, unfulfilled } from '../../spec/engine/conclude.ts';
import { converse } from '../../spec/engine/run.ts';
import type { Step } from '../../spec/engine/trace.ts';
import type { WireReader } from '../../spec/wire/index.ts';
import type { Tokens } from './price.ts';
import { withIds } from './resources/load.ts';

/** What is needed to hold one conversation. */
export interface Conversation {
  readonly theCase: Case;
  /** What resources are called at the provider, by the names that the scenario has for them. */
  readonly ids: ReadonlyMap<string, string>;
  readonly adapter: Adapter;
  readonly reader: WireReader;
  readonly column: ProviderApi;
  readonly settings: ClientSettings;
  /** The day, `YYYY-MM-DD`. */
  readonly recordedAt: string;
  readonly sdk: string | undefined;
  readonly watch: (exchange: Exchange) => void;
  /** Aborted when it is to end: the client is closed, and with it what it made at the provider. */
  readonly signal: AbortSignal;
}

/** What came of it. A provider that is `busy` may be asked again, in so many milliseconds where it says so. */
export type Held = { readonly tokens: Tokens } & (
  | { readonly kind: 'recorded'; readonly cassette: Cassette }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'busy'; readonly reason: string; readonly wait?: number }
);

/**
 * Holds a conversation with a provider and records it. One that does not fulfil its scenario is no recording of it.
 *
 * @throws {UserError} nothing was recorded.
 * @throws {TimeLimitError} it did not come to an end.
 */
export async function hold(conversation: Conversation): Promise<Held> {
  const { theCase, ids, adapter, reader, column, settings, recordedAt, sdk, watch, signal } = conversation;
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const options = {
    operations: column.operations,
    settings,
    column,
    recordedAt,
    sdk,
    names,
    watch,
    ending: signal,
    timeLimit,
  };
  const played = { ...theCase, scenario: withIds(theCase.scenario, ids) };
  const { value, cassette, unexpected } = await recordWith(options, (transport) =>
    converse(played, adapter, transport),
  );
  const { facts } = reader.readResponses(value.steps.flatMap(({ exchanges }) => exchanges));
  const usages = facts.map(({ fact }) => fact).filter((fact) => fact.kind === 'usage');
  const tokens = {
    input: usages.reduce((sum, { inputTokens }) => sum + (inputTokens ?? 0), 0),
    output: usages.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0),
  };
  const [strange] = unexpected;
  if (strange) {
    const { method, url } = strange.request;
    return { kind: 'failed', tokens, reason: `${method} ${url} is no known operation: ${strange.reason}` };
  }
  const reason = problemOf(theCase, value.steps, reader) ?? value.unplayable;
  if (reason === undefined) return { kind: 'recorded', tokens, cassette };
  const busy = busyAnswer(value.steps);
  return busy ? { kind: 'busy', tokens, reason, ...busy } : { kind: 'failed', tokens, reason };
}

/** Longest a conversation may take, in milliseconds: agents that search, compute and answer several times. */
const timeLimit = 300_000;

/** Why a conversation, as it was recorded, does not fulfil its scenario. */
function problemOf(theCase: Case, steps: readonly Step[], reader: WireReader): string | undefined {
  const mayThrow = (call: number) => statedOf(theCase, call)?.some(({ kind }) => kind === 'error');
  const thrown = steps.find(({ error }, call) => error && !mayThrow(call))?.error;
  if (thrown) return `${thrown.name}: ${thrown.message}`;
  const problems = steps.flatMap(({ exchanges }, call) => {
    const earlier = steps.slice(0, call).flatMap((step) => step.exchanges);
    return unfulfilled(statedOf(theCase, call) ?? [], reader.readResponses(exchanges, earlier).facts);
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
