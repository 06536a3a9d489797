import { type Check, contractSource } from './check.ts';
import { judgeErrors } from './lib/judge-errors.ts';

export const check: Check = {
  id: 'errors-in-words',
  level: 'MUST',
  title: 'An error says what happened.',
  reason: 'Whoever reads it in a log has nothing else: no debugger, and not the answer that caused it.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) =>
    judgeErrors(
      steps,
      ({ name, message }) =>
        isInWords(message)
          ? undefined
          : `the adapter threw ${name}, and its message is ${JSON.stringify(message)}: say what came, and what had been expected`,
      'message',
    ),
};

/** At least one word, and no object that was put where one should be. */
const isInWords = (message: string): boolean => /\p{Letter}{2}/u.test(message) && !/\[object \w+\]/.test(message);
