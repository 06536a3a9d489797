import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** The members of an object; none, where it is no object. */
export const membersOf = (json: Json | undefined): JsonObject => (isJsonObject(json) ? json : {});

/** The elements of an array; none, where it is no array. */
export const elementsOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);

/** The kind of a thing among things of several kinds: its type, or else the names of its members. */
export const kindOfThing = ({ type, ...members }: JsonObject): string =>
  typeof type === 'string' ? type : Object.keys(members).join(' ');
