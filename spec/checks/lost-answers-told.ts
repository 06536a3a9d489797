import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'lost-answers-told',
  level: 'MUST',
  title: 'A call whose answer is lost on the way ends with an error that says whether to try again.',
  reason:
    'A connection that never came about is worth another try, one that is waited for in vain has its own limit: an application that cannot tell them apart from a refusal gives up, or asks for ever.',
  sources: [
    contractSource,
    { title: 'Errors of the contract: ProviderError without a status, TimeoutError' },
    { title: 'Node.js: errors of the system', url: 'https://nodejs.org/api/errors.html#common-system-errors' },
  ],
  of: ['scenario', 'declaration', 'fault'],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { lost = [], error }, path }: JudgedStep): CheckOutcome {
  const last = lost.at(-1);
  if (!last) return notApplicable;
  const { request, how } = last;
  const wanted =
    how === 'no answer came'
      ? { what: 'TimeoutError', isMet: error?.name === 'TimeoutError' }
      : {
          what: 'ProviderError without a status, with retryable: true',
          isMet: error?.name === 'ProviderError' && error.status === undefined && error.retryable === true,
        };
  if (wanted.isMet) return { compared: 1, findings: [] };
  const told = error
    ? `${error.name} (status ${error.status ?? 'none'}, retryable: ${error.retryable ?? 'not said'})`
    : 'no error';
  const message = `${request.method} ${new URL(request.url).pathname} was sent, and ${how}; the adapter ended with ${told}, and it should be ${wanted.what}`;
  return { compared: 1, findings: [{ message, adapterPath: `${path}.error`, adapter: error }] };
}
