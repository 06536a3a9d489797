import type { Decision } from './schema.ts';

type Listed = Decision['exceptions']['added'][number];

/** What became of an exception: those that are new come first, as they come before everything else. */
export function exceptionsOf({ exceptions }: Decision): { readonly what: string; readonly entry: Listed }[] {
  const { added, changed, removed } = exceptions;
  return [
    ...added.map((entry) => ({ what: 'added', entry })),
    ...changed.map(({ before, after, extended, members }) => {
      const others = members.filter((name) => name !== 'until');
      const parts = [
        ...(extended ? [`extended from ${before.until}`] : []),
        ...(others.length > 0 || !extended ? [`changed (${members.join(', ')})`] : []),
      ];
      return { what: parts.join(', '), entry: after };
    }),
    ...removed.map((entry) => ({ what: 'removed', entry })),
  ];
}

/** Two states of a cell. */
export const arrowOf = ({ before, after }: Decision['cells'][number]): string =>
  `${before ?? '(no such cell)'} → ${after ?? '(no such cell)'}`;

/** The decision in one line. */
export function verdictLine({ passes, counts, base, asOf }: Decision): string {
  const { cases, compared, fails, told, better } = counts;
  const of = base.commit ? `${base.name} (${base.commit.slice(0, 12)})` : base.name;
  return `gate: ${passes ? 'passes' : 'does not pass'}; ${countOf(cases, 'case')}, ${compared} compared with ${of}: ${fails} fail the gate, ${told} to be looked at, ${better} better; as of ${asOf}`;
}

/** How many of something, in words. */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
