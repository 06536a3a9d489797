import type { Results } from '../../spec/results/schema.ts';
import type { EarlierCase, EarlierRun } from './earlier-run.ts';

/** What a selection may name of a case, or of many: what is left out may be any. */
export type Chosen = { readonly [what in (typeof names)[number]]?: string };

const names = ['adapters', 'tools', 'scenarios', 'modes', 'kinds'] as const;

/** What a selection says by names that any case answers to. */
export const byName = (selection: Results['run']['selection']): Results['run']['selection'] =>
  Object.fromEntries(Object.entries(selection).filter(([what, ids]) => isKnown(what) || ids.length === 0));

/**
 * Whether the selection of a run takes in a case, or cases of that kind. One by anything else, such as a part of all cases, is of those
 * that nobody but the run itself can name.
 */
export function isChosen({ run }: { readonly run: Pick<Results['run'], 'selection'> }, chosen: Chosen): boolean {
  return Object.entries(run.selection).every(([what, ids]) => {
    if (ids.length === 0) return true;
    if (!isKnown(what)) return false;
    const answer = chosen[what];
    return answer === undefined || ids.includes(answer);
  });
}

/** Whether a run would have a case if it was there: its selection takes the case in, and it tried what the case tries. */
export function couldHave(results: Pick<EarlierRun, 'run'>, c: EarlierCase): boolean {
  const { adapter: adapters, tool: tools, scenario: scenarios, mode: modes, kind: kinds } = c;
  return (
    (results.run.thorough === true || !isThorough(c)) && isChosen(results, { adapters, tools, scenarios, modes, kinds })
  );
}

/** True for a case that only a thorough run has: the command that plays it says so. */
const isThorough = ({ replay }: EarlierCase): boolean => replay.endsWith(' --thorough');

const isKnown = (what: string): what is keyof Chosen => (names as readonly string[]).includes(what);
