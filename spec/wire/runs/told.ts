/** What answers tell of runs, their steps and messages, each as it was told last. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { LocatedFact, Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, jsonOf } from '../json.ts';
import { errorFact } from '../openai-error.ts';
import { takeStream } from './stream.ts';

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

  /** @param path place of the response: `exchanges[2].response` */
  take({ request, response, transport }: Exchange, path: string): void {
    const type = headerOf(response, 'content-type') ?? '';
    const isStream = type.includes('event-stream') || (transport === 'sse' && !type.includes('json'));
    if (response.status >= 400) {
      const body = asObject(jsonOf(response.body));
      this.errors.push({ fact: errorFact(body, response.status), path: `${path}.body` });
      return;
    }
    if (isStream && response.body.encoding === undefined) {
      takeStream(response.body.text, path, this);
      return;
    }
    const body = asObject(jsonOf(response.body));
    if (!body) this.unread.push({ path: `${path}.body`, what: 'body that is no JSON object' });
    else if (body.object === 'list') this.#list(body, isNewestFirst(request.url), `${path}.body`);
    else this.tell(body, `${path}.body`);
  }

  tell(value: JsonObject, path: string): void {
    const object = asString(value.object) ?? '';
    const kind = kinds.get(object);
    const id = asString(value.id);
    if (kind && id !== undefined) this[kind].set(id, { value, path });
    else if (!silent.has(object)) this.unread.push({ path, what: object || 'body without object' });
  }

  /** A page; where the newest comes first, the next page goes before it. */
  #list(body: JsonObject, newestFirst: boolean, path: string): void {
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

/** Source: `CursorPageParams`, `order`: "desc" where nothing is said. */
const isNewestFirst = (url: string): boolean => new URL(url).searchParams.get('order') !== 'asc';

/** All that exchanges tell. */
export function tellingOf(exchanges: readonly Exchange[]): Telling {
  const telling = new Telling();
  for (const [i, exchange] of exchanges.entries()) telling.take(exchange, `exchanges[${i}].response`);
  return telling;
}
