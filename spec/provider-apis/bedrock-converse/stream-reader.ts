/**
 * Puts the message of an event stream together, each part with the events that made it. Source: `ConverseStreamOutput` of
 * `@aws-sdk/client-bedrock-runtime`.
 */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Body } from '../../../recordings/format/exchange.ts';
import type { LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { awsFrameError, truncatedResponse } from '../../wire/errors.ts';
import { type EventFrame, eventFrames } from '../../wire/events.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { inside, type LocatedBlock, type LocatedMessage, memberOf, readEnvelope } from './message.ts';

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(body: Body, path: string): LocatedMessage {
  const { frames, torn } = eventFrames(body);
  const message = new MessageBuilder(path);
  for (const [index, frame] of frames.entries()) message.take(frame, index);
  return message.build(torn);
}

class MessageBuilder {
  private readonly path: string;
  private readonly blocks = new Map<number, StreamedBlock>();
  private readonly errors: LocatedFact[] = [];
  private readonly unread: Unrecognized[] = [];
  private stop: LocatedMessage['stop'];
  private usage: LocatedMessage['usage'];
  private complete = false;

  constructor(path: string) {
    this.path = path;
  }

  take(frame: EventFrame, index: number): void {
    const path = this.at(index);
    const error = awsFrameError(frame);
    if (error) {
      this.errors.push({ fact: error, path });
      return;
    }
    const type = frame.headers[':event-type'] || 'frame without a type';
    const event = asObject(frame.payload);
    if (!event) this.unread.push({ path, what: `event that is not a JSON object (${type})` });
    else if (!this.takeEvent(type, event, index)) this.unread.push({ path, what: type });
  }

  build(torn: string | undefined): LocatedMessage {
    const whole = this.complete || this.errors.length > 0;
    const missing = torn ?? (whole ? undefined : 'stream that ends before messageStop');
    return {
      blocks: [...this.blocks.values()].map((block) => block.place((first, last) => this.at(first, last))),
      ...(this.stop ? { stop: this.stop } : {}),
      ...(this.usage ? { usage: this.usage } : {}),
      errors: missing === undefined ? this.errors : [...this.errors, truncatedResponse(`${this.path}.frames`)],
      unread: missing === undefined ? this.unread : [...this.unread, { path: `${this.path}.frames`, what: missing }],
    };
  }

  /** False where the event is of no known kind, or is about no block. */
  private takeEvent(type: string, event: JsonObject, index: number): boolean {
    switch (type) {
      case 'messageStart':
        return true;
      case 'contentBlockStart':
        return this.startBlock(event, index);
      case 'contentBlockDelta':
        return this.growBlock(event, index);
      case 'contentBlockStop':
        return this.blockOf(event, index) !== undefined;
      case 'messageStop':
        this.complete = true;
        this.readEnvelope(event, index);
        return true;
      case 'metadata':
        this.readEnvelope(event, index);
        return true;
      default:
        return false;
    }
  }

  private startBlock(event: JsonObject, index: number): boolean {
    const { contentBlockIndex: number } = event;
    const start = asObject(event.start);
    if (!start || typeof number !== 'number' || this.blocks.has(number)) return false;
    this.blocks.set(number, new StreamedBlock(index, start));
    return true;
  }

  /** The block an event speaks of, its place stretched to that event. */
  private blockOf({ contentBlockIndex: number }: JsonObject, index: number): StreamedBlock | undefined {
    const block = typeof number === 'number' ? this.blocks.get(number) : undefined;
    block?.extend(index);
    return block;
  }

  private growBlock(event: JsonObject, index: number): boolean {
    const { contentBlockIndex: number } = event;
    const delta = asObject(event.delta);
    if (!delta || typeof number !== 'number') return false;
    if (!this.blocks.has(number)) this.blocks.set(number, new StreamedBlock(index));
    if (!this.blockOf(event, index)?.grow(delta, this.at(index))) {
      const what = `contentBlockDelta.${Object.keys(delta).join(',') || '(nothing)'}`;
      this.unread.push({ path: this.at(index), what });
    }
    return true;
  }

  private readEnvelope(event: JsonObject, index: number): void {
    const { stop, usage, unread } = readEnvelope(event, this.at(index));
    this.stop = stop ?? this.stop;
    this.usage = usage ?? this.usage;
    this.unread.push(...unread);
  }

  private at(first: number, last = first): string {
    return `${this.path}.frames[${first === last ? first : `${first}..${last}`}]`;
  }
}

// One content block of a stream while its deltas arrive.

/**
 * Only calls, results and images begin with an event of their own; of every other block the deltas tell what it is. Source:
 * `ContentBlockStart`, `ContentBlockDelta` of `@aws-sdk/client-bedrock-runtime`.
 */
class StreamedBlock {
  private readonly begun: readonly [name: string, members: JsonObject] | undefined;
  private text = '';
  private inputText = '';
  private reasoning: { text?: string; signature?: string; redacted?: Buffer } = {};
  private readonly citations: Json[] = [];
  private readonly citationPaths: string[] = [];
  private readonly results: Json[] = [];
  private readonly pictures: JsonObject[] = [];
  private readonly first: number;
  private last: number;

  constructor(index: number, start?: JsonObject) {
    const [name, value] = memberOf(start ?? {}) ?? [];
    this.begun = name === undefined ? undefined : [name, inside(value)];
    this.first = index;
    this.last = index;
  }

  /** Takes in an event that is about this block. */
  extend(index: number): void {
    this.last = index;
  }

  /** False where the delta is of no kind known here. */
  grow(delta: JsonObject, path: string): boolean {
    const [name, value = null] = memberOf(delta) ?? [];
    switch (name) {
      case 'text':
        this.text += asString(value) ?? '';
        return true;
      case 'toolUse':
        this.inputText += asString(inside(value).input) ?? '';
        return true;
      case 'toolResult':
        this.results.push(...(asArray(value) ?? []));
        return true;
      case 'citation':
        this.citations.push(value);
        this.citationPaths.push(path);
        return true;
      case 'reasoningContent':
        return this.reason(inside(value));
      case 'image':
        this.pictures.push(inside(value));
        return true;
      default:
        return false;
    }
  }

  place(path: (first: number, last: number) => string): LocatedBlock {
    return {
      block: this.block(),
      path: path(this.first, this.last),
      ...(this.citationPaths.length > 0 ? { citationPaths: this.citationPaths } : {}),
      ...(this.inputText === '' ? {} : { inputText: this.inputText }),
    };
  }

  private reason(delta: JsonObject): boolean {
    const { text = '', signature = '' } = this.reasoning;
    if (typeof delta.text === 'string') this.reasoning.text = text + delta.text;
    else if (typeof delta.signature === 'string') this.reasoning.signature = signature + delta.signature;
    else if (typeof delta.redactedContent === 'string') {
      const more = Buffer.from(delta.redactedContent, 'base64');
      this.reasoning.redacted = Buffer.concat([this.reasoning.redacted ?? Buffer.alloc(0), more]);
    } else return false;
    return true;
  }

  /** The block as an answer that does not stream has it. */
  private block(): JsonObject {
    if (this.begun) return this.begunBlock(...this.begun);
    const { text, signature, redacted } = this.reasoning;
    if (redacted) return { reasoningContent: { redactedContent: redacted.toString('base64') } };
    if (text !== undefined || signature !== undefined) {
      const reasoningText = { text: text ?? '', ...(signature === undefined ? {} : { signature }) };
      return { reasoningContent: { reasoningText } };
    }
    if (this.citations.length === 0) return { text: this.text };
    const content = this.text === '' ? {} : { content: [{ text: this.text }] };
    return { citationsContent: { ...content, citations: this.citations } };
  }

  private begunBlock(name: string, members: JsonObject): JsonObject {
    if (name === 'toolResult') return { toolResult: { ...members, content: this.results } };
    if (name !== 'image') return { [name]: members };
    const bytes = this.pictures.map(({ source }) => Buffer.from(asString(inside(source).bytes) ?? '', 'base64'));
    return { image: { ...members, source: { bytes: Buffer.concat(bytes).toString('base64') } } };
  }
}
