/** Why cases fail, in few words: a run of an adapter that nobody has judged yet may fail in hundreds of cases, for a dozen causes. */
import { groupsOf, withoutTrial } from '../../spec/engine/known-issues.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';

/** Findings of one check, fact and impact, and the failing cases that have them. */
export interface Cause {
  /** `<check>:<group>`, as known issues name it; with `*` at its end, several groups that begin alike. */
  readonly group: string;
  readonly impact: Impact;
  /** One of the findings, of the first case. */
  readonly example: Finding;
  /** A failing case has one cause, though it may have findings of several. In the order of the run; at least one. */
  readonly cases: readonly CaseResult[];
}

/** How many causes are named: a person reads no more of them. */
const mostCauses = 12;

interface Failing {
  readonly c: CaseResult;
  /** By what they share with those of other cases. */
  readonly findings: ReadonlyMap<string, Grouped>;
}

interface Grouped {
  readonly group: string;
  readonly finding: Finding;
}

/**
 * The causes behind failing cases, the worst first. Each case belongs to the cause that most of the cases share, so that few causes hold
 * most cases. Pure.
 *
 * @returns the causes, and the failing cases that none of them holds
 */
export function causesOf(failing: readonly CaseResult[]): {
  readonly causes: readonly Cause[];
  readonly rest: readonly CaseResult[];
} {
  let left: Failing[] = failing.map((c) => ({ c, findings: groupsFailingIn(c) }));
  const causes: Cause[] = [];
  while (left.length > 0 && causes.length < mostCauses) {
    const [kind, own] = mostShared(left);
    const grouped = own.flatMap(({ findings }) => findings.get(kind) ?? []);
    const [first] = grouped;
    if (!first) break;
    const isOne = grouped.every(({ group }) => group === first.group);
    causes.push({
      group: isOne ? first.group : `${beginningOf(first.group)}.*`,
      impact: first.finding.impact,
      example: first.finding,
      cases: own.map(({ c }) => c),
    });
    left = left.filter((one) => !own.includes(one));
  }
  return {
    causes: causes.toSorted((a, b) => byImpact(a.impact, b.impact) || b.cases.length - a.cases.length),
    rest: left.map(({ c }) => c),
  };
}

/** What fails in a case, by check, fact and impact; of several findings the first. */
function groupsFailingIn(c: CaseResult): ReadonlyMap<string, Grouped> {
  const kinds = new Map<string, Grouped>();
  for (const [trial, finding] of groupsOf(c).failing) {
    const group = withoutTrial(trial);
    const kind = `${beginningOf(group)} ${finding.impact}`;
    if (!kinds.has(kind)) kinds.set(kind, { group, finding });
  }
  return kinds;
}

/** `returns-hosted-tools:hosted-call` of `returns-hosted-tools:hosted-call.arguments.changed`. */
const beginningOf = (group: string): string => group.replace(/\..*$/, '');

/** The kind of finding that most cases have, and these; of several the worst, then the first by name, so that order does not matter. */
function mostShared(left: readonly Failing[]): readonly [kind: string, own: readonly Failing[]] {
  const byKind = Map.groupBy(
    left.flatMap((one) => [...one.findings].map(([kind, { finding }]) => ({ kind, one, impact: finding.impact }))),
    ({ kind }) => kind,
  );
  const [most] = [...byKind].toSorted(
    ([a, inA], [b, inB]) => inB.length - inA.length || byImpact(impactOf(inA), impactOf(inB)) || (a < b ? -1 : 1),
  );
  return most ? [most[0], most[1].map(({ one }) => one)] : ['', []];
}

/** Of one kind, so that all have the same. */
const impactOf = ([first]: readonly { readonly impact: Impact }[]): Impact => first?.impact ?? 'differs';
