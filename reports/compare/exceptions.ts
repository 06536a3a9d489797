import type { ComparedException, EarlierRun } from './earlier-run.ts';

/** An exception that both runs list, in other words. */
export interface ChangedException {
  readonly before: ComparedException;
  readonly after: ComparedException;
  /** Its last day is a later one. */
  readonly extended: boolean;
  /** Members whose value is another one. */
  readonly members: readonly string[];
}

/** What became of the exceptions of the implementations that both runs are about. In the order of the files. */
export interface ExceptionChanges {
  readonly added: readonly ComparedException[];
  readonly removed: readonly ComparedException[];
  readonly changed: readonly ChangedException[];
}

const members = ['verdict', 'checks', 'reason', 'source', 'since', 'until'] as const;

/**
 * Holds two lists of exceptions against each other. An exception is known by its implementation and the pattern of its cases, not by
 * its line. Pure.
 *
 * @returns nothing where one of the runs does not say what was listed, being older
 */
export function exceptionChanges(before: EarlierRun, after: EarlierRun): ExceptionChanges | undefined {
  const [own, other] = [listOf(before, after), listOf(after, before)];
  if (!own || !other) return undefined;
  const left = Map.groupBy(own, keyOf);
  const added: ComparedException[] = [];
  const changed: ChangedException[] = [];
  for (const entry of other) {
    const same = left.get(keyOf(entry)) ?? [];
    // Of several with one pattern, those that say the same belong together.
    const found = same.find((e) => differences(e, entry).length === 0) ?? same[0];
    if (!found) {
      added.push(entry);
      continue;
    }
    same.splice(same.indexOf(found), 1);
    const named = differences(found, entry);
    if (named.length > 0) {
      changed.push({ before: found, after: entry, extended: found.until < entry.until, members: named });
    }
  }
  const kept = new Set([...left.values()].flat());
  return { added, removed: own.filter((entry) => kept.has(entry)), changed };
}

/** What a run lists of implementations that the other run is about as well. */
function listOf({ run }: EarlierRun, other: EarlierRun): readonly ComparedException[] | undefined {
  const shared = new Set(other.run.adapters.map((a) => a.implementation));
  return run.exceptions?.filter((e) => shared.has(e.implementation)).map(comparedException);
}

/** Without members that only one of two revisions may know. */
export function comparedException(e: ComparedException): ComparedException {
  const { implementation, cases, verdict, checks, reason, source, reproduction, since, until, place, untilPlace } = e;
  return {
    implementation,
    cases,
    verdict,
    ...(checks ? { checks } : {}),
    reason,
    source,
    ...(reproduction === undefined ? {} : { reproduction }),
    since,
    until,
    place,
    untilPlace,
  };
}

const keyOf = ({ implementation, cases }: ComparedException): string => `${implementation} ${cases}`;

const differences = (a: ComparedException, b: ComparedException): string[] =>
  members.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
