import type { Step } from '../engine/trace.ts';
import type { Finding } from '../engine/verdict.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { type Check, type CheckOutcome, contractSource, notApplicable } from './check.ts';

export const check: Check = {
  id: 'aborts-honoured',
  level: 'MUST',
  title:
    'A call that its caller gives up ends at once, with an AbortedError: nothing more is sent, and nothing more told.',
  reason:
    'An application that gave up goes on paying for what it no longer wants, or takes an end in silence for an answer.',
  sources: [
    contractSource,
    {
      title: 'DOM: using AbortController and AbortSignal in APIs',
      url: 'https://dom.spec.whatwg.org/#abortcontroller-api-integration',
    },
  ],
  of: ['abort'],
  judge: ({ case: { scenario }, steps: [judged] }) =>
    judged && scenario.abort ? judgeAborted(scenario.abort, judged.step, judged.path) : notApplicable,
};

function judgeAborted(when: NonNullable<Scenario['abort']>, step: Step, path: string): CheckOutcome {
  const findings: Finding[] = [];
  const { error, exchanges, updates = [] } = step;
  const given = {
    'before-it-begins': 'before it began',
    'once-it-is-sent': 'when it had been sent',
    'between-updates': 'after the first update that said something',
  }[when];
  if (error?.name !== 'AbortedError') {
    findings.push({
      message: error
        ? `the caller gave the call up ${given}, and it ended with ${error.name}, not with AbortedError`
        : `the caller gave the call up ${given}, and it went on to its end`,
      adapterPath: error ? `${path}.error` : `${path}.response`,
      adapter: error ?? step.response,
    });
  }
  const allowed = when === 'before-it-begins' ? 0 : when === 'once-it-is-sent' ? 1 : exchanges.length;
  const [late] = exchanges.slice(allowed);
  if (late) {
    findings.push({
      message: `the caller gave the call up ${given}, and ${late.request.method} ${late.request.url} was sent all the same`,
      wirePath: `${path}.exchanges[${allowed}].request`,
    });
  }
  const heard = updates.findIndex(({ contents }) => contents.length > 0);
  if (when === 'between-updates' && updates.length > heard + 1) {
    findings.push({
      message: `the caller gave the call up ${given}, and ${updates.length - heard - 1} more came`,
      adapterPath: `${path}.updates[${heard + 1}]`,
      adapter: updates[heard + 1],
    });
  }
  return { compared: 3, findings };
}
