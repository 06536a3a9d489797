/** Causes of failing cases as a terminal shows them. */
import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Results } from '../../spec/results/schema.ts';
import { findingLines } from '../findings/lines.ts';
import type { Palette } from '../summary/palette.ts';
import type { Cause } from './causes.ts';

/** How many causes are told with why they matter and who says so, and how many cases and groups beside one are named. */
const most = { reasons: 3, cases: 3, beside: 4 };

/** A line that says how much the causes hold, then each: how many cases, an example, what plays that again, and what else fails there. Pure. */
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
    ...causes.flatMap(({ group, impact, example, cases, beside }) => {
      const check = group.slice(0, group.indexOf(':'));
      const demand = checks.find(({ id }) => id === check);
      const told = { check, level: 'MUST', status: 'fail', compared: 1, findings: [example] } as const;
      const [, ...lines] = findingLines(
        { ...told, findings: [...told.findings] },
        causes.length > most.reasons ? undefined : demand,
        colour,
      );
      const [first, ...others] = cases;
      return [
        '',
        `${impact === 'breaks' ? colour.red(impact) : colour.yellow(impact)}  ${colour.bold(countOf(cases.length, 'case'))}  ${demand?.title ?? ''}${colour.dim(escapeControl(`${demand ? '  ' : ''}${group}`))}`,
        ...lines,
        ...(beside.length > 0
          ? [
              colour.dim(
                `  also     ${escapeControl(
                  firstOf(
                    beside.map(([name, n]) => `${name} in ${n}`),
                    most.beside,
                  ),
                )}`,
              ),
            ]
          : []),
        ...(others.length > 0
          ? [
              colour.dim(
                `  as well  ${firstOf(
                  others.map(({ id }) => id),
                  most.cases,
                )}`,
              ),
            ]
          : []),
        `  replay   ${first?.replay}`,
      ];
    }),
  ];
}

/** The first of some, and how many more there are. */
export const firstOf = (all: readonly string[], shown: number): string =>
  `${all.slice(0, shown).join(', ')}${all.length > shown ? ` and ${all.length - shown} more` : ''}`;
