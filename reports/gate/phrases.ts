/** Text of a decision that terminal and pull request share. Pure. */
import { countOf } from '../../lib/count-of.ts';
import type { Change } from '../../recordings/format/change.ts';
import type { ChangedRecording, Decision, GateFinding } from './decision-schema.ts';

type Listed = Decision['knownIssues']['added'][number];

/** Changes of known issues: added, changed, removed. */
export function issuesOf({ knownIssues }: Decision): { readonly what: string; readonly entry: Listed }[] {
  const { added, changed, removed } = knownIssues;
  return [
    ...added.map((entry) => ({ what: 'added', entry })),
    ...changed.map(({ before, after, members }) => {
      const [was, is] = [groupCount(before), groupCount(after)];
      const others = members.filter((name) => name !== 'covers' || was === is);
      const covers = was === is ? [] : [`covers ${is} groups of findings instead of ${was}`];
      return {
        what: [...covers, ...(others.length > 0 ? [`changed (${others.join(', ')})`] : [])].join(', '),
        entry: after,
      };
    }),
    ...removed.map((entry) => ({ what: 'removed', entry })),
  ];
}

const groupCount = ({ covers }: Listed): number => Object.values(covers).flat().length;

/** A known issue in one line: id, impact, number of cases. */
export const issueLine = ({ adapter, id, impact, covers }: Listed): string =>
  `${adapter}/${id}: ${impact}, ${countOf(Object.keys(covers).length, 'case')}`;

/** Two states of a cell. */
export const arrowOf = ({ before, after }: Decision['cells'][number]): string =>
  `${before ?? '(no such cell)'} → ${after ?? '(no such cell)'}`;

/**
 * Findings of one rule that are alike, together: of one adapter and tool, by one check. In the order in which the first of each was
 * found.
 */
export const groupsOf = (findings: readonly GateFinding[]): GateFinding[][] => [
  ...Map.groupBy(findings, ({ adapter, tool, check, what, case: id }) =>
    id === undefined ? what : JSON.stringify([adapter, tool, check?.check]),
  ).values(),
];

/** The changes of a recording without noise, its noise in one line, and a remark if it has neither. */
export function toldOf({ status, changes, problem }: ChangedRecording): {
  readonly told: readonly Change[];
  /** Noise, in one line. */
  readonly noise?: string;
  /** The reason for no changes. */
  readonly remark?: string;
} {
  const noise = changes.filter(({ kind }) => kind === 'noise');
  const places = noise.reduce((total, { count }) => total + count, 0);
  const remark =
    problem === undefined
      ? status === 'changed' && changes.length === 0 && 'formatted differently; the content is the same'
      : `cannot be compared: ${problem}`;
  return {
    told: changes.filter(({ kind }) => kind !== 'noise'),
    ...(places > 0
      ? { noise: `noise in ${countOf(places, 'place')}: ${[...new Set(noise.map(({ reason }) => reason))].join('; ')}` }
      : {}),
    ...(remark ? { remark } : {}),
  };
}

/** A change with its count. */
export const changeName = ({ what, count }: Change): string => `${what}${count > 1 ? ` (${count} times)` : ''}`;

/** The position of a change, from the operation to the member. */
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

/** Numbers of changed, added and removed recordings. */
export function recordingCounts(recordings: readonly ChangedRecording[]): string {
  const counts = (['changed', 'added', 'removed'] as const).flatMap((status) => {
    const count = recordings.filter((c) => c.status === status).length;
    return count > 0 ? [`${count} ${status}`] : [];
  });
  return counts.join(', ') || 'none differ';
}

/** The decision in one line. */
export function verdictLine({ passes, counts, base, asOf }: Decision): string {
  const { cases, compared, fails, told, better } = counts;
  const of = base.commit ? `${base.name} (${base.commit.slice(0, 12)})` : base.name;
  return `gate: ${passes ? 'passed' : 'failed'}; ${countOf(cases, 'case')}, ${compared} compared with ${of}: ${countOf(fails, 'failure')}, ${countOf(told, 'note')}, ${countOf(better, 'improvement')}; as of ${asOf}`;
}
