import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  notApplicable,
  sum,
} from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

const sameErrors = factsEqualWire(['error']);

export const check: Check = {
  id: 'errors-equal-wire',
  level: 'MUST',
  title: 'An error on the wire is thrown with its status and code, and none is thrown that the wire does not have.',
  reason:
    'Retries, alerts and messages to people hang on status and code; an error taken for an answer, or an answer for an error, is worse than none.',
  sources: [contractSource, { title: 'Errors of the contract: ProviderError' }],
  of: answered,
  judge: (context) => {
    const unfounded = sum(context.steps.map(judgeUnfounded));
    return unfounded.findings.length > 0 ? unfounded : sum([sameErrors(context), unfounded]);
  },
};

/** An error of whatever name where everything on the wire went well. */
function judgeUnfounded({ step, path, wire }: JudgedStep): CheckOutcome {
  if (!step.error || wire.facts.some(({ fact }) => fact.kind === 'error')) return notApplicable;
  // What nothing answered could only fail; that it was asked is told elsewhere.
  if (step.unexpected.length > 0) return notApplicable;
  const message = `the adapter threw ${step.error.name}: ${step.error.message}; the wire has no error`;
  return { compared: 1, findings: [{ message, adapterPath: `${path}.error`, adapter: step.error }] };
}
