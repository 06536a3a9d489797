import type { Support } from '../../matrix/schema.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Impact } from '../../spec/verdicts/impact.ts';

/** How a cell is shown: shape, word and colour, never colour alone. */
export interface StateLabel {
  readonly glyph: string;
  readonly word: string;
  /** Which colours; see `tokens.css`. */
  readonly tone: 'pass' | 'fail' | 'part' | 'refused' | 'error' | 'open' | 'none';
  /** One sentence for the legend. */
  readonly meaning: string;
}

/** The words of a cell, in the order of the legend. */
export const cellStates = {
  works: {
    glyph: '✓',
    word: 'works',
    tone: 'pass',
    meaning: 'Every core and extended conversation of this cell works.',
  },
  'works-with-gaps': {
    glyph: '◕',
    word: 'works, with gaps',
    tone: 'pass',
    meaning: 'A core conversation loses something, or an extended one does not work.',
  },
  'in-part': { glyph: '◐', word: 'in part', tone: 'part', meaning: 'Some core conversations work, others do not.' },
  'does-not-work': { glyph: '✕', word: 'does not work', tone: 'fail', meaning: 'No core conversation works.' },
  rejected: {
    glyph: '⊘',
    word: 'rejected by the library',
    tone: 'refused',
    meaning: 'The library rejects every core conversation before sending.',
  },
  'not-offered': {
    glyph: '–',
    word: 'not offered',
    tone: 'none',
    meaning: 'The provider lacks the tool, and the adapter rejects it before sending.',
  },
  'not-offered-not-rejected': {
    glyph: '≠',
    word: 'not offered, and not rejected',
    tone: 'fail',
    meaning: 'The provider lacks the tool, and the adapter sends it or drops it in silence.',
  },
  'not-judged': {
    glyph: '○',
    word: 'not judged',
    tone: 'open',
    meaning: 'No bridge, no recording or no core conversation that could be run.',
  },
} as const satisfies Record<string, StateLabel>;

export type CellState = keyof typeof cellStates;

/** What the word of a cell goes by: a case, or several that are alike. */
export interface WordedCase extends Pick<CaseResult, 'kind' | 'verdict' | 'tier'> {
  /** The worst that the case does to a user; absent where it does nothing. */
  readonly impact?: Impact | undefined;
  /** The conversation was rejected for a reason that says nothing of the library: its bridge has not built it, or that is contested. */
  readonly isUnbuilt?: boolean | undefined;
}

/** Whether a case says anything of the library. */
export const isJudged = ({ verdict, isUnbuilt }: WordedCase): boolean =>
  !isUnbuilt && verdict !== 'error' && verdict !== 'not-testable';
/** Whether the conversation of a case cannot be had. */
const isBroken = ({ impact }: WordedCase): boolean => impact === 'breaks' || impact === 'rejects';
/** Whether something of a conversation goes wrong. */
export const hasGap = (c: WordedCase): boolean => isBroken(c) || c.impact === 'loses';

/**
 * The word of a cell: what can be said of a tool through an adapter. The first that applies. Edge and robustness cases are numbers
 * beside it, and never part of it. Pure.
 */
export function cellState(support: Support, cases: readonly WordedCase[]): CellState {
  if (support === 'no') {
    const lets = cases.some((c) => c.kind === 'rejection' && c.impact === 'breaks');
    return lets ? 'not-offered-not-rejected' : 'not-offered';
  }
  const judged = cases.filter((c) => c.kind === 'scenario' && isJudged(c));
  const core = judged.filter(({ tier }) => tier === 'core');
  if (core.length === 0) return 'not-judged';
  if (core.every(({ impact }) => impact === 'rejects')) return 'rejected';
  if (core.every(isBroken)) return 'does-not-work';
  if (core.some(isBroken)) return 'in-part';
  return core.some(hasGap) || judged.some((c) => c.tier === 'extended' && hasGap(c)) ? 'works-with-gaps' : 'works';
}

/** From good to bad. A clear error is better than a silent break. */
const fromBest: readonly CellState[] = [
  ...(['works', 'works-with-gaps', 'in-part', 'rejected', 'does-not-work'] as const),
  ...(['not-offered', 'not-offered-not-rejected'] as const),
];

/**
 * Whether a word is better or worse than the one before it. `undefined` where they cannot be compared: one says that nothing was judged,
 * or the provider offers the tool in one of the two alone. Pure.
 */
export function stepOf(before: CellState, after: CellState): 'better' | 'worse' | 'same' | undefined {
  if (before === after) return 'same';
  const [was, is] = [before, after].map((state) => fromBest.indexOf(state)) as [number, number];
  const firstNotOffered = fromBest.indexOf('not-offered');
  if (was < 0 || is < 0 || was < firstNotOffered !== is < firstNotOffered) return undefined;
  return is < was ? 'better' : 'worse';
}

/** For `sort`: the best word first, what is not judged last. */
export const byWord = (a: CellState, b: CellState): number => placeOf(a) - placeOf(b);
const placeOf = (state: CellState): number => (state === 'not-judged' ? fromBest.length : fromBest.indexOf(state));

/** Whether a word says that a tool can be used. */
export const isUsable = (word: CellState): boolean => word === 'works' || word === 'works-with-gaps';

/** The word for several libraries: the best one's. Pure. */
export const bestOf = (states: readonly CellState[]): CellState =>
  fromBest.find((state) => states.includes(state)) ?? 'not-judged';

/** The word for several libraries that hides nothing: the worst one's. Pure. */
export const worstOf = (states: readonly CellState[]): CellState =>
  fromBest.findLast((state) => states.includes(state)) ?? 'not-judged';

/** How many cases of a kind there are, and how many of them pass. */
export interface Passed {
  readonly passed: number;
  readonly of: number;
}

/** The numbers beside the word of a cell: its edge conversations, and how often it held out where something went wrong. Pure. */
export function numbersOf(cases: readonly Pick<CaseResult, 'tier' | 'verdict' | 'trials' | 'faults'>[]): {
  readonly edge: Passed;
  readonly robustness: Passed;
} {
  const edge = cases.filter(({ tier }) => tier === 'edge');
  // How other servers write the answers says nothing of this provider.
  const robust = cases.filter(({ tier, faults }) => tier === 'robustness' && faults !== 'dialects');
  return {
    edge: { passed: edge.filter(({ verdict }) => verdict === 'pass').length, of: edge.length },
    robustness: trialsOf(robust),
  };
}

/** How many trials there are, and how many pass. A case without any is one. Pure. */
export const trialsOf = (cases: readonly Pick<CaseResult, 'verdict' | 'trials'>[]): Passed =>
  cases
    .map(({ verdict, trials }) =>
      trials
        ? { passed: trials.tried - trials.failed, of: trials.tried }
        : { passed: verdict === 'pass' ? 1 : 0, of: 1 },
    )
    .reduce((a, b) => ({ passed: a.passed + b.passed, of: a.of + b.of }), { passed: 0, of: 0 });

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
