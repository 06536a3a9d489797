/** Changes as people read them. Pure. */
import { written } from '../members.ts';
import type { Change, Value } from './change.ts';

/** What was done, as the end of "where …": `content[0].text of piece 3 is 1e400 and piece 4 is missing`. */
export const inWords = (changes: readonly Change[]): string =>
  changes.map(wordsOf).join(' and ') || 'nothing is changed';

function wordsOf(change: Change): string {
  const here = `piece ${change.piece}`;
  const place = 'at' in change ? `${written(change.at) || 'the whole'} of ${here}` : here;
  switch (change.do) {
    case 'put':
      return `${place} is ${valueInWords(change.value)}`;
    case 'add':
      return `${place} has ${change.name}, ${valueInWords(change.value)}, too`;
    case 'drop':
    case 'drop-piece':
      return `${place} is missing`;
    case 'double':
      return `${place} stands twice`;
    case 'repeat':
    case 'repeat-piece':
      return `${place} comes ${change.times} times more`;
    case 'swap':
    case 'swap-piece':
      return `${place} is exchanged with the next`;
    case 'name':
    case 'name-piece':
      return `${place} is called "${change.as}"`;
    case 'header':
      return `the header ${change.name} of ${place} is ${change.value === undefined ? 'missing' : `"${change.value}"`}`;
    case 'bytes':
      return `the bytes ${change.hex} stand at ${change.offset} of ${place}`;
  }
}

/** Longest that a value is shown, in letters. */
const shown = 60;

function valueInWords(value: Value): string {
  if ('json' in value)
    return value.json.length > shown ? `${value.json.slice(0, shown)}…` : value.json || 'without a value';
  if ('letters' in value) return `a text of ${value.letters} letters`;
  if ('elements' in value) return `a list of ${value.elements} times ${value.of}`;
  return 'arrays' in value ? `an array in ${value.arrays} others` : `an object in ${value.objects} others`;
}
