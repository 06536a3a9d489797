/** Why cases fail, in few words: a run of an adapter that nobody has judged yet may fail in hundreds of cases, for a dozen causes. */
import { groupsOf, withoutTrial } from '../../spec/engine/known-issues.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';

/** Findings of one check and kind, and the failing cases that have them. */
export interface Cause {
  /** `<check>:<group>`, as known issues name it. */
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
  readonly findings: ReadonlyMap<string, Finding>;
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
    const [group, own] = mostShared(left);
    const [first] = own;
    const example = first?.findings.get(group);
    if (!first || !example) break;
    const impacts = own.flatMap(({ findings }) => findings.get(group)?.impact ?? []).toSorted(byImpact);
    causes.push({ group, impact: impacts[0] ?? example.impact, example, cases: own.map(({ c }) => c) });
    left = left.filter((one) => !own.includes(one));
  }
  return {
    causes: causes.toSorted((a, b) => byImpact(a.impact, b.impact) || b.cases.length - a.cases.length),
    rest: left.map(({ c }) => c),
  };
}

/** What fails in a case, by check and kind; of findings of several trials the first. */
function groupsFailingIn(c: CaseResult): ReadonlyMap<string, Finding> {
  const groups = new Map<string, Finding>();
  for (const [group, finding] of groupsOf(c).failing) {
    const name = withoutTrial(group);
    if (!groups.has(name)) groups.set(name, finding);
  }
  return groups;
}

/** The kind of finding that most cases have, and these; of several the worst, then the first by name, so that order does not matter. */
function mostShared(left: readonly Failing[]): readonly [group: string, own: readonly Failing[]] {
  const byGroup = Map.groupBy(
    left.flatMap((one) => [...one.findings.keys()].map((group) => ({ group, one }))),
    ({ group }) => group,
  );
  const impactOf = (group: string, [first]: readonly { readonly one: Failing }[]): Impact =>
    first?.one.findings.get(group)?.impact ?? 'differs';
  const [most] = [...byGroup].toSorted(
    ([a, inA], [b, inB]) => inB.length - inA.length || byImpact(impactOf(a, inA), impactOf(b, inB)) || (a < b ? -1 : 1),
  );
  return most ? [most[0], most[1].map(({ one }) => one)] : ['', []];
}
