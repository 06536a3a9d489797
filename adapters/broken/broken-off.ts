/** Defects that show where an answer breaks off, or is refused in words that are not for everybody. */
import { type ChatResponseUpdate, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { inProviderErrors, inWireErrors } from './failures.ts';

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
];
