/** One recorded call, served to an adapter: what the wire says beside what the adapter made of it. */
import type { Exchange } from '../../recordings/format/exchange.ts';
import {
  type Adapter,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
  isContractError,
  type Tool,
} from '../contract/index.ts';
import { compareFacts, type Difference } from '../facts/compare-wire-and-adapter.ts';
import type { FactReading, LocatedFact, Unrecognized } from '../facts/fact.ts';
import { factsFromContents, factsFromError } from '../facts/from-contents.ts';
import type { WireReader } from '../wire/reader.ts';

/** Lets an adapter's client be answered with recorded exchanges. Nothing else reaches it. */
export type Serve = <T>(exchanges: readonly Exchange[], use: (settings: ClientSettings) => Promise<T>) => Promise<T>;

/** Who is tested, and by whom. */
export interface Subject {
  readonly adapter: Adapter;
  readonly reader: WireReader;
  readonly serve: Serve;
}

/** What one call of a client made, as it was recorded. */
export interface RecordedCall {
  readonly exchanges: readonly Exchange[];
  /** Place of each exchange in its file: `exchanges[2]`. */
  readonly places: readonly string[];
  readonly stream: boolean;
  /** False where the source keeps only the answer. */
  readonly hasRequest: boolean;
}

/** What went before in a conversation that the provider keeps. */
export interface Before {
  readonly exchanges: readonly Exchange[];
  /** What was said, as the adapter was told it and told it itself. */
  readonly messages: readonly ChatMessage[];
}

/** The beginning of a conversation. */
export const nothingBefore: Before = { exchanges: [], messages: [] };

/** What came of one call. */
export interface Outcome {
  /** Both sides said something. */
  readonly read: boolean;
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** What left the adapter and should not have. */
  readonly error?: string;
  /** Where the recording says two things of one, so that nothing can be compared with it. */
  readonly contradiction?: string;
  /** What is not understood, by the side that says it. */
  readonly unread: readonly (Unrecognized & { readonly side: 'request' | 'response' })[];
}

/** Never throws: whatever the adapter throws is part of the outcome. */
export async function play(
  call: RecordedCall,
  before: Before,
  { adapter, reader, serve }: Subject,
): Promise<{ readonly outcome: Outcome; readonly after: Before }> {
  const { exchanges, places } = call;
  const wire = reader.readResponses(exchanges, before.exchanges);
  const asked = call.hasRequest ? reader.readRequests(exchanges, before.exchanges)[0] : undefined;
  const request = asked ? recordedRequest(asked, before, wire) : imaginedRequest(wire);
  const served = reader.retold?.(exchanges, before.exchanges) ?? exchanges;
  let answer: Answer;
  try {
    answer = await serve(served, (settings) => ask(adapter, settings, request, call.stream));
  } catch (thrown) {
    answer = { reading: nothing, fault: `it could not be played: ${said(thrown)}` };
  }
  return {
    outcome: outcomeOf(places, request, wire, answer),
    after: {
      exchanges: [...before.exchanges, ...exchanges],
      messages: [...request.messages, ...(answer.messages ?? [])],
    },
  };
}

function outcomeOf(places: readonly string[], request: Question, wire: FactReading, answer: Answer): Outcome {
  const { reading, thrown } = answer;
  const unread = [
    ...request.unread.map((u) => ({ ...u, side: 'request' as const })),
    ...wire.unread.map((u) => ({ ...u, side: 'response' as const })),
  ].map((u) => ({ ...u, path: inFile(u.path, places) }));
  const error = answer.fault ?? (thrown === undefined ? undefined : faultOf(thrown, wire));
  if (error !== undefined) return { read: false, compared: 0, differences: [], error, unread };
  const contradiction = wire.unread.find(({ contradicts }) => contradicts);
  if (contradiction) {
    return { read: false, compared: 0, differences: [], contradiction: contradiction.what, unread };
  }
  const { compared, differences } = compareFacts(located(wire, places), located(reading, places));
  return { read: wire.facts.length > 0 && reading.facts.length > 0, compared, differences, unread };
}

interface Answer {
  readonly reading: FactReading;
  readonly messages?: readonly ChatMessage[];
  /** What left the adapter. */
  readonly thrown?: unknown;
  /** Why there is no answer to judge. */
  readonly fault?: string;
}

const nothing: FactReading = { facts: [], unread: [] };

interface Question {
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly unread: readonly Unrecognized[];
}

/** What a request holds that no caller can say: the call is of a kind that the contract has no word for, or has another id. */
export const callIsMissing = 'a result without its call';

/**
 * The model stays the client's own: of one that was retired since, an SDK may say so on the console. Where the provider keeps
 * the conversation, a caller still knows all of it, and says it.
 */
function recordedRequest(
  { messages, options: { modelId: _, ...options }, unread }: Question,
  before: Before,
  wire: FactReading,
): Question {
  const isKept = options.conversationId !== undefined;
  if (!isKept && !holdsCalls(messages)) {
    return { ...imaginedRequest(wire), unread: [...unread, { path: 'request', what: callIsMissing }] };
  }
  return { messages: [...(isKept ? before.messages : []), ...messages], options, unread };
}

/** Whether every result answers a call before it. */
function holdsCalls(messages: readonly ChatMessage[]): boolean {
  const called = new Set<string>();
  return messages
    .flatMap(({ contents }) => contents)
    .every((content) => {
      if (content.type === 'function-call' || content.type === 'action-call') called.add(content.callId);
      return !(content.type === 'function-result' || content.type === 'action-result') || called.has(content.callId);
    });
}

/** Where only the answer can be told: one message, and the functions that the answer calls. */
function imaginedRequest({ facts }: FactReading): Question {
  const names = new Set(facts.flatMap(({ fact }) => (fact.kind === 'call' ? fact.name : [])));
  const tools = [...names].map((name): Tool => ({ type: 'function', name, parameters: { type: 'object' } }));
  return {
    messages: [{ role: 'user', contents: [{ type: 'text', text: 'The question is not recorded.' }] }],
    options: tools.length > 0 ? { tools } : {},
    unread: [],
  };
}

async function ask(
  adapter: Adapter,
  settings: ClientSettings,
  { messages, options }: Question,
  stream: boolean,
): Promise<Answer> {
  const client = adapter.createClient(settings);
  const updates: ChatResponseUpdate[] = [];
  try {
    if (!stream) return answered(await client.getResponse(messages, options));
    for await (const update of client.getStreamingResponse(messages, options)) updates.push(update);
    return answered(foldUpdates(updates));
  } catch (thrown) {
    // What had come before the error was said all the same.
    const before = factsFromContents(foldUpdates(updates));
    const error = thrown instanceof Error ? factsFromError(thrown) : nothing;
    return {
      reading: { facts: [...before.facts, ...error.facts], unread: [...before.unread, ...error.unread] },
      thrown,
    };
  } finally {
    await client.close();
  }
}

const answered = (response: ChatResponse): Answer => ({
  reading: factsFromContents(response),
  messages: response.messages,
});

/** Why an error is the adapter's fault; `undefined` where it says what the wire says. */
function faultOf(thrown: unknown, wire: FactReading): string | undefined {
  if (!isContractError(thrown)) return `the adapter threw what is not an error of the contract: ${said(thrown)}`;
  const [expected] = wire.facts.flatMap(({ fact }) => (fact.kind === 'error' ? fact : []));
  if (!expected) return `the wire has no error, and the adapter threw ${said(thrown)}`;
  const name = expected.unreadable === undefined ? 'ProviderError' : 'WireError';
  return thrown.name === name ? undefined : `the wire has an error, and the adapter threw ${said(thrown)}`;
}

const said = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

/** Paths begin at an exchange of the call, or are the adapter's own. One may name several places: `a + b`. */
const inFile = (path: string, places: readonly string[]): string =>
  /^exchanges\[\d+\]/.test(path)
    ? path.replaceAll(/(?<=^| \+ )exchanges\[(\d+)\]/g, (all, index: string) => places[Number(index)] ?? all)
    : `${places[0]}.${path}`;

const located = ({ facts }: FactReading, places: readonly string[]): LocatedFact[] =>
  facts.map(({ fact, path }) => ({ fact, path: inFile(path, places) }));
