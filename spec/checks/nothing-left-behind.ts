import { type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'nothing-left-behind',
  level: 'MUST',
  title: 'A call that is over has let go of its caller’s signal.',
  reason:
    'One signal often serves all calls of an application. Whatever listens to it stays in memory as long, and runs when it is aborted at last.',
  sources: [
    contractSource,
    {
      title: 'Node.js: events.getMaxListeners and the warning of a possible leak',
      url: 'https://nodejs.org/api/events.html#eventsgetmaxlistenersemitterortarget',
    },
  ],
  judge: ({ steps }) => ({
    compared: steps.length,
    findings: steps
      .filter(({ step }) => step.listenersLeft > 0)
      .map(({ step, path }) => ({
        message: `the call is over, and ${step.listenersLeft} of its listeners still hang on the signal that the caller gave it: take them off when the call ends, however it ends`,
        adapterPath: path,
      })),
  }),
};
