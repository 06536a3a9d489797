/** What speaks against a recording, whatever an adapter made of it. Pure. */
import type { JudgedStep } from '../checks/check.ts';
import type { WireReader } from '../wire/reader.ts';
import type { Case } from './case.ts';
import { statedOf, unfulfilled } from './expectations.ts';
import { misshapen } from './misshapen.ts';
import type { Trace } from './trace.ts';

/** Why a recording proves nothing. */
export interface Doubts {
  /** Where it does not hold what the scenario states by hand. */
  readonly unfulfilled: readonly string[];
  /** Where it holds what the provider's own types do not allow. */
  readonly misshapen: readonly string[];
}

/** Of answers that were changed on their way nothing of the kind is asked. */
export const noDoubts: Doubts = { unfulfilled: [], misshapen: [] };

/** Looks for what speaks against the recording of a case. @param steps as they were judged */
export function doubtsAbout(
  theCase: Case,
  trace: Trace,
  { schemas }: Pick<WireReader, 'schemas'>,
  steps: readonly JudgedStep[],
): Doubts {
  return {
    unfulfilled: isAstray(trace) ? [] : unfulfilledCalls(theCase, steps),
    misshapen: schemas ? misshapen(recordingOf(theCase), exchangesIn(trace), schemas) : [],
  };
}

/** Refusals and declarations share one recording per column. */
const recordingOf = ({ kind, adapter, tool, scenario }: Case): string =>
  `${adapter.providerApi}/${kind === 'scenario' ? `${tool}/${scenario.id}` : 'refused/plain-answer'}`;

const exchangesIn = ({ steps, closing }: Trace) => [...steps.flatMap(({ exchanges }) => exchanges), ...closing];

/** True when requests and recording did not meet one to one; then a call that lacks its facts is not the recording's fault. */
const isAstray = ({ steps, unconsumed, late }: Trace): boolean =>
  unconsumed.length > 0 || late.length > 0 || steps.some((s) => s.unexpected.length > 0);

function unfulfilledCalls(theCase: Case, steps: readonly JudgedStep[]): string[] {
  return steps.flatMap(({ step, wire }, i) => {
    const expected = statedOf(theCase, i);
    if (!expected || step.exchanges.length === 0) return [];
    return unfulfilled(expected, wire.facts).map((problem) => `call ${i + 1} ${problem}`);
  });
}
