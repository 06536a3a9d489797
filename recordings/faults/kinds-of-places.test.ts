import { expect, test } from 'vitest';
import { writeFrames } from '../format/event-stream.ts';
import { placesOfEachKind } from './kinds-of-places.ts';

/** Where a stream is cut, as it looks with a bar at each of these places. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  const places = new Set(placesOfEachKind(bytes, false).map(([, at]) => at));
  return [...bytes.toString('latin1')].map((byte, at) => (places.has(at) ? `|${byte}` : byte)).join('');
}

test('names of fields are cut everywhere, and so is whatever has a meaning; words once', () => {
  expect(cut('data: {"text":"some words"}\n\n')).toBe('d|a|t|a|:| |{|"|t|ext|"|:|"some words"|}|\n|\n');
});

test('what is like something before is not cut again, whatever words it holds', () => {
  const event = (words: string) => `data: {"text":"${words}"}\n\n`;
  const all = [event('some words'), event('longer ones, and more'), event('a'), event('some words'), event('the last')];
  // Commas are looked at, in words as well; what comes before the second event is new.
  expect(cut(all.join(''))).toBe(
    [
      'd|a|t|a|:| |{|"|t|ext|"|:|"some words"|}|\n|\n',
      '|data: {"text":"longer ones|,| and more"}\n\n',
      'data: {"text":"a"}\n\n',
      'data: {"text":"some words"}\n\n',
      'data: {"text":"the last"}\n\n',
    ].join(''),
  );
});

test('another field, another member, a character of several bytes, an escaped one: each is a kind of its own', () => {
  expect(cut('event: a\nid: b\nevent: a\nid: b\nevent: a\nid: b\n')).toMatch(/^e\|v\|e\|n\|t\|:\|.*\|\n\|i\|d\|:/s);
  // In latin1: the three bytes of the sign for euros.
  expect(cut('"a€a"')).toBe('"|a|\u00e2|\u0082|\u00ac|a|"');
  expect(cut('"a\\u00e5a"')).toBe('"|a|\\|u|0|0e5|a|"');
});

test('one character of several bytes is like another of as many', () => {
  const kinds = (text: string) => placesOfEachKind(Buffer.from(text), false).map(([kind]) => kind);
  expect(kinds('"å"')).toEqual(kinds('"ö"'));
  expect(kinds('"€"')).not.toEqual(kinds('"ö"'));
  expect(kinds('"\\u00e5"')).toEqual(kinds('"\\u20AC"'));
});

test('frames are cut within all that they begin and end with, and alike frames once, whatever their numbers are', () => {
  const frame = (words: string) => ({ headers: [[':event-type', 'say']] as const, json: { words } });
  const places = (...words: string[]) => {
    const bytes = Buffer.from(writeFrames(words.map(frame)));
    return placesOfEachKind(bytes, true).map(([, at]) => at);
  };
  const one = places('a');
  expect(one.slice(0, 6)).toEqual([1, 4, 5, 8, 9, 12]);
  const { length } = Buffer.from(writeFrames([frame('a')]));
  expect(one.slice(-2)).toEqual([length - 4, length - 3]);
  const three = places('a', 'other words', 'and others');
  expect(three.length).toBeLessThan(one.length + 16);
});

test('what is no frame, or is cut off, has places as well', () => {
  expect(placesOfEachKind(Buffer.from('no frame'), true).length).toBeGreaterThan(0);
  const torn = Buffer.from(writeFrames([{ headers: [[':event-type', 'say']], json: { words: 'a' } }])).subarray(0, 30);
  expect(placesOfEachKind(torn, true).length).toBeGreaterThan(0);
});
