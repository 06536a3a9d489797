import type { Lifecycle, Support } from '../../matrix/schema.ts';
import type { CaseResult } from '../../spec/results/schema.ts';

/** What the grid says of a cell: shape, word and colour, never colour alone. */
export interface StateLabel {
  readonly glyph: string;
  readonly word: string;
  /** Which colours; see `tokens.css`. */
  readonly tone: 'pass' | 'fail' | 'part' | 'refused' | 'error' | 'open' | 'none';
  /** One sentence for the legend. */
  readonly meaning: string;
}

/** In the order of the legend. */
export const cellStates = {
  works: { glyph: '✓', word: 'works', tone: 'pass', meaning: 'Every case of this cell passed in this run.' },
  'works-in-part': {
    glyph: '◐',
    word: 'works in part',
    tone: 'part',
    meaning: 'Every case passed; the provider offers only a part of the tool, as the notes say.',
  },
  worked: {
    glyph: '†',
    word: 'worked',
    tone: 'part',
    meaning: 'Every case passed against recordings of an API that is no longer served.',
  },
  'known-failure': {
    glyph: '◐',
    word: 'known failure',
    tone: 'part',
    meaning: 'A case fails, and is listed as an exception with reason, source and expiry.',
  },
  'not-expressible': {
    glyph: '◐',
    word: 'not expressible',
    tone: 'part',
    meaning: 'The library under test has no public way to say it; listed as an exception, with source.',
  },
  fails: { glyph: '✕', word: 'fails', tone: 'fail', meaning: 'The adapter failed at least one case.' },
  'not-testable': {
    glyph: '✕',
    word: 'not testable',
    tone: 'fail',
    meaning: 'Something needed to run a case is missing, such as a recording. It counts as a failure.',
  },
  error: {
    glyph: '!',
    word: 'error',
    tone: 'error',
    meaning: 'The harness, a recording or a scenario is at fault. Nothing is said of the adapter.',
  },
  refused: {
    glyph: '⊘',
    word: 'refused',
    tone: 'refused',
    meaning: 'The provider lacks the tool, and the adapter refused it before it sent anything, as it must.',
  },
  claimed: {
    glyph: '○',
    word: 'claimed, untested',
    tone: 'open',
    meaning: 'Someone says that it works. No case of this run has tried it.',
  },
  'claimed-in-part': {
    glyph: '○',
    word: 'claimed in part, untested',
    tone: 'open',
    meaning: 'Someone says that a part of it works. No case of this run has tried it.',
  },
  'not-offered': {
    glyph: '–',
    word: 'not offered, untested',
    tone: 'none',
    meaning: 'The provider is said not to have it. No case of this run has tried whether an adapter refuses it.',
  },
  declared: {
    glyph: '?',
    word: 'unknown, declared only',
    tone: 'none',
    meaning: 'A request may declare the tool, and the adapter does. No public source says what comes of it.',
  },
  unknown: { glyph: '?', word: 'unknown', tone: 'none', meaning: 'No public source says whether it works.' },
} as const satisfies Record<string, StateLabel>;

export type CellState = keyof typeof cellStates;

type Verdict = CaseResult['verdict'];

/** From bad to good: a cell is as good as its worst case. An adapter's own failure outweighs what kept others from running. */
const badness: readonly Verdict[] = ['fail', 'not-testable', 'error', 'known-failure', 'not-expressible', 'pass'];

/** What is to be said of a cell: by its cases where it has any, else by what is claimed. */
export function cellState(
  support: Support,
  cases: readonly Pick<CaseResult, 'kind' | 'verdict'>[],
  lifecycle: Lifecycle = 'ga',
): CellState {
  const worst = badness.find((verdict) => cases.some((c) => c.verdict === verdict));
  if (worst === undefined) return unproved[support];
  if (worst === 'fail') return 'fails';
  if (worst !== 'pass') return worst;
  if (cases.every((c) => c.kind === 'rejection')) return 'refused';
  if (cases.every((c) => c.kind === 'declaration')) return 'declared';
  if (lifecycle === 'retired') return 'worked';
  return support === 'partial' ? 'works-in-part' : 'works';
}

const unproved: Readonly<Record<Support, CellState>> = {
  yes: 'claimed',
  partial: 'claimed-in-part',
  no: 'not-offered',
  unknown: 'unknown',
};

/** How good the proof of several cases is. */
export type Grade = 'live' | 'documented' | 'mixed';

/**
 * What the cases of a cell were replayed from. Refusals say nothing here: a refused tool sends no request, so that no
 * recording is part of the proof.
 */
export function gradeOf(cases: readonly Pick<CaseResult, 'kind' | 'evidence'>[]): Grade | undefined {
  const grades = new Set(cases.filter((c) => c.kind === 'scenario' && c.evidence !== 'none').map((c) => c.evidence));
  if (grades.size > 1) return 'mixed';
  if (grades.has('live')) return 'live';
  return grades.has('documented') ? 'documented' : undefined;
}
