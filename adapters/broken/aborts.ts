import { type BrokenAdapter, withDefects } from './break.ts';

/** Defects in how a call ends that its caller gives up. */
export const brokenInAborts: readonly BrokenAdapter[] = [
  {
    id: 'goes-on-when-given-up',
    caughtBy: 'aborts-honoured',
    over: 'openai-assistants',
    phase: 'error',
    defect: 'The caller’s signal is not handed on: a run goes on to its end when nobody waits for it.',
    shows: ['given-up-before/complete', 'given-up-once-sent/stream', 'given-up-midway/stream'],
    breakIt: withDefects({
      call: (client) => ({
        getResponse: (messages, options) => client.getResponse(messages, options),
        getStreamingResponse: (messages, options) => client.getStreamingResponse(messages, options),
        close: () => client.close(),
      }),
    }),
  },
];
