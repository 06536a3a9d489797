/** A function call, whose arguments may come in pieces. Source: `PartialArg`, `FunctionCall.willContinue`; Vertex AI alone. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { objects, text } from '../shared/json.ts';

type Container = Map<string, Json | Container> & { isList?: boolean };

/** Takes the pieces of one call, the first of which says its name; most calls are one piece. */
export class GrowingCall {
  readonly #part: JsonObject;
  readonly #call: JsonObject;
  readonly #root: Container = new Map();

  /** @param part the first piece, with whatever stands beside it */
  constructor(part: JsonObject, call: JsonObject) {
    this.#part = part;
    this.#call = call;
  }

  /** Takes a piece. True when the call is whole. */
  take(call: JsonObject): boolean {
    for (const piece of objects(call.partialArgs)) this.#set(piece);
    return call.willContinue !== true;
  }

  /** The part as it would have come whole. */
  get whole(): JsonObject {
    const { partialArgs: _, willContinue: __, args, ...call } = this.#call;
    const grown = plain(this.#root);
    return {
      ...this.#part,
      functionCall: { ...call, args: { ...(isJsonObject(args) ? args : {}), ...(isJsonObject(grown) ? grown : {}) } },
    };
  }

  /** A piece for a path that has a text goes on with it, and may have no more of it. */
  #set(piece: JsonObject): void {
    const steps = stepsOf(piece.jsonPath);
    const last = steps.at(-1);
    if (!last) return;
    let container = this.#root;
    for (const { name, isIndex } of steps.slice(0, -1)) {
      container.isList = isIndex;
      const before = container.get(name);
      const next: Container = before instanceof Map ? before : new Map();
      container.set(name, next);
      container = next;
    }
    container.isList = last.isIndex;
    const before = container.get(last.name);
    const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
    container.set(last.name, typeof before === 'string' ? before + (text(value) ?? '') : value);
  }
}

/** `$.boats[0]['mate of the watch']` → `boats`, the index `0`, `mate of the watch`. */
function stepsOf(path: Json | undefined): { name: string; isIndex: boolean }[] {
  const steps = String(path).match(/\.[^.[\]]+|\[\d+\]|\['[^']*'\]/g) ?? [];
  return steps.map((step) => ({ name: step.replaceAll(/^\.|^\['?|'?\]$/g, ''), isIndex: /^\[\d/.test(step) }));
}

function plain(value: Json | Container): Json {
  if (!(value instanceof Map)) return value;
  const members = [...value].map(([name, member]) => [name, plain(member)] as const);
  return value.isList ? members.map(([, member]) => member) : Object.fromEntries(members);
}
