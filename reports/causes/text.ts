/** Causes of failing cases as a terminal shows them. */
import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { Palette } from '../summary/palette.ts';
import type { Cause } from './causes.ts';

/** A line that says how many cases the causes hold, then three lines for each: what it is, an example, and how to see that whole. Pure. */
export function causeLines(
  causes: readonly Cause[],
  failing: number,
  checks: Results['checks'],
  colour: Palette,
): string[] {
  const held = causes.reduce((sum, { cases }) => sum + cases.length, 0);
  const percent = Math.floor((100 * held) / failing);
  return [
    colour.bold(
      `${countOf(causes.length, 'cause explains', 'causes explain')} ${held} of ${failing} failing cases (${percent} %), most serious first`,
    ),
    ...causes.flatMap(({ group, impact, example, cases }) => {
      const title = checks.find(({ id }) => group.startsWith(`${id}:`))?.title ?? '';
      const count = countOf(cases.length, 'case');
      return [
        '',
        `${impact === 'breaks' ? colour.red(impact) : colour.yellow(impact)}  ${count}  ${title}${colour.dim(escapeControl(`${title === '' ? '' : '  '}${group}`))}`,
        `  ${escapeControl(example.message)}`,
        colour.dim(`  all of one: npm run atc -- can-i-use ${cases[0]?.id}`),
      ];
    }),
  ];
}
