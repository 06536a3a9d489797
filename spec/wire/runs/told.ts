/** Runs, their steps and messages, each as it was told last. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';

/** Something told, and where. */
export interface Told {
  readonly value: JsonObject;
  readonly path: string;
}

type Kind = 'runs' | 'steps' | 'messages';

/** By the member `object`. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['thread.run', 'runs'],
  ['thread.run.step', 'steps'],
  ['thread.message', 'messages'],
]);

/** Things that are made and deleted, and say nothing of an answer. */
const silent = new Set(['assistant', 'thread', 'assistant.deleted', 'thread.deleted', 'thread.message.deleted']);

export class Telling {
  /** By id, in the order of the thread. */
  readonly runs = new Map<string, Told>();
  steps = new Map<string, Told>();
  messages = new Map<string, Told>();
  readonly errors: LocatedFact[] = [];
  readonly unread: Unread[] = [];

  tell(value: JsonObject, path: string): void {
    const object = asString(value.object) ?? '';
    const kind = kinds.get(object);
    const id = asString(value.id);
    if (kind && id !== undefined) this[kind].set(id, { value, path });
    else if (!silent.has(object)) this.unread.push({ path, what: object || 'body without object' });
  }

  /** A page; where the newest comes first, the next page goes before it. */
  list(body: JsonObject, newestFirst: boolean, path: string): void {
    const items = (asArray(body.data) ?? []).map((value, i) => ({
      value: asObject(value) ?? {},
      at: `${path}.data[${i}]`,
    }));
    for (const { value, at } of items) {
      const kind = kinds.get(asString(value.object) ?? '');
      const id = asString(value.id) ?? '';
      if (newestFirst && kind && kind !== 'runs' && !this[kind].has(id)) {
        this[kind] = new Map([[id, { value, path: at }], ...this[kind]]);
      } else {
        this.tell(value, at);
      }
    }
  }
}
