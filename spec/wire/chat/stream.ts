/** Puts a completion together from the chunks of a stream. Source: `ChatCompletionChunk` of `openai`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import { type Identity, identityIn } from '../identity.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import { serverSentEvents } from '../sse.ts';
import { brokenOff } from '../unreadable.ts';
import type { ExchangeReading, PlacedCompletion } from './completion.ts';
import type { ChatDialect } from './dialect.ts';
import { StreamedCalls } from './streamed-calls.ts';
import { StreamedContent } from './streamed-content.ts';

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(text: string, path: string, dialect: ChatDialect): ExchangeReading {
  const builder = new CompletionBuilder(path, dialect);
  const errors: LocatedFact[] = [];
  const unread: Unread[] = [];
  let chunks = 0;
  serverSentEvents(text).forEach((event, index) => {
    if (event.data.trim() === '[DONE]') return;
    const data = asObject(event.json);
    const at = `${path}.events[${index}]`;
    if (!data) unread.push({ path: at, what: 'event that is no JSON object' });
    else if (event.name === 'error' || asObject(data.error) || data.object === 'error') {
      errors.push({ fact: dialect.errorOf(data), path: at });
    } else {
      chunks++;
      builder.take(data, index);
    }
  });
  if (chunks + errors.length === 0) unread.push({ path: `${path}.events`, what: 'stream without a completion' });
  if (errors.length === 0 && !builder.isFinished) errors.push(brokenOff(`${path}.events`));
  return { completions: chunks === 0 ? [] : [builder.build()], errors, unread };
}

class CompletionBuilder {
  private readonly path: string;
  private readonly content = new StreamedContent();
  private readonly calls: StreamedCalls;
  private readonly unread: Unread[] = [];
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
