import { type ChatResponseUpdate, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';

/** Defects in what is thrown. */
export const brokenInErrors: readonly BrokenAdapter[] = [
  {
    id: 'takes-a-call-for-an-error',
    caughtBy: 'errors-equal-wire',
    defect: 'A response without text is thrown as an empty answer of the provider.',
    shows: ['no-arguments/complete', 'no-arguments/stream'],
    breakIt: withDefects({
      response: (r) => {
        if (r.messages.every((m) => m.contents.every((c) => c.type !== 'text'))) throw emptyAnswer();
        return r;
      },
      update: (u: ChatResponseUpdate) => {
        if (u.contents.some((c) => c.type === 'function-call')) throw emptyAnswer();
        return [u];
      },
    }),
  },
];

const emptyAnswer = () => new ProviderError('the provider gave an empty answer', { status: 502, retryable: true });
