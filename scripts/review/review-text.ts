/** A review as a terminal shows it. Pure. */
import { visibleIn } from '../../files/visible.ts';
import type { Change } from '../../recordings/review/change.ts';
import type { Severity } from '../../recordings/review/rules.ts';
import type { Palette } from '../../reports/summary/palette.ts';
import type { Compared } from './flip.ts';
import type { Review, ReviewedCassette } from './review.ts';
import { adviceFor, byCell, headOf, parted, placeOfChange, playedLine, sameSaid, times } from './words.ts';

/** The most that is shown of each; JSON has all. */
const most = { cassettes: 100, changes: 30, flips: 100 };

/** Recordings with their changes, then the cells that come out otherwise, then what to do. Nothing in it acts on a terminal. */
export function reviewText(found: Review, colour: Palette): string {
  const review = visibleIn(found);
  const { cassettes, flips, aside } = review;
  const shown = flips.slice(0, most.flips);
  const advice = adviceFor(review);
  const lines = [
    colour.bold(headOf(review)),
    ...cassettes.slice(0, most.cassettes).flatMap((each) => ['', ...cassetteLines(each, colour)]),
    ...more(cassettes.length - most.cassettes),
    ...(playedLine(review) ? ['', colour.bold(playedLine(review) ?? '')] : []),
    ...byCell(shown).flatMap(([cell, own]) => ['', colour.bold(cell), ...own.flatMap((f) => flipLines(f, colour))]),
    ...more(flips.length - most.flips),
    ...(advice.length > 0 ? ['', ...advice.map(({ what, run }) => `→ ${what}${run ? `: ${run}` : ''}`)] : []),
    ...aside.slice(0, most.cassettes).map((name) => colour.dim(`  aside: ${name}`)),
  ];
  return `${lines.join('\n')}\n`;
}

const more = (count: number): string[] => (count > 0 ? ['', `… and ${count} more; --json has all`] : []);

function cassetteLines({ name, status, changes, problem }: ReviewedCassette, colour: Palette): string[] {
  const { told, noise } = parted(changes);
  return [
    `${name}${status === 'changed' ? '' : `  ${colour.yellow(status)}`}`,
    ...(problem === undefined ? [] : [`  ${colour.red('cannot be compared')} ${problem}`]),
    ...(status === 'changed' && changes.length === 0 && problem === undefined ? [colour.dim(`  ${sameSaid}`)] : []),
    ...told.slice(0, most.changes).flatMap((change) => changeLines(change, colour)),
    ...more(told.length - most.changes).filter((line) => line !== ''),
    ...(noise === undefined ? [] : [colour.dim(`  ${noise}`)]),
  ];
}

function changeLines(change: Change, colour: Palette): string[] {
  const { what, severity, before, after, count } = change;
  const became = [before, after].map((value) => (value === undefined ? 'nothing' : value.replaceAll('\n', '⏎')));
  return [
    `  ${tint(severity, colour)(severity.padEnd(9))} ${what}${times(count)}  ${became.join(' → ')}`,
    colour.dim(`            ${placeOfChange(change)}`),
  ];
}

const tint = (severity: Severity, colour: Palette): ((text: string) => string) =>
  severity === 'breaking' ? colour.red : severity === 'notable' ? colour.yellow : colour.dim;

function flipLines({ case: id, direction, before, after, checks }: Compared, colour: Palette): string[] {
  const paint = direction === 'worse' ? colour.red : direction === 'better' ? colour.green : colour.yellow;
  const isTold = checks.some((c) => c.after === 'fail' || c.after === 'warn') && after.verdict !== 'error';
  return [
    `  ${paint(direction.padEnd(6))} ${before.verdict} → ${after.verdict}  ${id}`,
    ...checks.map(({ check, before: was, finding = '' }) =>
      was === 'fail' || was === 'warn'
        ? colour.dim(`         ${check}: no longer: ${finding}`)
        : `         ${check}: ${finding}`,
    ),
    ...(isTold || after.reason === undefined || after.verdict === 'pass' ? [] : [`         ${after.reason}`]),
  ];
}
