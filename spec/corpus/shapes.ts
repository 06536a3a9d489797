/**
 * The shapes of a provider's answers: which events, blocks and members occur, whatever they say. What occurs in real traffic
 * and in no cassette is what no case has ever tried.
 */
import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import { eventFrames, serverSentEvents } from '../wire/events.ts';
import { parseJson } from '../wire/json.ts';

/** What a shape may be called: provider content could call itself anything. */
const word = /^[\w.:-]{1,80}$/;

/**
 * The shapes of one answer, each once: `event <name>` of streams, `type <name>` of objects that say their type, and
 * `<owner>.<member>` of every member that holds something, where the owner is the object's type or, where it has none, the
 * member that it stands in.
 *
 * @param opaque members whose values are somebody's own data (arguments, schemas, metadata) or say again what was asked; either
 * wherever they stand, or as `<owner>.<member>` there alone
 */
export function shapesOf({ body, ...response }: HttpResponse, opaque: ReadonlySet<string>): ReadonlySet<string> {
  const shapes = new Set<string>();
  const type = headerOf(response, 'content-type') ?? '';
  if (!body) return shapes;
  if (type.startsWith('application/vnd.amazon.eventstream')) {
    for (const { headers, payload } of eventFrames(body).frames) {
      const name = headers[':event-type'] ?? headers[':exception-type'] ?? 'frame';
      add(shapes, 'event', name);
      walk(payload, name, opaque, shapes);
    }
  } else if (type.startsWith('text/event-stream')) {
    for (const { name, json } of serverSentEvents(body.text)) {
      if (name !== undefined) add(shapes, 'event', name);
      walk(json ?? null, 'data', opaque, shapes);
    }
  } else {
    walk(parseJson(body.text) ?? null, 'body', opaque, shapes);
  }
  return shapes;
}

const add = (shapes: Set<string>, kind: 'event' | 'type', name: string): unknown =>
  word.test(name) && shapes.add(`${kind} ${name}`);

function walk(value: Json, owner: string, opaque: ReadonlySet<string>, shapes: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) walk(element, owner, opaque, shapes);
    return;
  }
  if (!isJsonObject(value)) return;
  const type = typeof value.type === 'string' && word.test(value.type) ? value.type : undefined;
  if (type !== undefined) add(shapes, 'type', type);
  for (const [member, held] of Object.entries(value)) {
    if (held === null || !word.test(member)) continue;
    const shape = `${type ?? owner}.${member}`;
    shapes.add(shape);
    if (!opaque.has(member) && !opaque.has(shape)) walk(held, member, opaque, shapes);
  }
}
