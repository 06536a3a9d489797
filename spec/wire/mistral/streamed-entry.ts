/**
 * One entry while its events arrive. It is what their members make together: pieces of text and arguments behind one another, the
 * first event's time as its beginning, the time of its `done` event as its end. Whole executions come in the same words that way.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import { asObject, asString } from '../json.ts';
import type { PlacedEntry } from './entries.ts';
import { thoughtOf } from './message.ts';

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

export class StreamedEntry {
  readonly unread: Unread[] = [];
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
      this.unread.push({ path: `${this.path}.events[${index}].content`, what: 'content that is no text and no chunk' });
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
