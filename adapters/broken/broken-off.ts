/** Defects that show where an answer breaks off, or is refused. */
import { type ChatClient, type ChatResponseUpdate, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, type Defects, withDefects } from './break.ts';
import { inProviderErrors, inWireErrors } from './failures.ts';

/** A client that asks once more, so often, where an error says so to it. */
const askingAgain = (times: number, isMet: (error: unknown) => boolean): Defects => ({
  call: (client): ChatClient => ({
    ...client,
    async getResponse(...asked) {
      for (let more = times; ; more--) {
        try {
          return await client.getResponse(...asked);
        } catch (error) {
          if (more === 0 || !isMet(error)) throw error;
        }
      }
    },
    async *getStreamingResponse(...asked) {
      for (let more = times; ; more--) {
        try {
          return yield* client.getStreamingResponse(...asked);
        } catch (error) {
          if (more === 0 || !isMet(error)) throw error;
        }
      }
    },
  }),
});

const isRetryable = (error: unknown): boolean => error instanceof ProviderError && error.retryable;

export const brokenOff: readonly BrokenAdapter[] = [
  {
    id: 'takes-a-corrupt-frame-for-the-end',
    caughtBy: 'errors-equal-wire',
    defect: 'Where a frame does not fit its checksum, what came before it is taken for the whole answer.',
    over: 'bedrock-converse',
    shows: ['function-calling/fault-corrupt/stream'],
    breakIt: withDefects(inWireErrors(() => undefined)),
  },
  {
    id: 'repeats-the-key',
    caughtBy: 'errors-keep-secrets',
    defect: 'What the provider repeats of the key stands in the message of the error.',
    shows: ['function-calling/fault-echoed/complete', 'function-calling/fault-echoed/stream'],
    breakIt: withDefects(
      inProviderErrors(
        (error) => new ProviderError(error.message.replaceAll('[credentials]', 'replay-needs-no-key'), error),
      ),
    ),
  },
  {
    id: 'makes-up-a-code',
    caughtBy: 'errors-equal-wire',
    defect: 'Where an answer of a proxy has no code, one is told that looks like the provider’s.',
    shows: ['function-calling/fault-intercepted/complete', 'function-calling/fault-intercepted/stream'],
    breakIt: withDefects(
      inProviderErrors((error) => new ProviderError(error.message, { ...error, code: error.code ?? 'unknown_error' })),
    ),
  },
  {
    id: 'holds-words-back-until-the-end',
    caughtBy: 'partial-answers-kept',
    defect: 'Updates are given when the answer is whole: where it breaks off, what had come is lost.',
    shows: ['function-calling/fault-torn/stream'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        async *getStreamingResponse(...asked) {
          const updates: ChatResponseUpdate[] = [];
          for await (const update of client.getStreamingResponse(...asked)) updates.push(update);
          yield* updates;
        },
      }),
    }),
  },
  {
    id: 'says-that-it-ended-before-it-did',
    caughtBy: 'one-outcome',
    defect: 'Every update of a stream bears the finish reason "stop", as long as no other is known.',
    over: 'openai-responses',
    shows: ['function-calling/fault-torn/stream', 'function-calling/fault-late/stream'],
    breakIt: withDefects({ update: (update) => [{ finishReason: 'stop', ...update }] }),
  },
  {
    id: 'asks-again-after-words-were-seen',
    caughtBy: 'retries-bounded',
    defect: 'A stream that breaks off is asked for once more, so that its words come twice.',
    shows: ['function-calling/fault-retried/stream'],
    breakIt: withDefects(askingAgain(1, (error) => !isRetryable(error))),
  },
  {
    id: 'asks-for-ever',
    caughtBy: 'retries-bounded',
    defect: 'Settings that allow two more tries are read as ten.',
    shows: ['function-calling/fault-retried/complete', 'function-calling/fault-retried/stream'],
    breakIt: withDefects(askingAgain(10, isRetryable)),
  },
  {
    id: 'asks-again-at-once',
    caughtBy: 'retries-bounded',
    defect: 'Retry-after is not waited for.',
    shows: ['function-calling/fault-retried/complete'],
    breakIt: withDefects(
      askingAgain(1, (error) => isRetryable(error) && (error as ProviderError).retryAfter !== undefined),
    ),
  },
  {
    id: 'asks-again-in-vain',
    caughtBy: 'retries-bounded',
    defect: 'A request that the provider calls invalid is sent once more.',
    over: 'openai-chat',
    shows: ['function-calling/fault-retried/complete'],
    breakIt: withDefects(askingAgain(1, (error) => error instanceof ProviderError && error.status === 400)),
  },
];
