import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'errors-in-words',
  level: 'MUST',
  title: 'An error says what happened.',
  reason: 'Whoever reads it in a log has nothing else: no debugger, and not the answer that caused it.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) => {
    const failed = steps.filter(({ step }) => step.error);
    return {
      compared: failed.length,
      findings: failed
        .filter(({ step }) => !isInWords(step.error?.message ?? ''))
        .map(({ step, path }) => ({
          message: `the adapter threw ${step.error?.name}, and its message is ${JSON.stringify(step.error?.message)}: say what came, and what had been expected`,
          adapterPath: `${path}.error.message`,
          adapter: step.error,
        })),
    };
  },
};

/** At least one word, and no object that was put where one should be. */
const isInWords = (message: string): boolean => /\p{Letter}{2}/u.test(message) && !/\[object \w+\]/.test(message);
