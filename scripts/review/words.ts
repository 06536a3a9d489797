/** A review in words: what stands the same in a terminal and in a pull request. Pure. */
import type { Change } from '../../recordings/review/change.ts';
import type { Compared } from './flip.ts';
import type { Review } from './review.ts';

/** Where a change is, from the outside in. */
export function placeOfChange({ operation, transport, exchange, side, event, pointer }: Change): string {
  const parts = [
    operation && (transport ? `${operation} (${transport})` : operation),
    exchange === undefined ? undefined : `exchange ${exchange}`,
    side,
    event && `event ${event.index} ${event.type}`.trim(),
    pointer,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Said of a file whose bytes are others and whose conversation is not. */
export const sameSaid = 'written otherwise; what is said is the same';

export const times = (count: number): string => (count > 1 ? ` (${count} times)` : '');

/** Changes that a reader looks at, and what else there is in one line. */
export function parted(changes: readonly Change[]): { readonly told: readonly Change[]; readonly noise?: string } {
  const [noise, told] = [changes.filter((c) => c.kind === 'noise'), changes.filter((c) => c.kind !== 'noise')];
  const places = noise.reduce((total, { count }) => total + count, 0);
  return places === 0
    ? { told }
    : {
        told,
        noise: `noise in ${places} ${places === 1 ? 'place' : 'places'}: ${[...new Set(noise.map(({ reason }) => reason))].join('; ')}`,
      };
}

/** How many recordings are what, against what. */
export function headOf({ before, after, cassettes }: Review): string {
  const counts = (['changed', 'added', 'removed'] as const).flatMap((status) => {
    const count = cassettes.filter((c) => c.status === status).length;
    return count > 0 ? [`${count} ${status}`] : [];
  });
  return `recordings: ${counts.join(', ') || 'none differ'}; ${after} against ${before}`;
}

/** Cells with the cases that come out otherwise, those that come out worse first. */
export function byCell(flips: readonly Compared[]): [cell: string, flips: readonly Compared[]][] {
  const order = { worse: 0, other: 1, better: 2, same: 3 };
  const sorted = flips.toSorted((a, b) => order[a.direction] - order[b.direction]);
  return [...Map.groupBy(sorted, ({ tool, providerApi }) => `${tool}/${providerApi}`)];
}

/** How many cases were played, and how many of them come out otherwise. */
export function playedLine({ played, flips, cassettes }: Review): string | undefined {
  if (cassettes.length === 0) return undefined;
  if (played === undefined) return 'no case was played';
  const count = (direction: Compared['direction']) => flips.filter((f) => f.direction === direction).length;
  return `${played} cases played with both: ${count('worse')} worse, ${count('better')} better, ${count('other')} otherwise`;
}

/** Something to do, and the command that helps. Of no foreign words. */
interface Advice {
  readonly what: string;
  readonly run?: string;
}

/** What to do next; nothing where nothing is to do. */
export function adviceFor({ cassettes, flips, played, aside }: Review): Advice[] {
  const worse = flips.filter(({ direction }) => direction === 'worse');
  const isWorseTo = (verdict: string) => worse.some(({ after }) => after.verdict === verdict);
  const breaks = cassettes.some(({ changes }) => changes.some((c) => c.severity === 'breaking'));
  const given: readonly [boolean, Advice][] = [
    [
      isWorseTo('error'),
      {
        what: 'error: a recording does not hold what its scenario expects, or the types of its provider do not allow it; record it again, or change scenario or types with it, as CONTRIBUTING.md says',
      },
    ],
    [
      isWorseTo('fail'),
      {
        what: 'fail: mend the adapter that the finding names; what a foreign one cannot do goes into its exceptions.yaml, with a public source',
      },
    ],
    [isWorseTo('not-testable'), { what: 'not-testable: a recording is missing; record it, or put it back' }],
    [
      worse.length > 0,
      { what: 'all that was found of a case, once npm run conformance has run', run: 'npm run atc -- explain <case>' },
    ],
    [
      worse.length === 0 && breaks && played !== undefined,
      { what: 'the contract changed and no case came out worse: see whether a reader or a check should look there' },
    ],
    [
      played === 0 && cassettes.length > 0,
      { what: 'no case plays these recordings: give their scenarios the same names in spec/scenarios, or remove them' },
    ],
    [
      aside.length > 0,
      {
        what: `${aside.length} refused when they were made lie in recordings/aside, each beside the reason`,
        run: 'npm run atc -- diff recordings/aside',
      },
    ],
  ];
  return given.flatMap(([isGiven, advice]) => (isGiven ? [advice] : []));
}
