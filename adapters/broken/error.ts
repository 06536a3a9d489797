import { type ChatResponseUpdate, ProviderError, WireError } from '../../spec/contract/index.ts';
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
  {
    id: 'demands-text',
    caughtBy: 'errors-equal-wire',
    defect: 'A response that only calls is said to be malformed.',
    shows: ['choice-required/complete', 'choice-specific/complete'],
    breakIt: withDefects({
      response: (r) => {
        if (r.messages.some((m) => m.contents.some((c) => c.type === 'text'))) return r;
        throw new WireError('the response lacks a text');
      },
    }),
  },
  {
    id: 'takes-a-failed-run-for-an-empty-answer',
    caughtBy: 'errors-equal-wire',
    over: 'openai-assistants',
    defect: 'A run that failed or expired, and an API that is gone, are answered with nothing.',
    shows: ['run-fails/complete', 'run-expires/complete', 'no-longer-served/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) => client.getResponse(...asked).catch(() => ({ messages: [], warnings: [] })),
      }),
    }),
  },
  {
    id: 'always-worth-another-try',
    modelledOn: ['B034'],
    caughtBy: 'retries-told',
    defect: 'Every error of the provider is said to be worth another try, a request that it refused too.',
    shows: ['schema-refused/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) =>
          client.getResponse(...asked).catch((error: unknown) => {
            if (!(error instanceof ProviderError)) throw error;
            const { message, status, code } = error;
            throw new ProviderError(message, { status, code, retryable: true });
          }),
      }),
    }),
  },
  {
    id: 'says-in-words-of-its-own',
    caughtBy: 'errors-equal-wire',
    defect: 'What the provider says is replaced by a message of the adapter, so that nobody learns what was wrong.',
    shows: ['schema-refused/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) =>
          client.getResponse(...asked).catch((error: unknown) => {
            if (!(error instanceof ProviderError)) throw error;
            throw new ProviderError(`The request failed with status ${error.status}.`, error);
          }),
      }),
    }),
  },
];

const emptyAnswer = () => new ProviderError('the provider gave an empty answer', { status: 502, retryable: true });
