/** Places in the bodies of chat completions, for defects that change what stands there. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import { inSentBody, type ReadEvent } from './on-the-wire.ts';

export type Change = (object: JsonObject) => JsonObject;

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const readJson = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** The object with each object of one of its lists changed; as it is where it has no such list. */
export function inObjects(object: JsonObject, member: string, change: Change): JsonObject {
  const list = object[member];
  if (!Array.isArray(list)) return object;
  return { ...object, [member]: list.map((value: Json) => (isJsonObject(value) ? change(value) : value)) };
}

/** The object with one of its members changed, where that is an object. */
export function inMember(object: JsonObject, member: string, change: Change): JsonObject {
  const value = object[member];
  return isJsonObject(value) ? { ...object, [member]: change(value) } : object;
}

/** The event with its data changed, where they are an object. */
export function changed(event: ReadEvent, change: Change): ReadEvent {
  try {
    const value: Json = JSON.parse(event.data);
    return isJsonObject(value) ? { ...event, data: JSON.stringify(change(value)) } : event;
  } catch {
    return event;
  }
}

/** A defect in the messages that go out. */
export const inSentMessages = (change: Change): Tampering => inSentBody((body) => inObjects(body, 'messages', change));
