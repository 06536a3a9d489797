import { type Check, contractSource } from './check.ts';
import { judgeErrors } from './lib/judge-errors.ts';

export const check: Check = {
  id: 'typed-errors-only',
  level: 'MUST',
  title: 'Only errors of the contract leave an adapter.',
  reason: 'An application that changes providers must not have to learn each SDK’s own errors.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) =>
    judgeErrors(steps, ({ typed, name, message }) =>
      typed ? undefined : `the adapter threw ${name}, which is no error of the contract: ${message}`,
    ),
};
