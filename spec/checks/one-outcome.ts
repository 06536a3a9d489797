import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'one-outcome',
  level: 'MUST',
  title: 'A stream that ends with an error has not said before that it ended well.',
  reason:
    'A finish reason tells an application that it has the whole: it stores the answer, runs the calls and charges for it. An error behind that comes too late.',
  sources: [contractSource, { title: 'ChatResponseUpdate of the contract: finishReason' }],
  of: ['scenario', 'fault', 'abort'],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { error, updates = [] }, path }: JudgedStep): CheckOutcome {
  if (!error || updates.length === 0) return notApplicable;
  const at = updates.findIndex(({ finishReason }) => finishReason !== undefined);
  if (at < 0) return { compared: 1, findings: [] };
  const message = `update ${at + 1} of ${updates.length} says that the answer ended (${updates[at]?.finishReason}), and then the adapter threw ${error.name}: ${error.message}`;
  return { compared: 1, findings: [{ message, adapterPath: `${path}.updates[${at}]`, adapter: updates[at] }] };
}
