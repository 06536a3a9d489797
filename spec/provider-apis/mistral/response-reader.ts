import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { failureHeaders, truncatedResponse, unreadableResponse } from '../../wire/errors.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asArray, asObject, asString, jsonOf, otherMembers } from '../../wire/json.ts';
import { type Identity, identityFacts, identityIn, tokenUsage } from '../../wire/shared-facts.ts';
import { endsTurn, type PlacedEntry, readEntries, thoughtOf } from './entries.ts';
import { mistralErrorFact } from './shared.ts';

/** What the answers of one client call say. See {@link import('../../wire/reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): FactReading {
  const answers = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  const contents = answers.map(({ entries }) => readEntries(entries));
  const last = answers.at(-1);
  return {
    facts: [
      ...contents.flatMap(({ facts }) => facts),
      ...(last ? finishOf(last) : []),
      ...usageOf(answers),
      ...identityFacts(entriesOf(answers).map(({ entry, path }) => modelIn(entry, path))),
      ...answers.flatMap(({ errors }) => errors),
    ],
    unread: [...contents.flatMap(({ unread }) => unread), ...answers.flatMap(({ unread }) => unread)],
  };
}

const entriesOf = (answers: readonly Answer[]) => answers.flatMap(({ entries }) => entries);

/** Each entry names its model. The answer has no id of its own: that of the conversation is all of theirs. */
const modelIn = (entry: JsonObject, path: string): Identity => {
  const { model } = identityIn(entry, path);
  return model ? { model } : {};
};

/**
 * Why an answer ended. This wire does not say: it is `tool_calls` where the application must act, else `stop`, though a limit may
 * have cut it off.
 */
function finishOf({ entries, end }: Answer): LocatedFact[] {
  if (end === undefined) return [];
  const reason = entries.some(({ entry }) => endsTurn(entry)) ? 'tool_calls' : 'stop';
  return [{ fact: { kind: 'finish', reason }, path: end }];
}

/** Tokens summed over the answers. Those of connectors are counted apart, in `connector_tokens`. */
const usageOf = (answers: readonly Answer[]): LocatedFact[] =>
  tokenUsage(
    answers.flatMap(({ usage }) => (usage ? [{ usage: usage.value, path: usage.path }] : [])),
    { input: 'prompt_tokens_details', output: 'completion_tokens_details' },
  );

function readExchange({ response, transport }: Exchange, path: string): Answer {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !type.includes('json'));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path);
  }
  const at = `${path}.body`;
  const body = asObject(jsonOf(response.body));
  const unread: Unrecognized[] = body ? [] : [{ path: at, what: 'body that is not a JSON object' }];
  if (response.status >= 400) {
    const told = failureHeaders(response, 'mistral-correlation-id');
    return {
      entries: [],
      errors: [{ fact: { ...mistralErrorFact(body, response.status), ...told }, path: at }],
      unread,
    };
  }
  return body ? readBody(body, at) : { entries: [], errors: unreadableResponse(response, at), unread };
}

const known = new Set(['object', 'conversation_id', 'outputs', 'usage']);

function readBody(body: JsonObject, path: string): Answer {
  const outputs = asArray(body.outputs);
  const usage = asObject(body.usage);
  return {
    entries: (outputs ?? []).map((entry, i) => ({ entry: asObject(entry) ?? {}, path: `${path}.outputs[${i}]` })),
    ...(outputs ? { end: `${path}.outputs` } : {}),
    ...(usage ? { usage: { value: usage, path: `${path}.usage` } } : {}),
    errors: [],
    unread: [
      ...(outputs ? [] : [{ path, what: 'response without outputs' }]),
      ...otherMembers(body, known).map((name) => ({ path: `${path}.${name}`, what: `response.${name}` })),
    ],
  };
}

/** An answer put together from a JSON body or from a stream's events. */
interface Answer {
  readonly entries: readonly PlacedEntry[];
  /** Where it says that it is over; absent where it broke off. */
  readonly end?: string;
  readonly usage?: { readonly value: JsonObject; readonly path: string };
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unrecognized[];
}

// Puts an answer together from the events of a stream. Source: `ConversationEventsData` of `@mistralai/mistralai`.

/** @param path place of the response: `exchanges[0].response`. */
function readStream(text: string, path: string): Answer {
  const entries = new Map<number, StreamedEntry>();
  const errors: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  let end: { data: JsonObject; path: string } | undefined;
  for (const [index, event] of serverSentEvents(text).entries()) {
    const at = `${path}.events[${index}]`;
    const data = asObject(event.json);
    const type = asString(data?.type) ?? event.name ?? 'event without a type';
    if (!data) {
      if (event.data !== '[DONE]') unread.push({ path: at, what: `event that is not a JSON object (${type})` });
    } else if (type === 'conversation.response.error') {
      // Its type is the event's, and not the error's.
      errors.push({ fact: mistralErrorFact({ ...data, type: null }), path: at });
    } else if (type === 'conversation.response.done') {
      end = { data, path: at };
    } else if (type !== 'conversation.response.started' && !take(entries, path, type, data, index)) {
      unread.push({ path: at, what: type });
    }
  }
  if (!end && errors.length === 0) {
    unread.push({ path: `${path}.events`, what: 'stream that ends before its response is over' });
    errors.push(truncatedResponse(`${path}.events`));
  }
  const placed = [...entries.values()];
  const usage = asObject(end?.data.usage);
  return {
    entries: placed.map((entry) => entry.build()),
    ...(end ? { end: end.path } : {}),
    ...(end && usage ? { usage: { value: usage, path: `${end.path}.usage` } } : {}),
    errors,
    unread: [...unread, ...placed.flatMap((entry) => entry.unread)],
  };
}

/** False where the event tells of no entry. */
function take(
  entries: Map<number, StreamedEntry>,
  path: string,
  type: string,
  event: JsonObject,
  index: number,
): boolean {
  const { output_index: place } = event;
  if (typeof place !== 'number') return false;
  const entry = entries.get(place) ?? new StreamedEntry(path, index);
  if (!entry.take(type, event, index)) return false;
  entries.set(place, entry);
  return true;
}

// One entry while its events arrive. It is what their members make together: pieces of text and arguments behind one
// another, the first event's time as its beginning, the time of its `done` event as its end. Whole executions come in
// the same words that way.

/** Members that are read, or that say how the entry travels. */
const handled = new Set(['type', 'output_index', 'content_index', 'created_at', 'content', 'arguments']);

const stems = new Map([
  ['message.output.delta', 'message.output'],
  ['function.call.delta', 'function.call'],
  ['tool.execution.started', 'tool.execution'],
  ['tool.execution.delta', 'tool.execution'],
  ['tool.execution.done', 'tool.execution'],
  ['agent.handoff.started', 'agent.handoff'],
  ['agent.handoff.done', 'agent.handoff'],
]);

class StreamedEntry {
  readonly unread: Unrecognized[] = [];
  private readonly path: string;
  private readonly first: number;
  private last: number;
  private members: Record<string, Json> = { object: 'entry' };
  private chunks: JsonObject[] = [];

  constructor(path: string, index: number) {
    this.path = path;
    this.first = index;
    this.last = index;
  }

  /** False where the event is of no known kind, or tells of an entry of another type. */
  take(type: string, event: JsonObject, index: number): boolean {
    const stem = stems.get(type);
    if (stem === undefined || (this.members.type ?? stem) !== stem) return false;
    const others = Object.entries(event).filter(([name]) => !handled.has(name));
    this.members = { ...this.members, type: stem, ...Object.fromEntries(others) };
    this.last = index;
    const { created_at: at, arguments: asked } = event;
    if (at !== undefined && index === this.first) this.members.created_at = at;
    if (at !== undefined && type.endsWith('.done')) this.members.completed_at = at;
    if (typeof asked === 'string') this.members.arguments = (asString(this.members.arguments) ?? '') + asked;
    else if (asObject(asked)) this.members.arguments = asked ?? null;
    if (stem === 'message.output') this.write(event.content, index);
    return true;
  }

  build(): PlacedEntry {
    const { first, last, path, members, chunks } = this;
    const entry = members.type === 'message.output' ? { ...members, content: chunks } : members;
    return { entry, path: `${path}.events[${first === last ? first : `${first}..${last}`}]` };
  }

  private write(content: Json | undefined, index: number): void {
    const chunk = typeof content === 'string' ? { type: 'text', text: content } : asObject(content);
    if (!chunk) {
      this.unread.push({
        path: `${this.path}.events[${index}].content`,
        what: 'content that is neither text nor a chunk',
      });
      return;
    }
    const last = this.chunks.at(-1);
    if (chunk.type === 'thinking' && last?.type === 'thinking') {
      const thinking = [{ type: 'text', text: thoughtOf(last) + thoughtOf(chunk) }];
      this.chunks[this.chunks.length - 1] = { ...last, ...chunk, thinking };
    } else {
      this.chunks.push(chunk);
    }
  }
}
