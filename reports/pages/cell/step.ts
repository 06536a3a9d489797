import type { Exchange, UnexpectedRequest } from '../../../recordings/format/exchange.ts';
import type { LocatedFact } from '../../../spec/facts/fact.ts';
import type { Evidence } from '../../../spec/results/schema.ts';
import { type FactRow, factRows } from '../fact-rows.ts';

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
