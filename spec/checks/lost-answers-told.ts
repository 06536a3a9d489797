import type { LostAnswer } from '../../recordings/format/exchange.ts';
import type { ObservedError } from '../engine/trace.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'lost-answers-told',
  level: 'MUST',
  title: 'A call whose answer is lost on the way ends with an error that says whether to try again.',
  reason:
    'A connection that never came about is worth another try, one that is waited for in vain has its own limit: an application that cannot tell them apart from a refusal gives up, or asks for ever.',
  sources: [
    contractSource,
    { title: 'Errors of the contract: ProviderError without a status, TimeoutError, WireError' },
    { title: 'Node.js: errors of the system', url: 'https://nodejs.org/api/errors.html#common-system-errors' },
  ],
  of: ['scenario', 'declaration', 'fault'],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

interface Wanted {
  readonly what: string;
  readonly isMet: (error: ObservedError | undefined) => boolean;
}

const timeOut: Wanted = { what: 'TimeoutError', isMet: (error) => error?.name === 'TimeoutError' };

const noConnection: Wanted = {
  what: 'ProviderError without a status, with retryable: true',
  isMet: (error) => error?.name === 'ProviderError' && error.status === undefined && error.retryable === true,
};

/** What each loss has to end with. Of an answer that had begun it may also be said that it is torn. */
const wanted: Readonly<Record<LostAnswer['how'], Wanted>> = {
  'the connection failed': noConnection,
  'no answer came': timeOut,
  'its answer stopped halfway': timeOut,
  'its answer was cut off': {
    what: `WireError, or ${noConnection.what}`,
    isMet: (error) => error?.name === 'WireError' || noConnection.isMet(error),
  },
};

function judgeStep({ step: { lost = [], error }, path }: JudgedStep): CheckOutcome {
  const last = lost.at(-1);
  if (!last) return notApplicable;
  const { request, how } = last;
  const { what, isMet } = wanted[how];
  if (isMet(error)) return { compared: 1, findings: [] };
  const told = error
    ? `${error.name} (status ${error.status ?? 'none'}, retryable: ${error.retryable ?? 'not said'})`
    : 'no error';
  const message = `${request.method} ${new URL(request.url).pathname} was sent, and ${how}; the adapter ended with ${told}, and it should be ${what}`;
  return { compared: 1, findings: [{ message, adapterPath: `${path}.error`, adapter: error }] };
}
