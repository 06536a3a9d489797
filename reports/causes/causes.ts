/** Why cases fail, in few words: a run of an adapter that nobody has judged yet may fail in hundreds of cases, for a dozen causes. */
import { groupsOf, withoutTrial } from '../../spec/engine/known-issues.ts';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { tiers } from '../../spec/scenarios/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';

/** Findings of one check, fact and impact, and the failing cases that have them. */
export interface Cause {
  /** `<check>:<group>`, as known issues name it; with `*` at its end, several groups that begin alike. */
  readonly group: string;
  readonly impact: Impact;
  /** One of the findings, of the first case. */
  readonly example: Finding;
  /** A failing case has one cause, though it may have findings of several. The most ordinary first; at least one. */
  readonly cases: readonly CaseResult[];
  /** What else fails in these cases, and in how many of them: it may follow from the cause. The most frequent first. */
  readonly beside: readonly (readonly [group: string, cases: number])[];
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
    const [kind, sharing] = mostShared(left);
    const own = sharing.toSorted((a, b) => placeOf(a) - placeOf(b));
    const grouped = own.flatMap(({ findings }) => findings.get(kind) ?? []);
    const [first] = grouped;
    if (!first) break;
    const isOne = grouped.every(({ group }) => group === first.group);
    causes.push({
      group: isOne ? first.group : `${beginningOf(first.group)}.*`,
      impact: first.finding.impact,
      example: first.finding,
      cases: own.map(({ c }) => c),
      beside: besideOf(kind, own),
    });
    left = left.filter((one) => !own.includes(one));
  }
  return {
    causes: causes.toSorted((a, b) => byImpact(a.impact, b.impact) || b.cases.length - a.cases.length),
    rest: left.map(({ c }) => c),
  };
}

/** How ordinary a case is; the least number is the most ordinary. */
const placeOf = ({ c: { tier } }: Failing): number => (tier === undefined ? 0 : tiers.indexOf(tier));

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

/**
 * `returns-hosted-tools:hosted-call` of `returns-hosted-tools:hosted-call.arguments.changed`, and of options `sends-options:option.seed`; of
 * requests the whole, which is a place.
 */
const beginningOf = (group: string): string =>
  group.startsWith('request-') ? group : group.replace(/^([^:]*:(?:option\.)?[^.]*)\..*$/s, '$1');

/** The other groups of the cases of a cause. */
function besideOf(cause: string, own: readonly Failing[]): Cause['beside'] {
  const others = own.flatMap(({ findings }) =>
    [...findings].flatMap(([kind, { group }]) => (kind === cause ? [] : group)),
  );
  return Object.entries(Object.groupBy(others, (group) => group))
    .map(([group, all = []]) => [group, all.length] as const)
    .toSorted(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1));
}

/**
 * The kind of finding that most cases have, and these. Of several the worst, then what went wrong first: what comes later may follow from
 * it; then the first by name, so that order does not matter.
 */
function mostShared(left: readonly Failing[]): readonly [kind: string, own: readonly Failing[]] {
  const byKind = Map.groupBy(
    left.flatMap((one) => [...one.findings].map(([kind, { finding }]) => ({ kind, one, finding }))),
    ({ kind }) => kind,
  );
  const [most] = [...byKind].toSorted(
    ([a, inA], [b, inB]) =>
      inB.length - inA.length ||
      byImpact(impactOf(inA), impactOf(inB)) ||
      byPlace(inA[0]?.finding, inB[0]?.finding) ||
      (a < b ? -1 : 1),
  );
  return most ? [most[0], most[1].map(({ one }) => one)] : ['', []];
}

/** Of one kind, so that all have the same. */
const impactOf = ([first]: readonly { readonly finding: Finding }[]): Impact => first?.finding.impact ?? 'differs';

/** By the call, its request before its response; what has no place on the wire last. */
function byPlace(a: Finding | undefined, b: Finding | undefined): number {
  const [one, other] = [a, b].map((finding) => {
    const [, step] = /^steps\[(\d+)\]/.exec(finding?.wirePath ?? '') ?? [];
    return step === undefined
      ? Number.MAX_SAFE_INTEGER
      : 2 * Number(step) + (finding?.wirePath?.includes('].request') ? 0 : 1);
  });
  return (one ?? 0) - (other ?? 0);
}
