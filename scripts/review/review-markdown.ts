/** A review in Markdown, short enough for a comment of a pull request. Pure. */
import type { Change } from '../../recordings/review/change.ts';
import { code } from '../../reports/markdown/code.ts';
import { type Compared, isWorse } from './flip.ts';
import type { Review, ReviewedCassette } from './review.ts';
import { adviceFor, byCell, headOf, parted, placeOfChange, playedLine, sameSaid, times } from './words.ts';

/** The most that is told of each, and in all, so that it fits into a comment (65,536 characters). */
const most = { cassettes: 30, changes: 8, flips: 20, checks: 3, id: 160, message: 300, excerpt: 120, all: 60_000 };

/** Whatever a provider, an adapter or a file could have written stands in code spans, where nothing acts. */
export function reviewMarkdown(review: Review): string {
  const { cassettes, flips } = review;
  const worse = flips.filter(isWorse);
  const advice = adviceFor(review);
  const lines = [
    `## Recordings: ${worse.length > 0 ? `${worse.length} cases come out worse` : 'no case comes out worse'}`,
    '',
    `${code(headOf(review), most.message)}${playedLine(review) ? `; ${playedLine(review)}.` : '.'}`,
    ...(flips.length > 0 ? ['', '### Cells'] : []),
    ...byCell(flips.slice(0, most.flips)).flatMap(([cell, own]) => [
      '',
      `**${code(cell, most.id)}**`,
      '',
      ...own.flatMap(flipLines),
    ]),
    ...more(flips.length - most.flips, 'cases'),
    ...(advice.length > 0
      ? [
          '',
          '### What to do',
          '',
          ...advice.map(({ what, run }) => `- ${what}${run ? `: ${code(run, most.message)}` : ''}`),
        ]
      : []),
    ...(cassettes.length > 0 ? ['', '### What changed'] : []),
    ...cassettes.slice(0, most.cassettes).flatMap(cassetteLines),
    ...more(cassettes.length - most.cassettes, 'recordings'),
  ];
  return `${bounded(lines).join('\n')}\n`;
}

/** As many lines as fit; that there are more is said. */
function bounded(lines: readonly string[]): string[] {
  const fitting: string[] = [];
  let left = most.all;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) return [...fitting, ...more(lines.length - fitting.length, 'lines')];
    fitting.push(line);
  }
  return fitting;
}

const more = (count: number, what: string): string[] =>
  count > 0 ? ['', `… and ${count} more ${what}; \`npm run atc -- diff --json\` has all.`] : [];

function cassetteLines({ name, status, changes, problem }: ReviewedCassette): string[] {
  const { told, noise } = parted(changes);
  return [
    '',
    `**${code(name, most.id)}** ${status}`,
    '',
    ...(problem === undefined ? [] : [`- cannot be compared: ${code(problem, most.message)}`]),
    ...(status === 'changed' && changes.length === 0 && problem === undefined ? [`- ${sameSaid}`] : []),
    ...told.slice(0, most.changes).map(changeLine),
    ...(told.length > most.changes ? [`- … and ${told.length - most.changes} more changes`] : []),
    ...(noise === undefined ? [] : [`- ${code(noise, most.message)}`]),
  ];
}

function changeLine(change: Change): string {
  const { what, severity, before, after, count } = change;
  const [was, is] = [before, after].map((value) => (value === undefined ? 'nothing' : code(value, most.excerpt)));
  return `- **${severity}** ${what}${times(count)}: ${was} → ${is}, at ${code(placeOfChange(change), most.message)}`;
}

function flipLines({ case: id, direction, before, after, checks }: Compared): string[] {
  const found = checks.filter((c) => c.after === 'fail' || c.after === 'warn').slice(0, most.checks);
  const isReason = found.length === 0 || after.verdict === 'error';
  return [
    `- **${direction}** ${before.verdict} → ${after.verdict} ${code(id, most.id)}`,
    ...found.map(({ check, finding = '' }) => `  - ${code(check, most.id)}: ${code(finding, most.message)}`),
    ...(isReason && after.reason !== undefined && after.verdict !== 'pass'
      ? [`  - ${code(after.reason, most.message)}`]
      : []),
  ];
}
