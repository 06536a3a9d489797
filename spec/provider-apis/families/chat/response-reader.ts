import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../../recordings/format/exchange.ts';
import type { FactReading, LocatedFact, Unrecognized } from '../../../facts/fact.ts';
import { failureHeaders, truncatedResponse, unreadableResponse } from '../../../wire/errors.ts';
import { serverSentEvents } from '../../../wire/events.ts';
import { asArray, asCount, asObject, asString, jsonOf, otherMembers } from '../../../wire/json.ts';
import type { WireReader } from '../../../wire/reader.ts';
import { type Identity, identityFacts, identityIn } from '../../../wire/shared-facts.ts';
import {
  type ChatDialect,
  type ExchangeReading,
  type PlacedCompletion,
  readCompletion,
  usageOf,
} from './completion.ts';

/** What the answers of one client call say: content and calls of each completion, why it ended, and the price of all. */
export const responsesIn =
  (dialect: ChatDialect): WireReader['readResponses'] =>
  (exchanges): FactReading => {
    const readings = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`, dialect));
    const completions = readings.flatMap((reading) => reading.completions);
    const contents = completions.map((completion) => readCompletion(completion, dialect));
    return {
      facts: [
        ...contents.flatMap(({ facts }) => facts),
        ...usageOf(completions),
        ...identityFacts(completions.flatMap(({ identities }) => identities)),
        ...readings.flatMap(({ errors }) => errors),
      ],
      unread: [...contents.flatMap(({ unread }) => unread), ...readings.flatMap(({ unread }) => unread)],
    };
  };

function readExchange({ response, transport }: Exchange, path: string, dialect: ChatDialect): ExchangeReading {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !/json|html/.test(type));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path, dialect);
  }
  const body = asObject(jsonOf(response.body));
  const at = `${path}.body`;
  const unread: Unrecognized[] = body ? [] : [{ path: at, what: 'body that is not a JSON object' }];
  if (response.status >= 400 || asObject(body?.error)) {
    const status = response.status >= 400 ? response.status : undefined;
    const fact = {
      ...dialect.errorOf(body, status),
      ...(status === undefined ? {} : failureHeaders(response, dialect.idHeader)),
    };
    return { completions: [], errors: [{ fact, path: at }], unread };
  }
  return {
    completions: body ? [placedBody(body, at, dialect)] : [],
    errors: body ? [] : unreadableResponse(response, at),
    unread,
  };
}

function placedBody({ choices, ...envelope }: JsonObject, path: string, dialect: ChatDialect): PlacedCompletion {
  const [first, ...others] = asArray(choices) ?? [];
  const { message: only, messages, index: _, ...rest } = asObject(first) ?? {};
  const joined = asObject(only) ? undefined : dialect.joined?.(asArray(messages) ?? []);
  const message = joined ?? only;
  const choice = messages === undefined || joined ? rest : { ...rest, messages };
  const at = `${path}.choices[0]`;
  const missing = asObject(message) ? [] : [{ path: at, what: 'completion without a message' }];
  return {
    envelope,
    path,
    identities: [identityIn(envelope, path)],
    usagePath: `${path}.usage`,
    choice,
    finishPath: `${at}.finish_reason`,
    message: asObject(message) ?? {},
    messagePlaces: { of: (member) => `${at}.message.${member}` },
    callPaths: (asArray(asObject(message)?.tool_calls) ?? []).map((_, i) => `${at}.message.tool_calls[${i}]`),
    unread: [...missing, ...others.map((_, i) => ({ path: `${path}.choices[${i + 1}]`, what: 'another choice' }))],
  };
}

// Puts a completion together from the chunks of a stream. Source: `ChatCompletionChunk` of `openai`.

/** @param path place of the response: `exchanges[0].response`. */
function readStream(text: string, path: string, dialect: ChatDialect): ExchangeReading {
  const builder = new CompletionBuilder(path, dialect);
  const errors: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  let chunks = 0;
  serverSentEvents(text).forEach((event, index) => {
    if (event.data.trim() === '[DONE]') return;
    const data = asObject(event.json);
    const at = `${path}.events[${index}]`;
    if (!data) unread.push({ path: at, what: 'event that is not a JSON object' });
    else if (event.name === 'error' || asObject(data.error) || data.object === 'error') {
      errors.push({ fact: dialect.errorOf(data), path: at });
    } else {
      chunks++;
      builder.take(data, index);
    }
  });
  if (chunks + errors.length === 0) unread.push({ path: `${path}.events`, what: 'stream without a completion' });
  if (errors.length === 0 && !builder.isFinished) errors.push(truncatedResponse(`${path}.events`));
  return { completions: chunks === 0 ? [] : [builder.build()], errors, unread };
}

class CompletionBuilder {
  private readonly path: string;
  private readonly content = new StreamedContent();
  private readonly calls: StreamedCalls;
  private readonly unread: Unrecognized[] = [];
  private readonly otherChoices = new Set<number>();
  /** First and last event of each member of the message. */
  private readonly spans = new Map<string, [first: number, last: number]>();
  private readonly identities: Identity[] = [];
  private envelope: JsonObject = {};
  private choice: JsonObject = {};
  private message: JsonObject = {};
  private lastEvent = 0;
  private usageEvent = 0;
  private finishEvent = 0;

  constructor(path: string, dialect: ChatDialect) {
    this.path = path;
    this.calls = new StreamedCalls(dialect.callsAreToldBy);
  }

  take(chunk: JsonObject, event: number): void {
    this.lastEvent = event;
    const { choices, ...envelope } = chunk;
    this.identities.push(identityIn(envelope, this.place(event, event)));
    this.envelope = { ...this.envelope, ...filled(envelope) };
    if (asObject(chunk.usage)) this.usageEvent = event;
    for (const [i, value] of (asArray(choices) ?? []).entries()) {
      const choice = asObject(value) ?? {};
      const index = typeof choice.index === 'number' ? choice.index : i;
      if (index === 0) this.takeChoice(choice, event);
      else if (!this.otherChoices.has(index)) {
        this.otherChoices.add(index);
        this.unread.push({ path: `${this.path}.events[${event}].choices[${i}]`, what: 'another choice' });
      }
    }
  }

  /** Whether it was said why the completion ends. */
  get isFinished(): boolean {
    return asString(this.choice.finish_reason) !== undefined;
  }

  build(): PlacedCompletion {
    const content = this.content.build();
    const calls = this.calls.build();
    return {
      envelope: this.envelope,
      path: this.place(this.lastEvent, this.lastEvent),
      identities: this.identities,
      usagePath: `${this.place(this.usageEvent, this.usageEvent)}.usage`,
      choice: this.choice,
      finishPath: `${this.place(this.finishEvent, this.finishEvent)}.choices[0].finish_reason`,
      message: {
        ...this.message,
        ...(content === undefined ? {} : { content }),
        ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ call }) => call) }),
      },
      messagePlaces: { of: (member) => this.place(...(this.spans.get(member) ?? [this.lastEvent, this.lastEvent])) },
      callPaths: calls.map(({ first, last }) => this.place(first, last)),
      unread: this.unread,
    };
  }

  private takeChoice({ index: _, delta, ...choice }: JsonObject, event: number): void {
    this.choice = { ...this.choice, ...filled(choice) };
    if (typeof choice.finish_reason === 'string') this.finishEvent = event;
    const { content, tool_calls: calls, ...members } = asObject(delta) ?? {};
    if (this.content.take(content)) this.saw('content', event);
    for (const call of asArray(calls) ?? []) this.calls.take(asObject(call) ?? {}, event);
    for (const name of otherMembers(members, new Set())) {
      this.saw(name, event);
      this.message = { ...this.message, [name]: grown(this.message[name], members[name] ?? null) };
    }
  }

  private saw(member: string, event: number): void {
    this.spans.set(member, [this.spans.get(member)?.[0] ?? event, event]);
  }

  private place(first: number, last: number): string {
    return `${this.path}.events[${first === last ? first : `${first}..${last}`}]`;
  }
}

const filled = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** Texts and lists grow piece by piece, and so do the members of an object; the role is said once. */
function grown(before: Json | undefined, piece: Json): Json {
  if (typeof before === 'string' && typeof piece === 'string' && before !== 'assistant') return before + piece;
  if (Array.isArray(before) && Array.isArray(piece)) return [...before, ...piece];
  const [old, more] = [asObject(before), asObject(piece)];
  if (!old || !more) return piece;
  return {
    ...old,
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, grown(old[name], value)])),
  };
}

interface GrowingCall {
  readonly index: number | undefined;
  call: JsonObject;
  readonly first: number;
  last: number;
}

/** Calls of tools from the pieces of a stream, in order of their beginning. */
class StreamedCalls {
  private readonly toldBy: ChatDialect['callsAreToldBy'];
  private readonly calls: GrowingCall[] = [];

  constructor(toldBy: ChatDialect['callsAreToldBy']) {
    this.toldBy = toldBy;
  }

  take(piece: JsonObject, event: number): void {
    const growing = this.growing(piece);
    if (growing) {
      growing.call = withPiece(growing.call, piece);
      growing.last = event;
    } else {
      this.calls.push({ index: asCount(piece.index), call: piece, first: event, last: event });
    }
  }

  build(): readonly GrowingCall[] {
    return this.calls;
  }

  /** The call that a piece belongs to; none where it begins one. */
  private growing(piece: JsonObject): GrowingCall | undefined {
    const id = asString(piece.id) || undefined;
    const index = asCount(piece.index);
    const byId = this.calls.find(({ call }) => id !== undefined && call.id === id);
    if (this.toldBy === 'id' && id !== undefined) return byId;
    // Some servers send every call with the same index; a new id begins a new call.
    const last = this.calls.findLast((call) => call.index === index);
    const isOther = id !== undefined && asString(last?.call.id) && last?.call.id !== id;
    if (index !== undefined) return isOther ? byId : last;
    return id === undefined ? this.calls.at(-1) : byId;
  }
}

/** Id, type and name are said once; arguments, and what a custom tool is asked, grow. */
function withPiece(call: JsonObject, piece: JsonObject): JsonObject {
  const more = Object.fromEntries(
    otherMembers(piece, new Set(['function', 'custom'])).map((name) => [name, piece[name] ?? null]),
  );
  const grown = (name: 'function' | 'custom', text: 'arguments' | 'input'): JsonObject => {
    const [before, after] = [asObject(call[name]), asObject(piece[name])];
    if (!after) return {};
    const written = [before?.[text], after[text]].filter((value) => typeof value === 'string').join('');
    const whole = asObject(after[text]) ?? asObject(before?.[text]) ?? written;
    const said = asString(after.name) || asString(before?.name);
    return { [name]: { ...before, ...after, ...(said === undefined ? {} : { name: said }), [text]: whole } };
  };
  return { ...call, ...more, ...grown('function', 'arguments'), ...grown('custom', 'input') };
}

/** The content of a message from the pieces of a stream: a text, or a list of parts where any piece is one. */
class StreamedContent {
  private text = '';
  private parts: JsonObject[] | undefined;

  /** Whether the piece says anything. */
  take(piece: Json | undefined): boolean {
    if (typeof piece === 'string') this.append({ type: 'text', text: piece });
    for (const part of asArray(piece) ?? []) {
      this.parts ??= this.text === '' ? [] : [{ type: 'text', text: this.text }];
      this.append(asObject(part) ?? { type: 'unknown', value: part });
    }
    return piece !== undefined && piece !== null && piece !== '';
  }

  build(): Json | undefined {
    return this.parts ?? (this.text === '' ? undefined : this.text);
  }

  private append(part: JsonObject): void {
    if (!this.parts) {
      this.text += asString(part.text) ?? '';
      return;
    }
    const last = this.parts.at(-1);
    const joined = last && joinedParts(last, part);
    if (joined) this.parts[this.parts.length - 1] = joined;
    else if (part.type !== 'text' || part.text !== '') this.parts.push(part);
  }
}

/** Two neighbouring pieces of one text, or of one thought that is not closed yet. */
function joinedParts(last: JsonObject, next: JsonObject): JsonObject | undefined {
  if (last.type !== next.type) return undefined;
  if (typeof last.text === 'string' && typeof next.text === 'string')
    return { ...last, ...next, text: last.text + next.text };
  const [before, after] = [asArray(last.thinking), asArray(next.thinking)];
  if (!before || !after || last.closed === true || typeof last.signature === 'string') return undefined;
  return { ...last, ...next, thinking: [...before, ...after] };
}
