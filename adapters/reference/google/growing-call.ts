/** A function call whose arguments come in pieces. Source: `PartialArg`, `FunctionCall.willContinue`; Vertex AI alone. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { list, text } from '../shared/json.ts';

type Container = Map<string, Json | Container> & { isList?: boolean };

/** Takes the pieces of one call, the first of which says its name. */
export class GrowingCall {
  readonly #part: JsonObject;
  readonly #call: JsonObject;
  readonly #root: Container = new Map();
  /** The path whose text goes on. */
  #goesOn: string | undefined;

  /** @param part the first piece, with whatever stands beside it */
  constructor(part: JsonObject, call: JsonObject) {
    this.#part = part;
    this.#call = call;
  }

  /** True for a call that comes in pieces. */
  static begins(call: JsonObject): boolean {
    return call.willContinue === true || list(call.partialArgs) !== undefined;
  }

  /** Takes a piece. True when the call is whole. */
  take(call: JsonObject): boolean {
    for (const piece of (list(call.partialArgs) ?? []).filter(isJsonObject)) this.#set(piece);
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

  #set(piece: JsonObject): void {
    const path = text(piece.jsonPath) ?? '$';
    const steps = [...path.matchAll(/\.(?<name>[^.[\]]+)|\[(?<index>\d+)\]|\['(?<quoted>[^']*)'\]/g)];
    const last = steps.at(-1);
    if (!last) return;
    let container = this.#root;
    for (const [i, step] of steps.slice(0, -1).entries()) {
      const name = nameOf(step);
      const before = container.get(name);
      const next: Container = before instanceof Map ? before : new Map();
      next.isList = steps[i + 1]?.groups?.index !== undefined;
      container.set(name, next);
      container = next;
    }
    const name = nameOf(last);
    const before = container.get(name);
    const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
    const isMore = this.#goesOn === path && typeof before === 'string' && typeof value === 'string';
    container.set(name, isMore ? before + value : value);
    this.#goesOn = piece.willContinue === true ? path : undefined;
  }
}

const nameOf = ({ groups = {} }: RegExpMatchArray): string => groups.name ?? groups.index ?? groups.quoted ?? '';

function plain(value: Json | Container): Json {
  if (!(value instanceof Map)) return value;
  const members = [...value].map(([name, member]) => [name, plain(member)] as const);
  return value.isList ? members.map(([, member]) => member) : Object.fromEntries(members);
}
