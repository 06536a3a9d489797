/**
 * Puts the messages of an event stream together, each part with the events that made it. Source: `RawMessageStreamEvent`
 * of `@anthropic-ai/sdk`, and the aggregate that its `MessageStream` makes of one.
 */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { awsErrorFact, truncatedResponse } from '../../wire/errors.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asArray, asObject, asString, otherMembers } from '../../wire/json.ts';
import { type Envelope, errorFact, type LocatedBlock, type LocatedMessage, readEnvelope } from './message.ts';

/** What a whole stream holds: usually one message; and the errors that came in its midst. */
export interface StreamReading {
  readonly messages: readonly LocatedMessage[];
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unrecognized[];
}

/** @param path place of the response: `exchanges[0].response`. */
export function readStream(text: string, path: string): StreamReading {
  const messages: MessageBuilder[] = [];
  const errors: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  serverSentEvents(text).forEach((event, index) => {
    const data = asObject(event.json);
    const at = `${path}.events[${index}]`;
    const type = asString(data?.type) ?? event.name;
    if (!data) unread.push({ path: at, what: `event that is not a JSON object${type ? ` (${type})` : ''}` });
    else if (type?.endsWith('Exception')) errors.push({ fact: awsErrorFact(type, data), path: at });
    else if (type === 'error') errors.push({ fact: errorFact(data), path: at });
    else if (type === 'message_start') messages.push(new MessageBuilder(path, index, data));
    else if (type !== 'ping' && !messages.at(-1)?.take(type, data, index)) {
      unread.push({ path: at, what: type ?? 'event without a type' });
    }
  });
  // Whatever was said until then, an answer that breaks off is none.
  if (errors.length === 0 && !messages.at(-1)?.isWhole) errors.push(truncatedResponse(`${path}.events`));
  return { messages: messages.map((m) => m.build()), errors, unread };
}

/** A block while its deltas arrive. */
interface OpenBlock {
  members: Record<string, Json>;
  inputText: string;
  citationPaths: string[];
  first: number;
  last: number;
  whole: boolean;
}

class MessageBuilder {
  private readonly path: string;
  private readonly started: readonly LocatedBlock[];
  private readonly blocks = new Map<number, OpenBlock>();
  private readonly unread: Unrecognized[];
  private readonly identity: Envelope['identity'];
  private stop: Envelope['stop'];
  private usage: Envelope['usage'];
  private complete = false;

  get isWhole(): boolean {
    return this.complete;
  }

  constructor(path: string, index: number, event: JsonObject) {
    this.path = path;
    const at = `${this.at(index)}.message`;
    const message = asObject(event.message) ?? {};
    const envelope = readEnvelope(message, at);
    this.identity = envelope.identity;
    this.stop = envelope.stop;
    this.usage = envelope.usage;
    this.unread = [...envelope.unread];
    // A continued turn may come whole in its first event: content, stop reason and no deltas.
    this.started = (asArray(message.content) ?? []).map((block, i) => ({
      block: asObject(block) ?? {},
      path: `${at}.content[${i}]`,
    }));
  }

  /** False where the event is of no known kind, or speaks of a block that never began. */
  take(type: string | undefined, event: JsonObject, index: number): boolean {
    switch (type) {
      case 'content_block_start':
        return this.startBlock(event, index);
      case 'content_block_delta':
        return this.growBlock(event, index);
      case 'content_block_stop':
        return this.endBlock(event, index);
      case 'message_delta':
        this.readDelta(event, index);
        return true;
      case 'message_stop':
        this.complete = true;
        return true;
      default:
        return false;
    }
  }

  build(): LocatedMessage {
    // A call that was never whole is none; words that were said are said.
    const blocks = [...this.blocks.values()].filter(({ whole, members }) => whole || !isCall(members));
    const streamed = blocks.map(({ members, inputText, citationPaths, first, last }) => ({
      block: members,
      path: this.at(first, last),
      citationPaths,
      ...(inputText === '' ? {} : { inputText }),
    }));
    return {
      blocks: [...this.started, ...streamed],
      identity: this.identity,
      ...(this.stop ? { stop: this.stop } : {}),
      ...(this.usage ? { usage: this.usage } : {}),
      unread: this.unread,
    };
  }

  private at(first: number, last = first): string {
    return `${this.path}.events[${first === last ? first : `${first}..${last}`}]`;
  }

  private startBlock(event: JsonObject, index: number): boolean {
    const block = asObject(event.content_block);
    if (!block || typeof event.index !== 'number' || this.blocks.has(event.index)) return false;
    const citationPaths = (asArray(block.citations) ?? []).map((_, i) => `${this.at(index)}.citations[${i}]`);
    const place = { first: index, last: index };
    this.blocks.set(event.index, { members: { ...block }, inputText: '', citationPaths, ...place, whole: false });
    return true;
  }

  private endBlock(event: JsonObject, index: number): boolean {
    const block = this.extend(event, index);
    if (block) block.whole = true;
    return block !== undefined;
  }

  /** The block an event speaks of, its place stretched to that event. */
  private extend(event: JsonObject, index: number): OpenBlock | undefined {
    const block = typeof event.index === 'number' ? this.blocks.get(event.index) : undefined;
    if (block) block.last = index;
    return block;
  }

  private growBlock(event: JsonObject, index: number): boolean {
    const block = this.extend(event, index);
    const delta = asObject(event.delta);
    if (!block || !delta) return false;
    const { members } = block;
    const append = (member: string, piece: Json | undefined) => {
      members[member] = (asString(members[member]) ?? '') + (asString(piece) ?? '');
    };
    switch (delta.type) {
      case 'text_delta':
        append('text', delta.text);
        break;
      case 'thinking_delta':
        append('thinking', delta.thinking);
        break;
      case 'signature_delta':
        members.signature = delta.signature ?? null;
        break;
      case 'compaction_delta':
        append('content', delta.content);
        if (delta.encrypted_content !== undefined) members.encrypted_content = delta.encrypted_content;
        break;
      case 'input_json_delta':
        block.inputText += asString(delta.partial_json) ?? '';
        break;
      case 'citations_delta':
        members.citations = [...(asArray(members.citations) ?? []), delta.citation ?? null];
        block.citationPaths.push(this.at(index));
        break;
      default:
        this.unread.push({ path: this.at(index), what: `content_block_delta.${asString(delta.type) ?? '(no type)'}` });
    }
    return true;
  }

  /** Usage here is cumulative: what it names replaces what `message_start` said. */
  private readDelta(event: JsonObject, index: number): void {
    const { stop, unread } = readEnvelope(asObject(event.delta) ?? {}, `${this.at(index)}.delta`);
    if (stop) this.stop = stop;
    this.unread.push(...unread);
    const others = otherMembers(event, new Set(['type', 'delta', 'usage']));
    this.unread.push(...others.map((name) => ({ path: `${this.at(index)}.${name}`, what: `message_delta.${name}` })));
    const counts = Object.entries(asObject(event.usage) ?? {}).filter(([, count]) => count !== null);
    if (counts.length === 0) return;
    this.usage = { counts: { ...this.usage?.counts, ...Object.fromEntries(counts) }, path: `${this.at(index)}.usage` };
  }
}

const isCall = ({ type }: JsonObject): boolean => asString(type)?.endsWith('tool_use') ?? false;
