import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { count, text } from '../json.ts';

/** Calls of tools that come in pieces, in order of their first piece. */
export class GrowingCalls {
  readonly #calls: { index: number | undefined; call: JsonObject }[] = [];

  /** Takes a piece; what is not a JSON object says nothing. */
  add(piece: Json): void {
    if (!isJsonObject(piece)) return;
    const known = this.#known(piece);
    if (known) known.call = joined(known.call, piece);
    else this.#calls.push({ index: count(piece.index), call: piece });
  }

  /** As they would stand in a whole message: an index says nothing there. */
  whole(): JsonObject[] {
    return this.#calls.map(({ call: { index: _, ...call } }) => call);
  }

  /** By its index; without one, a piece with an id of its own begins a call and any other goes on with the last. */
  #known(piece: JsonObject): { call: JsonObject } | undefined {
    const index = count(piece.index);
    if (index !== undefined) return this.#calls.find((growing) => growing.index === index);
    const id = text(piece.id);
    return id ? this.#calls.find(({ call }) => call.id === id) : this.#calls.at(-1);
  }
}

/** Names and ids are said once, in the first piece or later; empty ones are none. What is asked grows. */
function joined(call: JsonObject, piece: JsonObject): JsonObject {
  const said = Object.entries(piece).filter(([, value]) => value !== null && value !== '');
  const members = said.map(([name, value]): [string, Json] => {
    const before = call[name];
    return [name, isJsonObject(value) && isJsonObject(before) ? joinedMembers(before, value) : value];
  });
  return { ...call, ...Object.fromEntries(members) };
}

const growing = new Set(['arguments', 'input']);

function joinedMembers(before: JsonObject, piece: JsonObject): JsonObject {
  const members = Object.entries(piece).flatMap(([name, value]): [string, Json][] => {
    const old = before[name];
    if (growing.has(name) && typeof old === 'string' && typeof value === 'string') return [[name, old + value]];
    return value === null || value === '' ? [] : [[name, value]];
  });
  return { ...before, ...Object.fromEntries(members) };
}
