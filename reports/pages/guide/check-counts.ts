import type { KillMatrix } from '../../../spec/kill-matrix/schema.ts';
import type { CaseResult } from '../../../spec/results/schema.ts';

type Status = CaseResult['checks'][number]['status'];

/** How often a check came to what, in the cases that it judged. */
export type StatusCounts = Readonly<Record<Status, number>>;

/** By check. Pure. */
export function statusCounts(cases: readonly Pick<CaseResult, 'checks'>[]): ReadonlyMap<string, StatusCounts> {
  const counts = new Map<string, Record<Status, number>>();
  for (const { check, status } of cases.flatMap(({ checks }) => checks)) {
    const own = counts.get(check) ?? { pass: 0, fail: 0, warn: 0, 'not-applicable': 0 };
    own[status] += 1;
    counts.set(check, own);
  }
  return counts;
}

/** Broken adapters that fail or warn by one check alone, by check: without it, nobody would see their defects. Pure. */
export function onlyCaughtBy({ matrix }: KillMatrix): ReadonlyMap<string, number> {
  const alone = matrix.flatMap(({ cases, caught }) => {
    const found = new Set(cases.flatMap(({ failed, warned }) => [...failed, ...warned]));
    return caught && found.size === 1 ? [...found] : [];
  });
  return new Map([...Map.groupBy(alone, (check) => check)].map(([check, own]) => [check, own.length]));
}
