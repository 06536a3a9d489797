import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { count, text } from '../json.ts';

/** Calls of tools that come in pieces, in order of their first piece. */
export class GrowingCalls {
  readonly #toldBy: 'index' | 'id';
  readonly #calls: { index: number | undefined; call: JsonObject }[] = [];

  /** @param toldBy what tells calls apart, where a piece has both */
  constructor(toldBy: 'index' | 'id') {
    this.#toldBy = toldBy;
  }

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

  /** By its index or its id; a piece that has neither goes on with the last call. */
  #known(piece: JsonObject): { call: JsonObject } | undefined {
    const index = count(piece.index);
    const id = text(piece.id);
    if (index !== undefined && !(id && this.#toldBy === 'id')) {
      return this.#calls.find((growing) => growing.index === index);
    }
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
