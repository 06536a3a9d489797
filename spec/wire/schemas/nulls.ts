/** Where a value may say null and says nothing. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Branch, branchesOf, choose } from './branches.ts';
import type { OperationShapes } from './column.ts';
import { type WireDocument, wireDocument } from './document.ts';
import { fitOf } from './fit.ts';

/** A place within JSON: names of members and numbers of elements. */
export type Path = readonly (string | number)[];

/** Of the shapes that an operation's answers have, the first that a body or an event fits says where it may be null. */
export function nullableIn(
  shapes: readonly OperationShapes[],
  json: Json,
  event?: { readonly name: string },
): readonly Path[] {
  for (const { response, events } of shapes) {
    const definition = event ? events?.of : response;
    if (typeof definition !== 'string') continue;
    const [source = '', name = ''] = definition.split('#');
    const isNamed = event !== undefined && events?.as === 'named';
    const value = isNamed ? { event: event.name, data: json } : json;
    if (fitOf(wireDocument(source))(name, value).some(({ kind }) => kind === 'failure')) continue;
    const places = absentNullables(wireDocument(source), name, value);
    return isNamed ? places.filter(([first]) => first === 'data').map(([, ...rest]) => rest) : places;
  }
  return [];
}

/**
 * The places of a value at which a member is absent that may be null by the provider's types. Where a value fits several branches of a
 * union, the first of them counts. Pure.
 *
 * @param definition a name in the document
 */
export function absentNullables({ $defs }: WireDocument, definition: string, value: Json): Path[] {
  const named = (name: string): JsonObject => $defs[name.replace(/^#\/\$defs\//, '')] ?? {};
  const resolved = (schema: JsonObject): JsonObject =>
    typeof schema.$ref === 'string' ? resolved(named(schema.$ref)) : schema;
  const meant = (schema: JsonObject, of: Json): JsonObject => {
    const whole = resolved(schema);
    if (!Array.isArray(whole.anyOf)) return whole;
    const choice = choose(branchesIn(whole.anyOf, named), of);
    return 'branches' in choice ? resolved(choice.branches[0]?.schema ?? {}) : {};
  };
  const walk = (schema: JsonObject, of: Json, path: Path): Path[] => {
    const own = meant(schema, of);
    if (Array.isArray(of)) {
      const { items } = own;
      return isJsonObject(items) ? of.flatMap((element: Json, i) => walk(items, element, [...path, i])) : [];
    }
    if (!isJsonObject(of) || !isJsonObject(own.properties)) return [];
    return Object.entries(own.properties).flatMap(([name, property]) => {
      if (!isJsonObject(property)) return [];
      const there = of[name];
      if (there !== undefined) return walk(property, there, [...path, name]);
      return isNullable(property, resolved) ? [[...path, name]] : [];
    });
  };
  return walk(named(definition), value, []);
}

/** Unions taken apart, which every value of them needs. */
const taken = new WeakMap<readonly Json[], readonly Branch[]>();

function branchesIn(union: readonly Json[], definition: (name: string) => JsonObject): readonly Branch[] {
  const known = taken.get(union) ?? branchesOf(union, definition);
  taken.set(union, known);
  return known;
}

function isNullable(schema: JsonObject, resolved: (schema: JsonObject) => JsonObject): boolean {
  const { type, anyOf, enum: values, const: constant } = resolved(schema);
  return (
    [type].flat().includes('null') ||
    (Array.isArray(values) && values.includes(null)) ||
    constant === null ||
    (Array.isArray(anyOf) &&
      (anyOf as readonly Json[]).some((each) => isJsonObject(each) && isNullable(each, resolved)))
  );
}
