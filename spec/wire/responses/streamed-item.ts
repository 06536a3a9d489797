/** One item while its events arrive. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';
import type { PlacedItem } from './items.ts';

/** Which text an event's piece belongs to: a member of the item, or of one part in one of its lists. */
interface Target {
  readonly member: string;
  readonly list?: 'content' | 'summary';
  /** Member of the event that says which part. */
  readonly index?: string;
  /** Type of a part that no event opened. */
  readonly type?: string;
}

const content = { list: 'content', index: 'content_index' } as const;
const summary = { list: 'summary', index: 'summary_index' } as const;

/** By the name of the event without `.delta` or `.done`. */
const targets: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['response.function_call_arguments', { member: 'arguments' }],
  ['response.mcp_call_arguments', { member: 'arguments' }],
  ['response.custom_tool_call_input', { member: 'input' }],
  ['response.code_interpreter_call_code', { member: 'code' }],
  ['response.output_text', { member: 'text', type: 'output_text', ...content }],
  ['response.refusal', { member: 'refusal', type: 'refusal', ...content }],
  ['response.reasoning_text', { member: 'text', type: 'reasoning_text', ...content }],
  ['response.reasoning_summary_text', { member: 'text', type: 'summary_text', ...summary }],
]);

/** Events that open or close a part. */
const partLists: ReadonlyMap<string, typeof content | typeof summary> = new Map<
  string,
  typeof content | typeof summary
>([
  ['response.content_part', content],
  ['response.reasoning_summary_part', summary],
]);

/** Events that say how far a hosted tool is, or show early what its item tells in the end. */
const progress =
  /^response\.(web_search_call|file_search_call|code_interpreter_call|image_generation_call|mcp_call|mcp_list_tools|shell_call_command|shell_call_output_content|apply_patch_call_operation_diff|compaction)\./;

/** Longest list that an index may make: that a stream names the millionth part of a text is no reason to make a million. */
const mostParts = 1000;

type Members = Record<string, Json>;

/** A text as its deltas wrote it, and where it stands in the item. */
interface Written {
  readonly in: (item: JsonObject) => Json | undefined;
  text: string;
}

export class StreamedItem {
  readonly id: Json | undefined;
  readonly type: Json | undefined;
  isDone = false;
  readonly unread: Unread[] = [];
  private readonly path: string;
  private members: Members;
  private readonly written = new Map<string, Written>();
  private readonly first: number;
  private last: number;

  constructor(path: string, item: JsonObject, index: number) {
    this.path = path;
    this.id = item.id;
    this.type = item.type;
    this.members = { ...item };
    this.first = index;
    this.last = index;
  }

  /** False where the event is of no known kind, or names a part that cannot be. */
  take(type: string, event: JsonObject, index: number): boolean {
    const known = this.apply(type, event, index);
    if (known) this.last = index;
    return known;
  }

  build(): PlacedItem {
    const { first, last, path } = this;
    return {
      item: this.members,
      path: `${path}.events[${first === last ? first : `${first}..${last}`}]`,
      ...(this.isDone ? { memberPath: `${path}.events[${last}].item` } : {}),
    };
  }

  private apply(type: string, event: JsonObject, index: number): boolean {
    if (type === 'response.output_item.done') return this.finish(event, index);
    const [, stem = '', phase = ''] = /^(.*)\.(delta|done|added)$/.exec(type) ?? [];
    const target = targets.get(stem);
    if (target) return this.write(target, phase, event, index);
    const place = partLists.get(stem);
    if (place) {
      const part = this.part(place.list, event[place.index]);
      if (part) Object.assign(part, asObject(event.part));
      return part !== undefined;
    }
    if (type === 'response.output_text.annotation.added') {
      const part = this.part('content', event.content_index);
      if (part) part.annotations = [...(asArray(part.annotations) ?? []), event.annotation ?? null];
      return part !== undefined;
    }
    return progress.test(type);
  }

  /** A delta appends; a `done` event says the whole text once more. */
  private write({ member, list, index: name, type }: Target, phase: string, event: JsonObject, index: number): boolean {
    const at = name === undefined ? undefined : event[name];
    const holder = list === undefined ? this.members : this.part(list, at);
    if (!holder) return false;
    if (type !== undefined) holder.type ??= type;
    const key = `${list} ${at} ${member}`;
    const written = this.written.get(key) ?? {
      in: (item) => (list === undefined ? item : asObject(asArray(item[list])?.[Number(at)]))?.[member],
      text: '',
    };
    if (phase === 'delta') {
      this.written.set(key, written);
      written.text += asString(event.delta) ?? '';
      holder[member] = written.text;
    } else {
      const whole = asString(event[member]);
      if (whole !== undefined) holder[member] = whole;
      this.compare([written], this.members, index);
    }
    return true;
  }

  private finish(event: JsonObject, index: number): boolean {
    const item = asObject(event.item);
    if (!item) return false;
    this.members = { ...item, ...this.annotated(item) };
    this.isDone = true;
    this.compare([...this.written.values()], item, index);
    return true;
  }

  /** The whole item usually repeats the annotations that came one by one; of a part that has none, those stand. */
  private annotated(item: JsonObject): Members {
    const content = asArray(item.content);
    const before = asArray(this.members.content);
    if (!content || !before) return {};
    const withOwn = content.map((value, i) => {
      const [part, told] = [asObject(value), asObject(before[i])?.annotations];
      return part && told && !asArray(part.annotations)?.length ? { ...part, annotations: told } : value;
    });
    return { content: withOwn };
  }

  private compare(written: readonly Written[], item: JsonObject, index: number): void {
    const differing = written.some((piece) => piece.text !== '' && piece.in(item) !== piece.text);
    if (differing) {
      this.unread.push({
        path: `${this.path}.events[${index}]`,
        what: 'deltas and what they made in the end differ',
        contradicts: true,
      });
    }
  }

  /** A part of a list, made where it is missing. */
  private part(list: string, index: Json | undefined): Members | undefined {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= mostParts) return undefined;
    const parts = [...(asArray(this.members[list]) ?? [])];
    while (parts.length < index) parts.push({});
    const part: Members = { ...asObject(parts[index]) };
    parts[index] = part;
    this.members[list] = parts;
    return part;
  }
}
