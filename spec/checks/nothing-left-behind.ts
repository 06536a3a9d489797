import { type Check, type CheckOutcome, contractSource, type JudgedStep, sum } from './check.ts';

export const check: Check = {
  id: 'nothing-left-behind',
  level: 'MUST',
  title:
    'A call that is over has let go of its caller’s signal and leaves no failure to nobody, and a client that is closed has no timers.',
  reason:
    'One signal often serves all calls of an application. Whatever listens to it stays in memory as long, and runs when it is aborted at last; and a process does not end before its timers. With a rejection that nobody handles it ends at once, and all else that it was doing ends with it.',
  sources: [
    contractSource,
    {
      title: 'Node.js: events.getMaxListeners and the warning of a possible leak',
      url: 'https://nodejs.org/api/events.html#eventsgetmaxlistenersemitterortarget',
    },
    {
      title: 'Node.js: an unhandled rejection is raised as an uncaught exception, unless told otherwise',
      url: 'https://nodejs.org/api/cli.html#--unhandled-rejectionsmode',
    },
    { title: 'Node.js: timers', url: 'https://nodejs.org/api/timers.html#timeoutref' },
  ],
  of: ['scenario', 'refusal', 'declaration', 'abort', 'fault', 'setup'],
  judge: ({ case: { kind }, steps, trace: { timersLeft, unhandled } }) =>
    sum([
      // The signal of a caller who gave up does nothing any more, whoever listens.
      ...(kind === 'abort' ? [] : [judgeSignals(steps), judgeTimers(timersLeft)]),
      judgeRejections(unhandled),
    ]),
};

function judgeSignals(steps: readonly JudgedStep[]): CheckOutcome {
  return {
    compared: steps.length,
    findings: steps
      .filter(({ step }) => step.listenersLeft > 0)
      .map(({ step, path }) => ({
        message: `the call is over, and ${step.listenersLeft} of its listeners still hang on the signal that the caller gave it: take them off when the call ends, however it ends`,
        adapterPath: path,
      })),
  };
}

function judgeTimers(left: number): CheckOutcome {
  const running = left === 1 ? 'a timer of it still runs' : `${left} timers of it still run`;
  const message = `the client is closed, and ${running}: a process that is done waits for what they are set to`;
  return { compared: 1, findings: left === 0 ? [] : [{ message, adapterPath: 'closing' }] };
}

/** Each is told once, however often it came. */
const judgeRejections = (unhandled: readonly string[]): CheckOutcome => ({
  compared: 1,
  findings: [...new Set(unhandled)].map((what) => ({
    message: `a promise was rejected that nobody handles (${what}), which ends a process: handle each, also the one that nobody asks for`,
    adapterPath: 'trace.unhandled',
  })),
});
