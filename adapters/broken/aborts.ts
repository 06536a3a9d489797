import { AbortedError } from '../../spec/contract/index.ts';
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
  {
    id: 'sends-what-was-given-up',
    caughtBy: 'aborts-honoured',
    phase: 'error',
    defect: 'A call that was given up before it began ends at once, and its request goes out behind it.',
    shows: ['given-up-before/complete'],
    breakIt: withDefects({
      call: (client, _asked, context) => ({
        ...client,
        async getResponse(messages, options) {
          if (!context?.signal?.aborted) return client.getResponse(messages, options, context);
          setImmediate(() => client.getResponse(messages, options).catch(() => {}));
          throw new AbortedError('The caller aborted the call.');
        },
      }),
    }),
  },
];
