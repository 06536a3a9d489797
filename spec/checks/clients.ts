/** Clients do no more than they are asked: credentials, resources, connections, prototypes. */
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';

export const requestCredentials: Check = {
  id: 'request-credentials',
  level: 'MUST',
  title: "Requests carry the caller's credentials and no others.",
  reason:
    'A key from the environment bills another account and opens other data. The provider rejects changed credentials.',
  sources: [
    contractSource,
    { title: 'RFC 9110, section 11: HTTP Authentication', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-11' },
    {
      title: 'AWS Signature Version 4',
      url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html',
    },
  ],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeStep)),
};

function judgeStep({ step: { signers = [] }, path }: JudgedStep): CheckOutcome {
  const proved = signers.filter((signer) => signer !== 'nobody');
  const foreign = proved.filter((signer) => signer === 'somebody else').length;
  const message = `${foreign} of ${signers.length} requests have credentials that differ from the caller’s, or other values from the environment; their values are not recorded`;
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
    'One signal often serves all calls of an application, so leftover listeners stay in memory and run at its abort. Leftover timers keep the process alive. An unhandled rejection ends it at once, with all its other work.',
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
  judge: ({ case: { scenario }, steps, trace: { timersLeft, unhandled } }) =>
    mergeOutcomes([
      // The signal of a caller who gave up by it does nothing any more, whoever listens.
      ...((scenario.abort ?? 'stop-iterating') !== 'stop-iterating'
        ? []
        : [judgeSignals(steps), judgeTimers(timersLeft)]),
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
        message: `the call ended, and ${step.listenersLeft} of its listeners remain on the caller’s signal: remove them at every end of a call`,
        adapterPath: path,
      })),
  };
}

function judgeTimers(left: number): CheckOutcome {
  const running = left === 1 ? 'one of its timers is still active' : `${left} of its timers are still active`;
  const message = `the client is closed, and ${running}: they keep the process alive`;
  return { compared: 1, findings: left === 0 ? [] : [{ message, group: 'timers', adapterPath: 'closing' }] };
}

/** Each is told once, however often it came. */
const judgeRejections = (unhandled: readonly string[]): CheckOutcome => ({
  compared: 1,
  findings: [...new Set(unhandled)].map((what) => ({
    group: 'unhandled-rejection',
    message: `unhandled promise rejection (${what}), which ends the process: handle every promise, even an unused one`,
    adapterPath: 'trace.unhandled',
  })),
});

export const resourcesDeleted: Check = {
  id: 'resources-deleted',
  level: 'MUST',
  title: 'Remote resources are deleted when the client closes.',
  reason: 'Assistants and threads stay in the caller’s account, count against its limits and hold the user’s messages.',
  sources: [contractSource, { title: 'ChatClient.close of the contract' }],
  of: answeredKinds,
  judge: ({ made }) => ({
    compared: made.length,
    findings: made
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ what, path }) => ({
        group: 'resource',
        message: `the ${what} was created and still exists after the client closed: close() has to delete it`,
        wirePath: path,
      })),
  }),
};

export const noPrototypePollution: Check = {
  id: 'no-prototype-pollution',
  level: 'MUST',
  title: 'No response changes shared prototypes.',
  reason:
    'An adapter that copies members of a response may write to Object.prototype through the name __proto__. Then every object of the application has values from outside, including options and permissions.',
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
            message: `during the conversation, ${what}: copy members of a response with Object.defineProperty, or into an object without a prototype`,
            adapterPath: 'trace.polluted',
          })),
        },
};
