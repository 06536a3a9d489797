/** Values that careless code does not expect, as they are written. */
import type { Json } from '../../../files/canonical-json.ts';
import type { Value } from './change.ts';

/** Names that objects of JavaScript have without being given them, and some that they cannot do without. */
export const inheritedNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'toJSON',
  'then',
  'length',
] as const;

const polluting = { polluted: true };

/** What, taken into another object member by member, changes all objects. */
const traps: readonly string[] = [
  `{"__proto__":${JSON.stringify(polluting)}}`,
  `{"constructor":{"prototype":${JSON.stringify(polluting)}}}`,
];

const text = (value: Json): string => JSON.stringify(value);

/** Small values of every kind. */
export const oddValues: readonly string[] = [
  ...['null', 'true', 'false', '[]', '{}', '""', '" "', '[null]', '[[]]', '[{}]', '{"":null}'],
  ...['0', '-0', '-1', '0.5', '1e400', '-1e400', '9007199254740993', '1e21', '4294967296'],
  ...['NaN', 'Infinity', '-1', '7', 'null', 'undefined', '{}', '[]', '[', '{"a":'].map(text),
  ...inheritedNames.map(text),
  ...traps,
  ...traps.map(text),
  ...['\\ud800', '\\udc00\\ud800', '\\u0000', '\\u2028', '\\ufeff', '\\r\\n\\r\\n', '\\n\\ndata: {}\\n\\n'].map(
    (t) => `"${t}"`,
  ),
  ...['data:;base64,%%%', 'data:text/plain', 'https://[', 'new_word', '1970-01-01T25:61:61Z'].map(text),
  ...['NaN', 'undefined', '', '{', "'a'"],
  ...inheritedNames.map((type) => text({ type })),
  text({ type: null }),
  text([{ type: 'constructor' }, null, 7, 'text', []]),
];

/** Bytes that are no UTF-8: a lone byte of a pair, a torn character, a surrogate, an overlong slash; and a mark of byte order. */
export const oddBytes: readonly string[] = [
  'ff',
  'c3',
  'e282',
  'eda080',
  'c0af',
  'efbbbf',
  '00',
  '0a',
  '0d0a0d0a',
  '22',
  '5c',
];

/** Depth that everything that reads JSON has to bear, and one at which what calls itself for every level runs out of stack. */
const depths = { borne: 1_000, overflowing: 20_000 };

/** Large values: they cost a hundred times what others do, so that fewer are tried. */
export const largeValues: readonly Value[] = [
  { arrays: depths.borne },
  { objects: depths.borne },
  { arrays: depths.overflowing },
  { objects: depths.overflowing },
  { letters: 1_048_576 },
  ...['0', 'null', '"a"', '{}'].map((of) => ({ elements: 130_000, of })),
];

/** Bytes that one element, or one event, repeated may come to. */
const mostBytes = 1_048_576;

/** How often something is repeated to be too long for a list of arguments, and not for memory. */
export const timesOf = (bytes: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(mostBytes / bytes)));
