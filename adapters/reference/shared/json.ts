/** Members of bodies that a provider wrote: of the type that is promised, or not there. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text that says something: APIs leave members empty that they have nothing to say in. */
export function wording(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A whole number from 0. */
export function count(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function list(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The objects of a list; none where there is no list. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return (list(value) ?? []).filter(isJsonObject);
}

/** The list, or nothing where it is empty: APIs refuse some empty lists. */
export function nonEmpty<T extends readonly unknown[]>(values: T | undefined): T | undefined {
  return values && values.length > 0 ? values : undefined;
}

/** The object, or nothing where it has no members. */
export function withMembers<T extends object>(object: T): T | undefined {
  return nonEmpty(Object.keys(object)) && object;
}

/** A copy that is JSON: what is not (a cycle, a BigInt) fails here, before anything is sent. */
export function sendable<T extends Json>(body: T): T {
  return JSON.parse(JSON.stringify(body)) as T;
}
