/** One recorded answer, served to an adapter: what the wire says beside what the adapter made of it. */
import type { Exchange } from '../../recordings/format/exchange.ts';
import {
  type Adapter,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
  isContractError,
  type Tool,
} from '../contract/index.ts';
import { compareFacts, type Difference } from '../facts/compare.ts';
import type { LocatedFact, Reading, Unread } from '../facts/fact.ts';
import { factsFromContents, factsFromError } from '../facts/from-contents.ts';
import type { WireReader } from '../wire/reader.ts';

/** Lets an adapter's client be answered with a recorded exchange. Nothing else reaches it. */
export type Serve = <T>(exchange: Exchange, use: (settings: ClientSettings) => Promise<T>) => Promise<T>;

/** Who is tested, and by whom. */
export interface Subject {
  readonly adapter: Adapter;
  readonly reader: WireReader;
  readonly serve: Serve;
}

/** What the source keeps of an exchange, beyond its bytes. */
export interface Played {
  readonly stream: boolean;
  /** False where the source keeps only the answer. */
  readonly hasRequest: boolean;
  /** Place of the exchange in its file: `exchanges[2]`. */
  readonly place: string;
}

/** What came of one answer. */
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
  readonly unread: readonly (Unread & { readonly side: 'request' | 'response' | 'adapter' })[];
}

/** Never throws: whatever the adapter throws is part of the outcome. */
export async function play(
  exchange: Exchange,
  recorded: Played,
  { adapter, reader, serve }: Subject,
): Promise<Outcome> {
  const wire = reader.readResponses([exchange]);
  const asked = recorded.hasRequest ? reader.readRequests([exchange])[0] : undefined;
  const request = asked ? recordedRequest(asked) : imaginedRequest(wire);
  const call = (settings: ClientSettings) => ask(adapter, settings, request, recorded.stream);
  let answer: Answer;
  try {
    answer = await serve(exchange, call);
  } catch (thrown) {
    answer = { reading: nothing, fault: `it could not be played: ${said(thrown)}` };
  }
  const { reading, thrown } = answer;
  const unread = [
    ...request.unread.map((u) => ({ ...u, side: 'request' as const })),
    ...wire.unread.map((u) => ({ ...u, side: 'response' as const })),
    ...reading.unread.map((u) => ({ ...u, side: 'adapter' as const })),
  ].map((u) => ({ ...u, path: inFile(u.path, recorded.place) }));
  const error = answer.fault ?? (thrown === undefined ? undefined : faultOf(thrown, wire));
  if (error !== undefined) return { read: false, compared: 0, differences: [], error, unread };
  const contradiction = wire.unread.find(({ contradicts }) => contradicts);
  if (contradiction) {
    return { read: false, compared: 0, differences: [], contradiction: contradiction.what, unread };
  }
  const { compared, differences } = compareFacts(located(wire, recorded.place), located(reading, recorded.place));
  return { read: wire.facts.length > 0 && reading.facts.length > 0, compared, differences, unread };
}

interface Answer {
  readonly reading: Reading;
  /** What left the adapter. */
  readonly thrown?: unknown;
  /** Why there is no answer to judge. */
  readonly fault?: string;
}

const nothing: Reading = { facts: [], unread: [] };

interface Question {
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly unread: readonly Unread[];
}

/** The model stays the client's own: of one that was retired since, an SDK may say so on the console. */
function recordedRequest({ messages, options: { modelId: _, ...options }, unread }: Question): Question {
  return { messages, options, unread };
}

/** Where only the answer is kept: one message, and the functions that the answer calls. */
function imaginedRequest({ facts }: Reading): Question {
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
    if (!stream) return { reading: factsFromContents(await client.getResponse(messages, options)) };
    for await (const update of client.getStreamingResponse(messages, options)) updates.push(update);
    return { reading: factsFromContents(foldUpdates(updates)) };
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

/** Why an error is the adapter's fault; `undefined` where it says what the wire says. */
function faultOf(thrown: unknown, wire: Reading): string | undefined {
  if (!isContractError(thrown)) return `the adapter threw what is no error of the contract: ${said(thrown)}`;
  const expected = wire.facts.some(({ fact }) => fact.kind === 'error');
  if (!expected) return `the wire has no error, and the adapter threw ${said(thrown)}`;
  return thrown.name === 'ProviderError' ? undefined : `the wire has an error, and the adapter threw ${said(thrown)}`;
}

const said = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

const inFile = (path: string, place: string): string =>
  path.startsWith('exchanges[0]') ? `${place}${path.slice('exchanges[0]'.length)}` : `${place}.${path}`;

const located = ({ facts }: Reading, place: string): LocatedFact[] =>
  facts.map(({ fact, path }) => ({ fact, path: inFile(path, place) }));
