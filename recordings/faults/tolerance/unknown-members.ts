/** Answers that say more than anybody knew when the adapter was written. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import { partsOf, withParts } from '../answer.ts';
import type { FaultsOf } from '../fault.ts';
import { placesOf } from '../members.ts';
import { news, newWords } from './news.ts';

/** Every object of an answer has a member more. */
export const unknownMembers: FaultsOf = (response, operation) => {
  const objects = partsOf(response).flatMap((part) =>
    placesOf(part.json, part.name).flatMap((place) => (isJsonObject(place.value) ? [{ part, ...place }] : [])),
  );
  if (objects.length === 0) return [];
  return [
    {
      covers: objects.map(({ shape }) => (shape.startsWith('<') ? shape : `${operation} ${shape}`)),
      details: objects.map(({ shape }) => `${operation} ${shape}`),
      what: 'every object has an unknown member',
      asRecorded: true,
      arrives: () => withParts(response, new Map(partsOf(response).map(({ at, json }) => [at, withNews(json)]))),
    },
  ];
};

/** An object of one member may be a union, which has one whatever is added to its API. */
function withNews(json: Json): Json {
  if (Array.isArray(json)) return json.map(withNews);
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => [name, withNews(value)] as const);
  return Object.fromEntries(members.length > 1 ? [...members, [news, newWords] as const] : members);
}
