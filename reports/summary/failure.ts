import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { findingLines } from '../findings/lines.ts';
import type { Palette } from './palette.ts';

/** How many findings of a check are printed; the page has all of them. */
const shownFindings = 3;

/** How to read the places of findings; printed once, below all that failed. */
export const placesLine =
  'paths: steps[0] is the first call of your client, exchanges[0] its first request and response; for all of a case, run: npm run atc -- can-i-use <case>';

/**
 * A case that is not acceptable, as a terminal shows it: what is wrong, where, why it matters, and what plays it again. Pure.
 *
 * @param checks what the checks demand, as results have it
 */
export function failureLines(c: CaseResult, checks: Results['checks'], colour: Palette): string[] {
  const failed = c.checks.filter((k) => k.status === 'fail');
  const demandOf = (id: string) => checks.find((check) => check.id === id);
  return [
    `${colour.red(c.verdict)} ${c.id}`,
    // Where checks failed the reason only says the first of them again.
    ...(failed.length > 0 ? [] : [`  ${escapeControl(c.reason ?? '')}`]),
    ...failed.flatMap((k) => findingLines(k, demandOf(k.check), colour, shownFindings)).map((line) => `  ${line}`),
    colour.dim(`  replay: ${c.replay}`),
  ];
}
