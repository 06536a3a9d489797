import { posix } from 'node:path';
import type { CaseResult, ListedException } from '../../spec/results/schema.ts';
import type { SentNothing } from './behaviour.ts';

/** Why some cases are no passes: exceptions that give one reason are one. */
export interface ListedReason {
  readonly reason: string;
  readonly verdict: ListedException['verdict'];
  /** Who says so; absent where the results do not tell. */
  readonly source?: string;
  /** What shows it with the library alone: a file of the project. */
  readonly reproduction?: string;
  readonly cases: readonly CaseResult[];
  /** Checks that fail in them, in alphabetical order. */
  readonly checks: readonly string[];
  /** The first day on which some of it has to be looked at again. */
  readonly until?: string;
  /** Prints a program with the library and the answers of one of the cases; absent where there is nothing to serve. */
  readonly command?: string;
}

/** The reasons for which cases are excepted, those with the fewest cases first. Pure. */
export function listedReasons(
  cases: readonly CaseResult[],
  exceptions: ReadonlyMap<string, ListedException>,
  sentNothing: SentNothing,
): ListedReason[] {
  const excepted = cases.filter((c) => c.verdict === 'known-failure' || c.verdict === 'not-expressible');
  const entryOf = (c: CaseResult) => exceptions.get(c.exception ?? '');
  const keyOf = (c: CaseResult) => {
    const { reason = c.reason, source, reproduction } = entryOf(c) ?? {};
    return JSON.stringify([c.verdict, reason, source, reproduction]);
  };
  return [...Map.groupBy(excepted, keyOf).values()]
    .map((own) => reasonOf(own as [CaseResult, ...CaseResult[]], entryOf, sentNothing))
    .sort((a, b) => a.cases.length - b.cases.length || (a.reason < b.reason ? -1 : 1));
}

function reasonOf(
  own: readonly [CaseResult, ...CaseResult[]],
  entryOf: (c: CaseResult) => ListedException | undefined,
  sentNothing: SentNothing,
): ListedReason {
  const [first] = own;
  const entry = entryOf(first);
  const failing = own.flatMap((c) => c.checks.flatMap((k) => (k.status === 'fail' ? k.check : [])));
  const [until] = own.flatMap((c) => entryOf(c)?.until ?? []).sort();
  const shown = entry?.reproduction === undefined ? own.find((c) => c.evidenceSha256 && !sentNothing(c)) : first;
  return {
    reason: entry?.reason ?? first.reason ?? '',
    verdict: first.verdict as ListedException['verdict'],
    ...(entry ? { source: entry.source } : {}),
    ...(entry?.reproduction === undefined
      ? {}
      : { reproduction: posix.join(posix.dirname(entry.place), entry.reproduction) }),
    cases: own,
    checks: [...new Set(failing)].sort(),
    ...(until === undefined ? {} : { until }),
    ...(shown ? { command: `npm run atc -- reproduce ${shown.id}` } : {}),
  };
}
