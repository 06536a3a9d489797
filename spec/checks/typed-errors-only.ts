import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'typed-errors-only',
  level: 'MUST',
  title: 'Only errors of the contract leave an adapter.',
  reason: 'An application that changes providers must not have to learn each SDK’s own errors.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) => {
    const failed = steps.filter(({ step }) => step.error);
    return {
      compared: failed.length,
      findings: failed
        .filter(({ step }) => !step.error?.typed)
        .map(({ step, path }) => ({
          message: `the adapter threw ${step.error?.name}, which is no error of the contract: ${step.error?.message}`,
          adapterPath: `${path}.error`,
          adapter: step.error,
        })),
    };
  },
};
