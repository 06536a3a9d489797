/**
 * Puts the message of an event stream together, each part with the events that made it. Source: `ConverseStreamOutput` of
 * `@aws-sdk/client-bedrock-runtime`.
 */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Body } from '../../../recordings/format/exchange.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import { awsFrameError } from '../aws-error.ts';
import { type EventFrame, eventFrames } from '../event-stream.ts';
import { asObject } from '../json.ts';
import { brokenOff } from '../unreadable.ts';
import { readEnvelope } from './envelope.ts';
import type { PlacedMessage } from './placed.ts';
import { StreamedBlock } from './streamed-block.ts';

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(body: Body, path: string): PlacedMessage {
  const { frames, torn } = eventFrames(body);
  const message = new MessageBuilder(path);
  for (const [index, frame] of frames.entries()) message.take(frame, index);
  return message.build(torn);
}

class MessageBuilder {
  private readonly path: string;
  private readonly blocks = new Map<number, StreamedBlock>();
  private readonly errors: LocatedFact[] = [];
  private readonly unread: Unread[] = [];
  private stop: PlacedMessage['stop'];
  private usage: PlacedMessage['usage'];
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
    if (!event) this.unread.push({ path, what: `event that is no JSON object (${type})` });
    else if (!this.takeEvent(type, event, index)) this.unread.push({ path, what: type });
  }

  build(torn: string | undefined): PlacedMessage {
    const whole = this.complete || this.errors.length > 0;
    const missing = torn ?? (whole ? undefined : 'stream that ends before messageStop');
    return {
      blocks: [...this.blocks.values()].map((block) => block.place((first, last) => this.at(first, last))),
      ...(this.stop ? { stop: this.stop } : {}),
      ...(this.usage ? { usage: this.usage } : {}),
      errors: missing === undefined ? this.errors : [...this.errors, brokenOff(`${this.path}.frames`)],
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
