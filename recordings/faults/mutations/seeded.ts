/** Mutations: answers changed at random, drafted without an answer, and as faults that an adapter is tried with. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Json } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault, FaultsOf } from '../fault.ts';
import { type Place, placesOf } from '../response-parts.ts';
import { changed, fitting, type Pieces, piecesOf } from './apply-mutation.ts';
import { type Change, inWords, type Value } from './mutation.ts';

/** Names that objects of JavaScript have without being given them, and some that they cannot do without. */
const inheritedNames = [
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
const oddValues: readonly string[] = [
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
const oddBytes: readonly string[] = [
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
const largeValues: readonly Value[] = [
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
const timesOf = (bytes: number, most: number): number => Math.max(1, Math.min(most, Math.floor(mostBytes / bytes)));

// Mutations before they meet an answer: numbers, which any answer makes changes of. Pure.

/** Kinds of changes, and how often each is drawn. */
const weights = {
  put: 30,
  copy: 6,
  drop: 8,
  double: 4,
  swap: 5,
  name: 6,
  add: 5,
  'drop-piece': 4,
  'double-piece': 4,
  'swap-piece': 4,
  'name-piece': 4,
  header: 4,
  bytes: 6,
} as const;

/** Those of them that make an answer large. */
const largeWeights = { large: 6, repeat: 2, 'repeat-piece': 1 } as const;

type Kind = keyof typeof weights | keyof typeof largeWeights;

/** One change before it meets an answer. */
export interface Draft {
  readonly kind: Kind;
  /** Chooses the kind of place, the place among its like, and what is done there. */
  readonly where: number;
  readonly which: number;
  readonly how: number;
}

const any = fc.noBias(fc.nat());

const drafts = (kinds: Partial<Record<Kind, number>>): fc.Arbitrary<Draft> => {
  const kind = fc.oneof(...Object.entries(kinds).map(([k, weight]) => ({ arbitrary: fc.constant(k as Kind), weight })));
  return fc.record({ kind, where: any, which: any, how: any });
};

/** Mutations of up to four changes; one in forty of them makes an answer large. */
export const mutations: fc.Arbitrary<readonly Draft[]> = fc.oneof(
  { arbitrary: fc.array(drafts(weights), { minLength: 1, maxLength: 4, size: 'max' }), weight: 39 },
  { arbitrary: fc.array(drafts(largeWeights), { minLength: 1, maxLength: 1 }), weight: 1 },
);

/** As many mutations as are asked for: the same of a seed, for ever. */
export const mutationsOf = (seed: number, count: number): readonly (readonly Draft[])[] =>
  fc.sample(mutations, { seed, numRuns: count });

/** The changes that a mutation comes to in an answer: fewer than its drafts where the answer has no place for some. */
export function changesOf(mutation: readonly Draft[], response: HttpResponse): Change[] {
  const places = placesIn(response);
  return fitting(
    response,
    mutation.flatMap((draft) => changeOf(draft, places) ?? []),
  );
}

/** Where an answer can be changed. */
interface Places extends Pieces {
  /** Places of JSON, those of one shape together. */
  readonly shapes: readonly (readonly Located[])[];
}

interface Located extends Place {
  readonly piece: number;
}

const known = new WeakMap<HttpResponse, Places>();

function placesIn(response: HttpResponse): Places {
  const places = known.get(response) ?? found(response);
  known.set(response, places);
  return places;
}

function found(response: HttpResponse): Places {
  const all = piecesOf(response);
  const located = all.pieces.flatMap(({ json, name }, piece) =>
    json === undefined ? [] : placesOf(json, name).map((place): Located => ({ ...place, piece })),
  );
  return { ...all, shapes: [...Map.groupBy(located, ({ shape }) => shape).values()] };
}

const chosen = <T>(of: readonly T[], by: number): T | undefined => of[by % Math.max(1, of.length)];

function changeOf(draft: Draft, places: Places): Change | undefined {
  const { kind, how } = draft;
  if (kind.endsWith('-piece') || kind === 'header' || kind === 'bytes') return changeOfPiece(draft, places);
  const place = chosen(chosen(places.shapes, draft.where) ?? [], draft.which);
  if (!place) return undefined;
  const { piece, path, value } = place;
  const here = { piece, at: [...path] };
  const isWhole = path.length === 0;
  const name = chosen(inheritedNames, how) ?? '';
  switch (kind) {
    case 'put':
      return { do: 'put', ...here, value: { json: chosen(oddValues, how) ?? '' } };
    case 'copy':
      return { do: 'put', ...here, value: { json: JSON.stringify(elsewhere(how, places) ?? null) } };
    case 'large':
      return { do: 'put', ...here, value: chosen(largeValues, how) ?? { letters: 1 } };
    case 'add':
      return canHold(value)
        ? {
            do: 'add',
            ...here,
            name,
            value: { json: chosen(oddValues, Math.floor(how / inheritedNames.length)) ?? '' },
          }
        : undefined;
    case 'name':
      return isWhole || typeof path.at(-1) === 'number' ? undefined : { do: 'name', ...here, as: name };
    case 'repeat':
      return typeof path.at(-1) === 'number'
        ? { do: 'repeat', ...here, times: timesOf(JSON.stringify(value).length, 130_000) }
        : undefined;
    case 'drop':
    case 'double':
    case 'swap':
      return isWhole ? undefined : { do: kind, ...here };
    default:
      return undefined;
  }
}

const canHold = (value: Json): boolean => typeof value === 'object' && value !== null;

function elsewhere(by: number, { shapes }: Places): Json | undefined {
  const shape = chosen(shapes, by) ?? [];
  return chosen(shape, Math.floor(by / shapes.length))?.value;
}

/** Headers of frames that say how they are read. */
const frameHeaders = [
  ':message-type',
  ':event-type',
  ':exception-type',
  ':content-type',
  ':error-code',
  ':error-message',
];

const frameHeaderValues = ['event', 'exception', 'error', 'text/plain', '', ...inheritedNames];

function changeOfPiece({ kind, where, which, how }: Draft, { kind: of, pieces }: Places): Change | undefined {
  const piece = which % Math.max(1, pieces.length);
  const at = pieces[piece];
  if (!at) return undefined;
  if (kind === 'bytes') {
    return { do: 'bytes', piece, offset: where % (at.data.length + 1), hex: chosen(oddBytes, how) ?? '' };
  }
  if (of === 'document') return undefined;
  switch (kind) {
    case 'drop-piece':
    case 'swap-piece':
      return { do: kind, piece };
    case 'double-piece':
      return { do: 'repeat-piece', piece, times: 1 };
    case 'repeat-piece':
      return { do: 'repeat-piece', piece, times: timesOf(at.data.length + 100, 3_000) };
    case 'name-piece':
      return { do: 'name-piece', piece, as: chosen([...inheritedNames, 'new_event', ''], how) ?? '' };
    case 'header': {
      if (of !== 'frames') return undefined;
      const name = chosen(frameHeaders, where) ?? '';
      const value = chosen([undefined, ...frameHeaderValues], how);
      return { do: 'header', piece, name, ...(value === undefined ? {} : { value }) };
    }
    default:
      return undefined;
  }
}

// Answers in which something is changed at random, and the same on every run.

/** How many mutations of one answer are offered: some hundreds of them are tried on an adapter. */
const perAnswer = 3;

/** Mutations of an answer; the seed is what it says, so that a recording has its own as long as it stays as it is. */
export const randomMutations: FaultsOf = (response, operation) => {
  const seed = createHash('sha256').update(`${operation} ${response.body.text}`).digest().readInt32BE();
  // The first one is what is shown of a case.
  return mutationsOf(seed, perAnswer)
    .map((mutation) => changesOf(mutation, response))
    .filter((changes) => changes.length > 0)
    .toSorted((a, b) => Number(isLarge(a)) - Number(isLarge(b)))
    .map((changes) => mutationFault(response, changes, `${operation} ${seed}`));
};

/**
 * Changes of an answer as a fault.
 *
 * @param scope what answer it is, to tell it from others that are changed in the same way
 */
export const mutationFault = (response: HttpResponse, changes: readonly Change[], scope: string): Fault => ({
  covers: [`${scope} ${JSON.stringify(changes)}`],
  what: inWords(changes),
  arrives: () => changed(response, changes),
  smaller: () => lessOf(changes, response).map((less) => mutationFault(response, less, scope)),
});

/** All changes but one, and large values that are not as large. */
function lessOf(changes: readonly Change[], response: HttpResponse): Change[][] {
  const without = changes.length < 2 ? [] : changes.map((_, i) => fitting(response, changes.toSpliced(i, 1)));
  const smaller = changes.flatMap((change, i) => {
    const less = lessLarge(change);
    return less ? [changes.with(i, less)] : [];
  });
  return [...without, ...smaller];
}

const isLarge = (changes: readonly Change[]): boolean => changes.some((change) => lessLarge(change) !== undefined);

/** Half of what is large; `undefined` where a change is not. */
function lessLarge(change: Change): Change | undefined {
  if ('times' in change) return change.times > 1 ? { ...change, times: Math.floor(change.times / 2) } : undefined;
  const less = change.do === 'put' ? halved(change.value) : undefined;
  return less && change.do === 'put' ? { ...change, value: less } : undefined;
}

/** Below this nothing is large. */
const small = 16;

function halved(value: Value): Value | undefined {
  const [[member, size] = []] = Object.entries(value).filter((entry) => typeof entry[1] === 'number');
  if (member === undefined || Number(size) < small) return undefined;
  return { ...value, [member]: Math.floor(Number(size) / 2) } as Value;
}
