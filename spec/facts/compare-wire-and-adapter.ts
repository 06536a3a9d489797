/** What the adapter returned, held against what the wire says, which is the truth. */
import type { JsonObject } from '../../lib/canonical-json.ts';
import { align } from './align.ts';
import { describeFact, factLabels } from './describe.ts';
import { type Aspect, type Rule, rules } from './equality.ts';
import type { Fact, FactKind, LocatedFact } from './fact.ts';

/** One thing that the adapter lost, changed or invented. */
export interface Difference {
  /**
   * `SHOULD` where an application can live with it: only the cited words differ, or the id of a hosted tool's call, or nobody tells
   * what the provider calls its answer.
   */
  readonly level: 'MUST' | 'SHOULD';
  readonly kind: 'lost' | 'changed' | 'invented';
  readonly factKind: FactKind;
  /** Its kind, the same in every case: `citation.missing`, `usage.cached-input-tokens.changed`, `hosted-call.order`. */
  readonly group: string;
  readonly wire?: LocatedFact;
  readonly adapter?: LocatedFact;
  /** What differs of it, where both have it. */
  readonly words?: string;
  /** One sentence for the adapter's author: what the wire has, and what the adapter made of it; where stands beside. */
  readonly message: string;
}

export interface FactComparison {
  /** Comparisons made: one per fact of the wire, and one per fact that only the adapter has. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

const kinds = Object.keys(rules) as FactKind[];

/** Compares what the wire said with what the adapter returned, kind by kind. Paths are taken as they come. */
export function compareFacts(wire: readonly LocatedFact[], adapter: readonly LocatedFact[]): FactComparison {
  // Most checks look at one kind, and most calls have few: only what is there is compared.
  const there = new Set([...wire, ...adapter].map(({ fact }) => fact.kind));
  const results = kinds.filter((kind) => there.has(kind)).map((kind) => compareKind(kind, wire, adapter));
  return {
    compared: results.reduce((total, result) => total + result.compared, 0),
    differences: results.flatMap((result) => result.differences),
  };
}

function compareKind(
  kind: FactKind,
  allWire: readonly LocatedFact[],
  allAdapter: readonly LocatedFact[],
): FactComparison {
  // TypeScript cannot know that a rule and the facts filtered by its kind belong together.
  const rule = rules[kind] as unknown as Rule<Fact>;
  const wire = allWire.filter(({ fact }) => fact.kind === kind);
  const adapter = allAdapter.filter(({ fact }) => fact.kind === kind);
  if (wire.length === 0 && adapter.length === 0) return { compared: 0, differences: [] };
  const { id } = rule;
  const slightly = (w: LocatedFact, a: LocatedFact) => rule.differingSlightly?.(w.fact, a.fact) ?? [];
  const said = allWire.map(({ fact }) => fact);
  const pairs = align(wire, adapter, {
    ...(id ? { key: ({ fact }: LocatedFact) => id(fact) } : {}),
    exact: (w, a) => rule.exact?.(w.fact, a.fact) ?? true,
    equal: (w, a) => rule.differing(w.fact, a.fact).length === 0,
    alike: (w, a) => rule.alike?.(w.fact, a.fact) ?? true,
  });
  const differences = pairs.flatMap(({ left: w, right: a, moved }): Difference[] => {
    if (w && !a) return rule.needNotBeTold?.(w.fact) ? [] : [lost(w, adapter.length > 0, rule.lost)];
    if (!w) return a && !rule.saidElsewhere?.(a.fact, said) ? [invented(a)] : [];
    if (!a) return [];
    const astray: Aspect[] = moved && !rule.unordered ? [['order', 'its position in the order differs']] : [];
    return [
      ...[...rule.differing(w.fact, a.fact), ...astray].map((one) => changed(w, a, one, 'MUST')),
      ...slightly(w, a).map((one) => changed(w, a, one, 'SHOULD')),
    ];
  });
  return { compared: pairs.length, differences };
}

const lost = (wire: LocatedFact, hasOthers: boolean, level: Difference['level'] = 'MUST'): Difference => ({
  level,
  kind: 'lost',
  factKind: wire.fact.kind,
  group: `${wire.fact.kind}.missing`,
  wire,
  message: `the response has ${describeFact(wire.fact)}; the adapter returned ${
    hasOthers ? `no such ${factLabels[wire.fact.kind]}` : 'none'
  }`,
});

const invented = (adapter: LocatedFact): Difference => ({
  level: 'MUST',
  kind: 'invented',
  factKind: adapter.fact.kind,
  group: `${adapter.fact.kind}.invented`,
  adapter,
  message: `the adapter returned ${describeFact(adapter.fact)}; the response has no such ${factLabels[adapter.fact.kind]}`,
});

const changed = (
  wire: LocatedFact,
  adapter: LocatedFact,
  [aspect, inWords]: Aspect,
  level: Difference['level'],
): Difference => {
  const words = typeof inWords === 'string' ? inWords : inWords();
  return {
    level,
    kind: 'changed',
    factKind: wire.fact.kind,
    group: groupOf(aspect, wire.fact, adapter.fact),
    words,
    wire,
    adapter,
    message: `${words}: the response has ${describeFact(wire.fact)}; the adapter returned ${describeFact(adapter.fact)}`,
  };
};

/** Where one side alone says it, it is missing or invented. */
function groupOf(aspect: string, wire: Fact, adapter: Fact): string {
  if (aspect === 'order') return `${wire.kind}.order`;
  const member = aspect.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [told, returned] = [wire, adapter].map((fact) => (fact as unknown as JsonObject)[member]);
  // Who is told of no tokens takes them for none.
  if (wire.kind === 'usage' && told === 0 && returned === undefined) return `${wire.kind}.${aspect}.zero`;
  const what =
    returned === undefined && told !== undefined
      ? 'missing'
      : told === undefined && returned !== undefined
        ? 'invented'
        : 'changed';
  return aspect === wire.kind ? `${aspect}.${what}` : `${wire.kind}.${aspect}.${what}`;
}
