import type { ObservedError } from '../../engine/trace.ts';
import type { CheckOutcome, JudgedStep } from '../check.ts';

/**
 * Judges the errors that calls ended with.
 *
 * @param faultOf what is wrong with one, as a finding says it
 * @param member the member of the error that it is about, where it is about one
 */
export function judgeErrors(
  steps: readonly JudgedStep[],
  faultOf: (error: ObservedError) => string | undefined,
  member?: keyof ObservedError,
): CheckOutcome {
  const failed = steps.flatMap(({ step: { error }, path }) => (error ? [{ error, path }] : []));
  return {
    compared: failed.length,
    findings: failed.flatMap(({ error, path }) => {
      const message = faultOf(error);
      const adapterPath = [path, 'error', ...(member ? [member] : [])].join('.');
      return message === undefined ? [] : [{ message, adapterPath, adapter: error }];
    }),
  };
}
