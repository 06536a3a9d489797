/**
 * Calls whose arguments come in pieces. Source: `PartialArg` and `FunctionCall.willContinue` of `@google/genai`: a call that
 * will continue is followed by parts that hold more of it, and ends with the first that will not.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';

/** A part with the place it was read from: `….parts[0]`, or the places of all pieces it was made from. */
export interface PlacedPart {
  readonly part: JsonObject;
  readonly path: string;
}

/** The parts of an answer with every call whole; a call that never ended stands as far as it came. */
export function wholeCalls(parts: readonly PlacedPart[]): { parts: PlacedPart[]; torn?: string } {
  const whole: PlacedPart[] = [];
  let open: { first: PlacedPart; pieces: JsonObject[] } | undefined;
  for (const placed of parts) {
    const call = asObject(placed.part.functionCall);
    if (!call || !(open || call.willContinue === true || call.partialArgs)) {
      whole.push(placed);
      continue;
    }
    open ??= { first: placed, pieces: [] };
    open.pieces.push(call);
    if (call.willContinue === true) continue;
    whole.push({ ...open.first, part: { ...open.first.part, functionCall: joined(open.pieces) } });
    open = undefined;
  }
  if (!open) return { parts: whole };
  whole.push({ ...open.first, part: { ...open.first.part, functionCall: joined(open.pieces) } });
  return { parts: whole, torn: open.first.path };
}

interface Leaf {
  readonly steps: readonly string[];
  value: Json;
  continues: boolean;
}

function joined(pieces: readonly JsonObject[]): JsonObject {
  const leaves = new Map<string, Leaf>();
  for (const piece of pieces) {
    for (const partial of asArray(piece.partialArgs) ?? []) {
      const { jsonPath, willContinue, ...rest } = asObject(partial) ?? {};
      const path = asString(jsonPath) ?? '$';
      if (stepsOf(path).length === 0) continue;
      const value = valueIn(rest);
      const before = leaves.get(path);
      // The last piece of a text need not have any more of it.
      if (before?.continues && typeof before.value === 'string') before.value += asString(value) ?? '';
      else leaves.set(path, { steps: stepsOf(path), value, continues: false });
      const leaf = leaves.get(path);
      if (leaf) leaf.continues = willContinue === true;
    }
  }
  const [first = {}] = pieces;
  const { partialArgs: _, willContinue: __, ...call } = first;
  const given = pieces.map(({ args }) => asObject(args)).find((args) => args);
  const built = leaves.size > 0 ? build([...leaves.values()], 0) : {};
  return { ...call, args: { ...given, ...asObject(built) } };
}

/** The one of its members that holds a value; `nullValue` holds the name of null. */
function valueIn({ stringValue, numberValue, boolValue }: JsonObject): Json {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

/** `$.lines[0].text` → `.lines`, `[0]`, `.text`. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)].map(([, name, index, quoted]) =>
    index === undefined ? `.${name ?? quoted}` : `[${index}]`,
  );
}

function build(leaves: readonly Leaf[], depth: number): Json {
  const [first] = leaves;
  if (!first || first.steps.length <= depth) return first?.value ?? null;
  const groups = Map.groupBy(leaves, ({ steps }) => steps[depth] ?? '.');
  const members = [...groups].map(
    ([step, group]) => [step.replace(/^[.[]|\]$/g, ''), build(group, depth + 1)] as const,
  );
  return first.steps[depth]?.startsWith('[') ? members.map(([, value]) => value) : Object.fromEntries(members);
}
