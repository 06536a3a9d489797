/** What speaks against putting a recording in its place. Pure. */
import type { Change } from '../../recordings/review/change.ts';
import { code } from '../../reports/markdown/code.ts';
import { acceptableVerdicts } from '../../spec/engine/verdict.ts';
import { type Compared, isWorse } from './flip.ts';

/** A case that speaks against it. */
export interface Objection extends Compared {
  readonly why: string;
}

/**
 * Cases that come out worse, and those that say that the recording itself is at fault, whatever was said of the one before. A recording
 * that no case could be played from proves nothing.
 */
export function objectionsTo(compared: readonly Compared[]): Objection[] {
  const bad = compared
    .filter((c) => isWorse(c) || isFaulty(c))
    .map((c) => ({ ...c, why: `${c.before.verdict} → ${c.after.verdict}: ${whyOf(c)}` }));
  if (bad.length > 0 || compared.some(({ after }) => acceptableVerdicts.includes(after.verdict))) return bad;
  return compared
    .slice(0, 1)
    .map((c) => ({ ...c, why: `no case passes with it: ${c.after.reason ?? c.after.verdict}` }));
}

/** Cases that play many conversations are at fault for another of them as well. */
const isFaulty = ({ implementation, kind, after }: Compared): boolean =>
  implementation === 'reference' && kind !== 'setup' && kind !== 'fault' && after.verdict === 'error';

/** What the verdict says: of a failure the first finding, and which checks are not listed where some are. */
const whyOf = ({ after }: Compared): string => after.reason ?? after.verdict;

interface Refused {
  readonly cassette: string;
  readonly place: string;
  readonly keptAt: string;
  readonly objections: readonly Objection[];
  readonly changes: readonly Change[];
}

/** The most that is told of each. */
const most = { objections: 50, changes: 50, text: 500 };

/** The page that is kept beside a recording that was put aside. What a provider said stands in code spans. */
export function reasonPage({ cassette, place, keptAt, objections, changes }: Refused): string {
  const weighty = changes.filter(({ severity }) => severity !== 'quiet');
  const lines = [
    `# Put aside: ${code(cassette, most.text)}`,
    '',
    `With this recording cases come out worse than with the one at ${code(place, most.text)}, which was left as it is.`,
    '',
    '## Cases',
    '',
    ...objections
      .slice(0, most.objections)
      .flatMap((o) => [
        `- ${code(o.case, most.text)}, cell ${code(`${o.tool}/${o.providerApi}`, most.text)}: ${o.before.verdict} → **${o.after.verdict}**`,
        `  - ${code(whyOf(o), most.text)}`,
      ]),
    ...(objections.length > most.objections ? ['', `… and ${objections.length - most.objections} more.`] : []),
    ...(weighty.length > 0 ? ['', '## What the provider says otherwise', ''] : []),
    ...weighty
      .slice(0, most.changes)
      .map(
        ({ what, operation, side, event, pointer, before, after, count }) =>
          `- ${what}, ${code([operation, side, event?.type, pointer].filter(Boolean).join(' '), most.text)}: ` +
          `${before === undefined ? 'nothing' : code(before, most.text)} → ${after === undefined ? 'nothing' : code(after, most.text)}` +
          `${count > 1 ? ` (${count} times)` : ''}`,
      ),
    '',
    '## What to do',
    '',
    '- Where the provider is right and has changed: mend what a finding names (reader, adapter or scenario; an entry in the exceptions of a foreign adapter), then record again or move the file to its place.',
    '- Where its own types do not allow what it says: a newer version of its SDK may, else `scripts/wire-schemas/widened` says so with the source.',
    '- Where the recording is at fault (a conversation that went another way, an answer cut short): record it again.',
    `- See what it would change: \`npm run atc -- diff\` with ${code(keptAt, most.text)}.`,
  ];
  return `${lines.join('\n')}\n`;
}
