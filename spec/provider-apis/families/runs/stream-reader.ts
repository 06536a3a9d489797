/** The events of a run's stream. Source: `AssistantStreamEvent` of `openai`, `resources/beta/assistants.d.ts`. */
import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../../../recordings/format/exchange.ts';
import type { LocatedFact, Unrecognized } from '../../../facts/fact.ts';
import { failureHeaders, openAiErrorFact, truncatedResponse, unreadableResponse } from '../../../wire/errors.ts';
import { serverSentEvents } from '../../../wire/events.ts';
import { asArray, asObject, asString, jsonOf } from '../../../wire/json.ts';

/** Statuses at which a stream of a run may end. */
const settled = new Set(['requires_action', 'completed', 'incomplete', 'failed', 'cancelled', 'expired']);

/** Adds what a stream tells. Deltas make what they are pieces of, until an event tells it whole. */
function takeStream(text: string, path: string, telling: RunState): void {
  const growing = new Map<string, Growing>();
  let run: JsonObject | undefined;
  let errors = 0;
  serverSentEvents(text).forEach((event, index) => {
    const at = `${path}.events[${index}]`;
    const name = event.name ?? '';
    if (event.data === '[DONE]') return;
    const data = asObject(event.json);
    if (!data) {
      telling.unread.push({ path: at, what: `event that is not a JSON object (${name})` });
    } else if (name === 'error' || (data.error ?? null) !== null) {
      errors++;
      telling.errors.push({ fact: openAiErrorFact(data), path: at });
    } else if (/^thread\.(message|run\.step)\.delta$/.test(name)) {
      const id = asString(data.id) ?? '';
      const piece = growing.get(id) ?? new Growing(name === 'thread.message.delta' ? 'message' : 'step');
      growing.set(id, piece);
      piece.grow(asObject(data.delta) ?? {});
      const told = (piece.kind === 'message' ? telling.messages : telling.steps).get(id);
      telling.tell({ ...piece.whole(told, id) }, `${path}.events[..${index}]`);
    } else if (name.startsWith('thread.')) {
      if (data.object === 'thread.run') run = data;
      const piece = growing.get(asString(data.id) ?? '');
      if (piece && /\.(completed|incomplete|failed)$/.test(name) && !piece.isIn(data)) {
        telling.unread.push({ path: at, what: 'deltas and their final result differ', contradicts: true });
      }
      telling.tell(data, at);
    } else {
      telling.unread.push({ path: at, what: name || 'event without a name' });
    }
  });
  if (errors === 0 && !settled.has(asString(run?.status) ?? '')) {
    telling.errors.push(truncatedResponse(`${path}.events`));
  }
}

/** Longest list that an index may make: that a stream names the millionth part of a text is no reason to make a million. */
const mostParts = 1000;

type Members = Record<string, Json>;

/** A message or a step while its deltas arrive. */
class Growing {
  readonly kind: 'message' | 'step';
  /** Contents of the message, or tool calls of the step. */
  readonly #parts: Members[] = [];

  constructor(kind: 'message' | 'step') {
    this.kind = kind;
  }

  grow(delta: JsonObject): void {
    const pieces = this.kind === 'message' ? delta.content : asObject(delta.step_details)?.tool_calls;
    for (const [i, value] of (asArray(pieces) ?? []).entries()) {
      const { index, ...piece } = asObject(value) ?? {};
      const at = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < mostParts ? index : i;
      while (this.#parts.length <= at) this.#parts.push({});
      merge(this.#parts[at] ?? {}, piece);
    }
  }

  whole(told: LatestObject | undefined, id: string): JsonObject {
    const base = told?.value ?? { id, object: this.kind === 'message' ? 'thread.message' : 'thread.run.step' };
    if (this.kind === 'message') return { ...base, content: this.#parts };
    const { step_details: details } = base;
    return { ...base, step_details: { type: 'tool_calls', ...asObject(details), tool_calls: this.#parts } };
  }

  /** True where each text that the deltas wrote is the beginning of what an event tells whole. */
  isIn(data: JsonObject): boolean {
    const parts = this.kind === 'message' ? data.content : asObject(data.step_details)?.tool_calls;
    return this.#parts.every((part, i) => {
      const [written, told] = [writtenIn(part), writtenIn(asObject(asArray(parts)?.[i]) ?? {})];
      return written === '' || written === told;
    });
  }
}

/** What deltas write piece by piece: the text of a message, the code or the arguments of a call. */
function writtenIn(part: JsonObject): string {
  const text = asString(asObject(part.text)?.value) ?? asString(part.refusal);
  return text ?? asString(asObject(part.code_interpreter)?.input) ?? asString(asObject(part.function)?.arguments) ?? '';
}

/** Members whose pieces make one text. */
const concatenated = new Set(['value', 'refusal', 'input', 'arguments', 'logs']);

/** Source: what `AssistantStream` of `openai` makes of deltas: text grows, lists by index, everything else is replaced. */
function merge(into: Members, piece: JsonObject): void {
  for (const [name, value] of Object.entries(piece)) {
    const known = into[name];
    if (typeof known === 'string' && typeof value === 'string' && concatenated.has(name)) into[name] = known + value;
    else if (Array.isArray(known) && Array.isArray(value)) into[name] = [...known, ...value];
    else if (asObject(known) && asObject(value)) {
      const members: Members = { ...asObject(known) };
      merge(members, asObject(value) ?? {});
      into[name] = members;
    } else into[name] = value;
  }
}

// What the answers of exchanges tell, whether they came whole or as a stream.

/** All that exchanges tell. Paths begin at the call: `exchanges[2].response.body`. */
export function readRunState(exchanges: readonly Exchange[]): RunState {
  const telling = new RunState();
  for (const [i, exchange] of exchanges.entries()) take(exchange, `exchanges[${i}].response`, telling);
  return telling;
}

function take({ request, response, transport }: Exchange, path: string, telling: RunState): void {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !/json|html/.test(type));
  const body = asObject(jsonOf(response.body));
  if (response.status >= 400) {
    const fact = { ...openAiErrorFact(body, response.status), ...failureHeaders(response, 'x-request-id') };
    telling.errors.push({ fact, path: `${path}.body` });
  } else if (isStream && response.body.encoding === undefined) {
    takeStream(response.body.text, path, telling);
  } else if (!body) {
    telling.unread.push({ path: `${path}.body`, what: 'body that is not a JSON object' });
    // Of an answer to a message that is added, nothing is needed.
    const isNeeded = !(request.method === 'POST' && request.url.endsWith('/messages'));
    if (isNeeded || response.body.text !== '') telling.errors.push(...unreadableResponse(response, `${path}.body`));
  } else if (body.object === 'list') {
    telling.list(body, isNewestFirst(request.url), `${path}.body`);
  } else {
    telling.tell(body, `${path}.body`);
  }
}

/** Source: `CursorPageParams`, `order`: "desc" where nothing is said. */
const isNewestFirst = (url: string): boolean => new URL(url).searchParams.get('order') !== 'asc';

// Runs, their steps and messages, each as it was told last.

/** Something told, and where. */
export interface LatestObject {
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

export class RunState {
  /** By id, in the order of the thread. */
  readonly runs = new Map<string, LatestObject>();
  steps = new Map<string, LatestObject>();
  messages = new Map<string, LatestObject>();
  readonly errors: LocatedFact[] = [];
  readonly unread: Unrecognized[] = [];

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
