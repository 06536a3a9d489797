import type { Level } from '../../engine/verdict.ts';
import { compareFacts } from '../../facts/compare-wire-and-adapter.ts';
import type { FactKind, FactReading, LocatedFact } from '../../facts/fact.ts';
import { type CheckOutcome, type JudgeContext, type JudgedStep, mergeOutcomes } from '../check.ts';

/**
 * Judges that the facts of some kinds, as the adapter returned them, equal those on the wire, call by call; of the differences
 * those of one level are found. Of a call that ended with an error only the error is compared.
 */
export function factsEqualWire(
  kinds: readonly FactKind[],
  level: Exclude<Level, 'MAY'> = 'MUST',
): (context: JudgeContext) => CheckOutcome {
  return ({ steps }) =>
    mergeOutcomes(
      steps.filter((s) => s.step.response || kinds.includes('error')).map((s) => judgeFacts(s, kinds, level)),
    );
}

/** The same of one call. */
export function judgeFacts(judged: JudgedStep, kinds: readonly FactKind[], level: Level): CheckOutcome {
  const { compared, differences } = compareFacts(
    select(judged.wire, kinds, judged),
    select(judged.adapter, kinds, judged),
  );
  return {
    compared,
    findings: differences
      .filter((d) => d.level === level)
      .map((d) => ({
        message: d.message,
        group: d.group,
        ...(d.wire ? { wirePath: d.wire.path, wire: d.wire.fact } : {}),
        ...(d.adapter ? { adapterPath: d.adapter.path, adapter: d.adapter.fact } : {}),
      })),
  };
}

function select(reading: FactReading, kinds: readonly FactKind[], { path }: JudgedStep): LocatedFact[] {
  return reading.facts
    .filter(({ fact }) => kinds.includes(fact.kind))
    .map((located) => ({ ...located, path: `${path}.${located.path}` }));
}
