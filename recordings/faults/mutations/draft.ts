/** Mutations before they meet an answer: numbers, which any answer makes changes of. Pure. */
import fc from 'fast-check';
import type { Json } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { type Place, placesOf } from '../members.ts';
import { fitting } from './apply.ts';
import type { Change } from './change.ts';
import { type Pieces, piecesOf } from './pieces.ts';
import { inheritedNames, largeValues, oddBytes, oddValues, timesOf } from './values.ts';

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
