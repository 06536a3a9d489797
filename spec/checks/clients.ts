/** Clients do no more than they are asked: credentials, resources, connections, prototypes. */
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  notApplicable,
  sum,
} from './check.ts';

export const requestCredentials: Check = {
  id: 'request-credentials',
  level: 'MUST',
  title: "Requests carry the caller's credentials and no others.",
  reason:
    'A key that an SDK finds in the environment bills the wrong account and opens the wrong data; a proof that was changed on the way is refused.',
  sources: [
    contractSource,
    { title: 'RFC 9110, section 11: HTTP Authentication', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-11' },
    {
      title: 'AWS Signature Version 4',
      url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html',
    },
  ],
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { signers = [] }, path }: JudgedStep): CheckOutcome {
  const proved = signers.filter((signer) => signer !== 'nobody');
  const foreign = proved.filter((signer) => signer === 'somebody else').length;
  const message = `${foreign} of ${signers.length} requests carry credentials that are not those, or not all of those, that the caller gave, or something else of the environment; what they hold is not kept`;
  return {
    compared: proved.length,
    findings: foreign === 0 ? [] : [{ message, group: 'credentials', wirePath: `${path}.exchanges` }],
  };
}

export const noLeaks: Check = {
  id: 'no-leaks',
  level: 'MUST',
  title: 'A finished call leaves no listeners, timers or unhandled rejections.',
  reason:
    'One signal often serves all calls of an application. Whatever listens to it stays in memory as long, and runs when it is aborted at last; and a process does not end before its timers. With a rejection that nobody handles it ends at once, and all else that it was doing ends with it.',
  sources: [
    contractSource,
    {
      title: 'Node.js: events.getMaxListeners and the warning of a possible leak',
      url: 'https://nodejs.org/api/events.html#eventsgetmaxlistenersemitterortarget',
    },
    {
      title: 'Node.js: an unhandled rejection is raised as an uncaught exception by default',
      url: 'https://nodejs.org/api/cli.html#--unhandled-rejectionsmode',
    },
    { title: 'Node.js: timers', url: 'https://nodejs.org/api/timers.html#timeoutref' },
  ],
  of: ['scenario', 'rejection', 'declaration', 'abort', 'fault', 'client-setup'],
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
        group: 'listeners',
        message: `the call is over, and ${step.listenersLeft} of its listeners still hang on the signal that the caller gave it: take them off when the call ends, however it ends`,
        adapterPath: path,
      })),
  };
}

function judgeTimers(left: number): CheckOutcome {
  const running = left === 1 ? 'a timer of it still runs' : `${left} timers of it still run`;
  const message = `the client is closed, and ${running}: a process that is done waits for what they are set to`;
  return { compared: 1, findings: left === 0 ? [] : [{ message, group: 'timers', adapterPath: 'closing' }] };
}

/** Each is told once, however often it came. */
const judgeRejections = (unhandled: readonly string[]): CheckOutcome => ({
  compared: 1,
  findings: [...new Set(unhandled)].map((what) => ({
    group: 'unhandled-rejection',
    message: `a promise was rejected that nobody handles (${what}), which ends a process: handle each, also the one that nobody asks for`,
    adapterPath: 'trace.unhandled',
  })),
});

export const resourcesDeleted: Check = {
  id: 'resources-deleted',
  level: 'MUST',
  title: 'Remote resources are deleted when the client closes.',
  reason:
    'Assistants, threads and the like stay in the caller’s account, count against its limits and hold what was said.',
  sources: [contractSource, { title: 'ChatClient.close of the contract' }],
  of: answered,
  judge: ({ made }) => ({
    compared: made.length,
    findings: made
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ what, path }) => ({
        group: 'resource',
        message: `the ${what} was made, and was still there when the client was closed: close() has to delete it`,
        wirePath: path,
      })),
  }),
};

export const noPrototypePollution: Check = {
  id: 'no-prototype-pollution',
  level: 'MUST',
  title: 'No response changes shared prototypes.',
  reason:
    'An answer whose members are taken into another object one by one may reach Object.prototype by the name __proto__: from then on every object of the application has what a stranger wrote, its options and rights included.',
  sources: [
    { title: 'CWE-1321: prototype pollution', url: 'https://cwe.mitre.org/data/definitions/1321.html' },
    {
      title: 'MDN: JavaScript prototype pollution',
      url: 'https://developer.mozilla.org/docs/Web/Security/Attacks/Prototype_pollution',
    },
  ],
  judge: ({ trace: { polluted } }) =>
    polluted === 'unseen'
      ? notApplicable
      : {
          compared: 1,
          findings: polluted.map((what) => ({
            group: 'prototype',
            message: `while the conversation was played, ${what}: take members of an answer over by Object.defineProperty, or into an object without a prototype`,
            adapterPath: 'trace.polluted',
          })),
        },
};
