import { cellStates } from '../../cells/cell-state.ts';
import { count, gradeWords, supportLabels } from '../labels.ts';
import type { ShownCell, ShownClaim } from './visible-cell.ts';

/**
 * A bit of a cell, which the page writes as markup and the browser makes as an element: from one description, so that they cannot
 * differ, and so that no text can become anything but text.
 */
export interface Piece {
  readonly look?: string;
  /** Only for the eye, or only for who hears the page; both unless told. */
  readonly to?: 'eyes' | 'ears';
  readonly is: string | readonly Piece[];
}

/** What the ground of a cell says. A claim never has that of a proof. */
export function toneOf({ state, claim }: ShownCell): string {
  if (!claim) return cellStates[state].tone;
  return claim.today === 'differs' ? 'part' : 'none';
}

/** What stands in a cell, from top to bottom. `name`: whose cell it is, for who hears of it apart from the table. */
export function piecesOf(shown: ShownCell, name = ''): Piece[] {
  const { glyph, word } = cellStates[shown.state];
  if (shown.claim) return claimPieces(shown.claim, shown, name);
  return [...markOf(shown), ...signed(glyph, word, name), ...margin(shown)];
}

const signed = (glyph: string, word: string, name: string): Piece[] => [
  { look: 'glyph', to: 'eyes', is: glyph },
  { look: 'word', is: name === '' ? word : [{ to: 'ears', is: name }, { is: word }] },
];

/** What was claimed, and what holds today. */
function claimPieces({ support, label, today }: ShownClaim, { state }: ShownCell, name: string): Piece[] {
  const { glyph, word, tone } = cellStates[state];
  const sign = { same: '=', differs: '≠', open: '?' }[today];
  const words = { same: ', as today', differs: ', not as today', open: ', today' }[today];
  return [
    ...signed(supportLabels[support].glyph, supportLabels[support].word, name),
    ...(label === undefined ? [] : [{ look: 'margin', is: label }]),
    {
      look: 'margin',
      is: [
        { to: 'eyes', is: `${sign} today` },
        { to: 'ears', is: `${words}: ` },
        { look: `toned tone-${tone}`, is: [{ to: 'eyes', is: `${glyph} ` }, { is: word }] },
      ],
    },
  ];
}

/** Below the word: how many cases, how good and how old the evidence, how long the tool will last, who else was tried. */
function margin({ passed, cases, failing, grade, age, stale, lifecycle, others }: ShownCell): Piece[] {
  const said = joined([
    ...(cases === 0 ? [] : [ears(', '), { is: `${passed}/${cases}` }, ears(' cases pass')]),
    ...(failing === 0 ? [] : [ears(', '), { look: 'toned tone-fail', is: `${failing} failing` }]),
    ...(grade === undefined ? [] : [ears(`, evidence ${gradeWords[grade].word}`)]),
    ...(grade === undefined || age === undefined ? [] : agePieces(age)),
    ...(stale ? lasting('stale') : []),
    ...(lifecycle === undefined ? [] : lasting(lifecycle)),
    ...(others === undefined ? [] : otherAdapters(others)),
  ]);
  return said.length === 0 ? [] : [{ look: 'margin', is: said }];
}

/** How good the evidence is, in a corner of the cell: for the eye, since it is said further down. */
const markOf = ({ grade }: ShownCell): Piece[] =>
  grade === undefined ? [] : [{ look: `mark mark-${grade}`, to: 'eyes', is: gradeWords[grade].mark }];

interface Ears extends Piece {
  readonly to: 'ears';
  readonly is: string;
}

const ears = (is: string): Ears => ({ to: 'ears', is });

const lasting = (word: string): Piece[] => [ears(', '), { look: 'lasting', is: word }];

function agePieces(days: number): Piece[] {
  if (days === 0) return [ears(', of '), { is: 'today' }];
  return [{ to: 'eyes', is: `${days}d` }, ears(`, ${count(days, 'day')} old`)];
}

function otherAdapters({ adapters, state }: NonNullable<ShownCell['others']>): Piece[] {
  const { glyph, word, tone } = cellStates[state];
  return [
    { look: `toned tone-${tone}`, to: 'eyes', is: `+${glyph}` },
    ears(`, ${count(adapters, 'more adapter')}: ${word}`),
  ];
}

/** What is only heard is one piece, however many follow each other. */
function joined(pieces: readonly (Piece | Ears)[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const both =
      last?.to === 'ears' && piece.to === 'ears' && typeof last.is === 'string' && typeof piece.is === 'string';
    if (both) out[out.length - 1] = ears(`${last.is}${piece.is}`);
    else out.push(piece);
  }
  return out;
}
