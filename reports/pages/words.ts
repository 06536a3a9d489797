import type { EvidenceGrade, Impact } from '../../spec/verdicts/impact.ts';
import { type CellState, cellStates } from '../cells/cell-state.ts';
import type { Share } from '../snapshot/schema.ts';
import { html, type Markup } from './markup.ts';

/** The letter of a word: the class that sets its color, tint and glyph. The grid repeats them some hundred times. */
export const letters: Readonly<Record<CellState, string>> = {
  works: 'w',
  'works-with-gaps': 'g',
  'in-part': 'p',
  'does-not-work': 'x',
  rejected: 'r',
  'not-offered': 'n',
  'not-offered-not-rejected': 'x',
  'not-judged': 'q',
};

/** Where a cell is narrow: the whole word is there for screen readers, and is shown on phones. */
const shortWords: Readonly<Record<CellState, Markup>> = {
  works: 'works',
  'works-with-gaps': html`<span>works, with </span>gaps`,
  'in-part': 'in part',
  'does-not-work': html`<span>does not work</span><em aria-hidden="true">no</em>`,
  rejected: html`rejects`,
  'not-offered': 'not offered',
  'not-offered-not-rejected': html`<span>not offered, and not rejected</span><em aria-hidden="true">sent</em>`,
  'not-judged': html`<span>not judged</span><em aria-hidden="true">?</em>`,
};

export const shortWord = (state: CellState): Markup => shortWords[state];

/** The word of a cell, with its glyph and color. `isTile`: on its tint. */
export const word = (state: CellState, isTile = false): Markup =>
  html`<span class="word ${letters[state]}${isTile ? ' tile' : ''}">${cellStates[state].word}</span>`;

/** What something does to a user. */
export const tag = (impact: Impact): Markup => html`<span class="tag ${impact}">${impact}</span>`;

const grades: Readonly<Record<EvidenceGrade, readonly [style: string, words: string]>> = {
  live: ['live', 'live'],
  traffic: ['traffic', 'seen in traffic'],
  documented: ['documented', 'documented'],
  types: ['types', 'types only'],
  inferred: ['none', 'inferred'],
  contract: ['none', 'contract'],
};

/** Why something may be said: a meter of four steps, and its name. */
export const grade = (evidence: EvidenceGrade): Markup =>
  html`<span class="ev ${grades[evidence][0]}">${grades[evidence][1]}</span>`;

/** A number with its whole: no number stands without one. */
export const share = ({ passed, of }: Share): string => `${passed} of ${of}`;
