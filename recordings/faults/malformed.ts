/** Answers that are not what the provider promised: a member is missing, null, or of another type. */
import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import { kindOf, partsOf, withPart } from './answer.ts';
import type { FaultsOf } from './fault.ts';
import { placesOf, withValue, written } from './members.ts';

export const malformed: FaultsOf = (response, operation) =>
  partsOf(response).flatMap((part) =>
    placesOf(part.json, part.name).flatMap(({ path, shape, value }) =>
      wrongValues(value, path.length === 0).map(([how, wrong]) => ({
        covers: [`${operation} ${shape} ${how}`],
        what: `${written(path) || 'the whole of it'}${kindOf(part) === '' ? '' : ` of ${kindOf(part)}`} ${how}`,
        arrives: () => withPart(response, part.at, withValue(part.json, path, wrong)),
      })),
    ),
  );

/** A word that names one of several things, and could be another one day: a type, a status, a reason. */
const isChosenWord = (value: string): boolean => /^[a-z]{2,}([_.-][a-z]+)*$/i.test(value);

/** What may stand in the place of a value, and how that is said; `undefined` where nothing does. */
function wrongValues(value: Json, isWhole: boolean): (readonly [how: string, wrong: Json | undefined])[] {
  if (value === null) return [];
  if (typeof value === 'string') {
    return [['is null', null], ['is 7', 7], ...(isChosenWord(value) ? [['is a new word', 'new_word'] as const] : [])];
  }
  if (typeof value === 'number')
    return [
      ['is null', null],
      ['is "seven"', 'seven'],
    ];
  if (typeof value === 'boolean')
    return [
      ['is null', null],
      ['is "yes"', 'yes'],
    ];
  const missing = isWhole ? [] : [['is missing', undefined] as const];
  return [...missing, ['is null', null], isJsonObject(value) ? ['is a text', 'words'] : ['is an object', {}]];
}
