/** Defects that show where something goes wrong with an answer on its way. */
import type { Json } from '../../files/canonical-json.ts';
import { ProviderError, TimeoutError, WireError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';
import { inFailures, inProviderErrors, inWireErrors } from './failures.ts';

export const brokenInFaults: readonly BrokenAdapter[] = [
  {
    id: 'lets-errors-of-the-network-through',
    caughtBy: 'typed-errors-only',
    defect: 'A connection that fails ends with the error of fetch, which each runtime words in its own way.',
    shows: ['function-calling/fault-lost/complete', 'function-calling/fault-lost/stream'],
    breakIt: withDefects(inProviderErrors(() => new TypeError('fetch failed'))),
  },
  {
    id: 'gives-up-on-a-refused-connection',
    caughtBy: 'lost-answers-told',
    defect: 'A connection that is refused is said to be in vain for ever.',
    shows: ['function-calling/fault-lost/complete', 'function-calling/fault-lost/stream'],
    breakIt: withDefects(inProviderErrors(({ message }) => new ProviderError(message, { retryable: false }))),
  },
  {
    id: 'makes-up-a-status',
    caughtBy: 'lost-answers-told',
    defect: 'A connection that is refused is told as status 503, though nobody answered.',
    shows: ['function-calling/fault-lost/complete'],
    breakIt: withDefects(
      inProviderErrors(({ message }) => new ProviderError(message, { status: 503, retryable: true })),
    ),
  },
  {
    id: 'takes-a-time-out-for-an-error-of-the-provider',
    caughtBy: 'lost-answers-told',
    defect: 'A caller whose time ran out is told that the provider failed.',
    shows: ['function-calling/fault-lost/complete'],
    breakIt: withDefects(
      inFailures((error) =>
        error instanceof TimeoutError ? new ProviderError(error.message, { retryable: true }) : error,
      ),
    ),
  },
  {
    id: 'takes-a-cut-for-a-refusal',
    caughtBy: 'lost-answers-told',
    defect: 'An answer that is cut off is told as if the provider had refused for ever.',
    shows: ['function-calling/fault-lost/complete', 'function-calling/fault-lost/stream'],
    breakIt: withDefects(inWireErrors(({ message }) => new ProviderError(message, { retryable: false }))),
  },
  {
    id: 'takes-what-came-for-the-whole',
    caughtBy: 'errors-equal-wire',
    defect: 'An error in the midst of a stream ends it as if all had been said.',
    shows: ['function-calling/fault-late/stream'],
    breakIt: withDefects(inFailures((error) => (error instanceof ProviderError ? undefined : error))),
  },
  {
    id: 'gives-up-on-an-overloaded-provider',
    caughtBy: 'retries-told',
    defect: 'Errors inside a stream have no status, and so are all said to be in vain.',
    shows: ['function-calling/fault-late/stream'],
    breakIt: withDefects(
      inProviderErrors((error) =>
        error.status === undefined ? new ProviderError(error.message, { ...error, retryable: false }) : error,
      ),
    ),
  },
  {
    id: 'tries-again-what-was-forbidden',
    caughtBy: 'retries-told',
    defect: 'Exceptions are told apart by nothing: all are said to be worth another try.',
    over: 'bedrock-converse',
    shows: ['function-calling/fault-named/complete'],
    breakIt: withDefects(inProviderErrors((error) => new ProviderError(error.message, { ...error, retryable: true }))),
  },
  {
    id: 'has-no-words-for-a-torn-answer',
    caughtBy: 'errors-in-words',
    defect: 'An answer that cannot be read ends with an error that has no message.',
    shows: ['function-calling/fault-torn/complete', 'function-calling/fault-torn/stream'],
    breakIt: withDefects(inWireErrors(() => new WireError(''))),
  },
  {
    id: 'prints-an-object',
    caughtBy: 'errors-in-words',
    defect: 'The error in an answer is put into the message as it is: "[object Object]".',
    shows: ['rate-limited/complete'],
    breakIt: withDefects(inProviderErrors((error) => new ProviderError(String({}), error))),
  },
  {
    id: 'keeps-listening',
    caughtBy: 'nothing-left-behind',
    defect: 'Each call leaves a listener on the signal of its caller.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      call: (client, _asked, context) => {
        context?.signal?.addEventListener('abort', () => {});
        return client;
      },
    }),
  },
  {
    id: 'lets-its-clock-run-on',
    caughtBy: 'nothing-left-behind',
    defect: 'The timer of a call goes on when the call is over, and a process that is done waits for it.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      call: (client) => {
        setTimeout(() => {}, 200);
        return client;
      },
    }),
  },
  {
    id: 'leaves-a-failure-to-nobody',
    caughtBy: 'nothing-left-behind',
    defect: 'A promise beside the call is rejected, and nobody handles that: by default Node ends the process.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({
      call: (client) => {
        void Promise.reject(new Error('nobody asked'));
        return client;
      },
    }),
  },
  {
    id: 'counts-answers-in-passing',
    caughtBy: 'nothing-left-behind',
    defect: 'Answers are counted by a promise of their own, which nobody handles when the call fails, or is given up.',
    shows: ['given-up-once-sent/complete', 'function-calling/fault-torn/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse(...asked) {
          const response = client.getResponse(...asked);
          void response.then(() => {});
          return response;
        },
      }),
    }),
  },
  {
    id: 'keeps-listening-when-it-fails',
    caughtBy: 'nothing-left-behind',
    defect: 'A call that fails leaves a listener on the signal of its caller; one that does not takes it off.',
    shows: ['function-calling/fault-lost/complete'],
    breakIt: withDefects({
      call: (client, _asked, context) => ({
        ...client,
        async getResponse(...asked) {
          const listener = () => {};
          context?.signal?.addEventListener('abort', listener);
          const response = await client.getResponse(...asked);
          context?.signal?.removeEventListener('abort', listener);
          return response;
        },
      }),
    }),
  },
  {
    id: 'takes-a-torn-answer-for-a-whole-one',
    caughtBy: 'errors-equal-wire',
    defect:
      'What came before the stream broke off is handed over as the answer, and nothing says that it is not whole.',
    shows: ['function-calling/fault-torn/stream', 'function-calling/fault-torn/complete'],
    breakIt: withDefects(inWireErrors(() => undefined)),
  },
  {
    id: 'takes-a-sign-in-page-for-an-empty-answer',
    caughtBy: 'errors-equal-wire',
    defect: 'A page with status 200 in the place of an answer is an answer without content.',
    shows: ['function-calling/fault-intercepted/complete'],
    breakIt: withDefects(inWireErrors((error) => (error.message.includes('text/html') ? undefined : error))),
  },
  {
    id: 'gives-up-on-gateways',
    caughtBy: 'retries-told',
    defect: 'A gateway that is overloaded for a moment is said to be in vain for ever.',
    shows: ['function-calling/fault-intercepted/complete', 'function-calling/fault-intercepted/stream'],
    breakIt: withDefects(
      inProviderErrors((error) => new ProviderError(error.message, { status: error.status, retryable: false })),
    ),
  },
  {
    id: 'loses-the-status-of-most-errors',
    caughtBy: 'errors-equal-wire',
    defect: 'Status is told of errors that were thought of, 429 and 529, and of no other.',
    shows: ['function-calling/fault-refused/complete', 'function-calling/fault-refused/stream'],
    breakIt: withDefects(
      inProviderErrors((error) =>
        [429, 529].includes(error.status ?? 0)
          ? error
          : new ProviderError(error.message, { ...error, status: undefined }),
      ),
    ),
  },
  {
    id: 'waits-seconds-for-milliseconds',
    caughtBy: 'errors-equal-wire',
    defect: 'Retry-after is told in seconds, where milliseconds are promised.',
    shows: ['function-calling/fault-refused/complete'],
    breakIt: withDefects(
      inProviderErrors(
        (error) => new ProviderError(error.message, { ...error, retryAfter: (error.retryAfter ?? 0) / 1000 }),
      ),
    ),
  },
  {
    id: 'gathers-arguments-in-one-object',
    caughtBy: 'prototypes-untouched',
    defect: 'The arguments of all calls are merged into one object, for the log, by whatever names they have.',
    shows: ['function-calling/fault-mutated/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) => {
        const gathered = {};
        for (const content of contents) if (content.type === 'function-call') merge(gathered, content.arguments);
        return contents;
      }),
    ),
  },
  {
    id: 'refuses-what-is-new',
    caughtBy: 'errors-equal-wire',
    defect: 'Answers are held against a closed schema, so that every member a provider adds breaks all callers.',
    shows: ['function-calling/fault-unknown-members/complete'],
    breakIt: withDefects({
      response: (response) => {
        if (knowsAll(response.rawRepresentation as Json)) return response;
        throw new WireError('the answer has a member that is not in the schema');
      },
    }),
  },
];

const knowsAll = (raw: Json | undefined): boolean => !JSON.stringify(raw ?? null).includes('added_later');

/** As many do it who have not heard of `__proto__`. */
function merge(into: Record<string, unknown>, from: unknown): void {
  for (const [name, value] of Object.entries(from ?? {})) {
    const there = into[name];
    if (typeof there === 'object' && there !== null) merge(there as Record<string, unknown>, value);
    else into[name] = value;
  }
}
