import type { Exchange, UnexpectedRequest } from '../../../recordings/format/exchange.ts';
import { compareFacts } from '../../../spec/facts/compare-wire-and-adapter.ts';
import type { LocatedFact } from '../../../spec/facts/fact.ts';
import type { Evidence } from '../../../spec/results/schema.ts';

/** One call of the client, as evidence has it, with its facts side by side. */
export interface Step extends Pick<Evidence['steps'][number], 'turn' | 'options' | 'unread' | 'warnings'> {
  /** From 0. */
  readonly index: number;
  readonly exchanges: readonly Exchange[];
  readonly unexpected: readonly UnexpectedRequest[];
  readonly adapter: readonly LocatedFact[];
  readonly error: { readonly name: string; readonly message: string } | undefined;
  readonly rows: readonly FactRow[];
}

/** The schema of evidence leaves open what recordings and facts describe. */
export const stepsOf = ({ steps }: Evidence): readonly Step[] =>
  steps.map((step, index) => ({
    ...step,
    index,
    exchanges: step.exchanges as readonly Exchange[],
    unexpected: step.unexpected as readonly UnexpectedRequest[],
    adapter: step.adapter as readonly LocatedFact[],
    error: step.error as Step['error'],
    rows: factRows(step.wire as readonly LocatedFact[], step.adapter as readonly LocatedFact[]),
  }));

export const isDiffering = ({ comparison }: FactRow): boolean => comparison !== 'same';

/** One line of "facts side by side": what the wire said, and what the adapter made of it. */
export interface FactRow {
  readonly wire?: LocatedFact;
  readonly adapter?: LocatedFact;
  readonly comparison: 'same' | 'lost' | 'changed' | 'invented';
}

/** Lays the facts of one call side by side, by the very comparison that the checks use. In the order of the wire. */
export function factRows(wire: readonly LocatedFact[], adapter: readonly LocatedFact[]): FactRow[] {
  const { differences } = compareFacts(wire, adapter);
  const differing = new Map(differences.map((d) => [d.wire, d]));
  const invented = differences.flatMap((d) => (d.kind === 'invented' && d.adapter ? [d.adapter] : []));
  const taken = new Set<LocatedFact>(differences.flatMap((d) => d.adapter ?? []));
  const rows = wire.map((fact): FactRow => {
    const difference = differing.get(fact);
    if (difference) {
      const { kind: comparison, adapter: other } = difference;
      return { wire: fact, ...(other ? { adapter: other } : {}), comparison };
    }
    const partner = adapter.find((other) => !taken.has(other) && saysTheSame(fact, other));
    if (!partner) return { wire: fact, comparison: 'lost' };
    taken.add(partner);
    return { wire: fact, adapter: partner, comparison: 'same' };
  });
  return [...rows, ...invented.map((fact) => ({ adapter: fact, comparison: 'invented' as const }))];
}

const saysTheSame = (wire: LocatedFact, adapter: LocatedFact): boolean =>
  wire.fact.kind === adapter.fact.kind && compareFacts([wire], [adapter]).differences.length === 0;
