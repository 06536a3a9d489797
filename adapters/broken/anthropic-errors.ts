/** Over the reference adapter of the Messages API: defects in what fails, in what is left behind, and in how clients are made. */
import {
  type Adapter,
  type ChatMessage,
  type ClientSettings,
  ProviderError,
  TimeoutError,
  WireError,
} from '../../spec/contract/index.ts';
import { broken, by, type Defect, providerErrors, wireErrors } from './broken-adapter.ts';
import { change, set } from './operations.ts';

/** Says something else of settings that are refused. */
const refusedWith =
  (words: (error: Error, settings: ClientSettings) => string) =>
  (adapter: Adapter): Adapter => ({
    ...adapter,
    createClient(settings) {
      try {
        return adapter.createClient(settings);
      } catch (error) {
        throw new TypeError(words(error as Error, settings));
      }
    },
  });

/** A client that asks once more, so often, where an error says so to it. */
export const askingAgain =
  (times: number, isMet: (error: unknown) => boolean): NonNullable<Defect['client']> =>
  (client) => ({
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
  });

const isRetryable = (error: unknown): boolean => error instanceof ProviderError && error.retryable;

const emptyAnswer = () => new ProviderError('the provider gave an empty answer', { status: 502, retryable: true });

export const brokenAnthropicErrors = broken('anthropic', {
  // Answers taken for errors, and errors for answers
  'takes-a-call-for-an-error': {
    title: 'Response without text is thrown as empty',
    caught: by('errors-equal-wire', 'no-arguments'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.every((m) => m.contents.every((c) => c.type !== 'text'))) throw emptyAnswer();
      return messages;
    }),
    update: change('contents[type=function-call]', () => {
      throw emptyAnswer();
    }),
  },
  'demands-text': {
    title: 'Response without text is thrown as malformed',
    caught: by('errors-equal-wire', 'choice-required/complete', 'choice-specific/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.some((m) => m.contents.some((c) => c.type === 'text'))) return messages;
      throw new WireError('the response lacks a text');
    }),
  },
  'takes-a-torn-stream-for-an-answer': {
    title: 'Interrupted stream ends without an error',
    caught: by('errors-equal-wire', 'breaks-off/stream'),
    fails: wireErrors(() => undefined),
  },
  'takes-a-torn-answer-for-a-whole-one': {
    title: 'Truncated answer is returned as complete',
    caught: by('errors-equal-wire', 'function-calling/fault-torn'),
    fails: wireErrors(() => undefined),
  },
  'takes-a-sign-in-page-for-an-empty-answer': {
    title: 'HTML page with status 200 is an empty answer',
    caught: by('errors-equal-wire', 'function-calling/fault-intercepted/complete'),
    fails: wireErrors((error) => (error.message.includes('text/html') ? undefined : error)),
  },
  'takes-what-came-for-the-whole': {
    title: 'Error event in a stream ends it normally',
    caught: by('errors-equal-wire', 'function-calling/fault-late/stream'),
    fails: (error) => (error instanceof ProviderError ? undefined : error),
  },

  // What an error says
  'says-in-words-of-its-own': {
    title: 'Provider’s error message is replaced by the adapter’s',
    caught: by('errors-equal-wire', 'schema-refused/complete'),
    fails: providerErrors(({ status }) => ({ message: `The request failed with status ${status}.` })),
  },
  'says-that-the-tool-failed': {
    title: 'WireError does not say what came instead',
    caught: by('errors-equal-wire', 'answered-by-a-proxy'),
    modelledOn: ['B040'],
    fails: wireErrors(() => new WireError('An error occurred during the call.')),
  },
  'makes-up-a-code': {
    title: 'Proxy error gets an invented provider code',
    caught: by('errors-equal-wire', 'function-calling/fault-intercepted'),
    fails: providerErrors(({ code = 'unknown_error' }) => ({ code })),
  },
  'forgets-after-what-time-to-ask-again': {
    title: 'Error lacks retryAfter',
    caught: by('errors-equal-wire', 'overloaded'),
    fails: providerErrors({ retryAfter: undefined }),
  },
  'waits-seconds-for-milliseconds': {
    title: 'retryAfter is in seconds instead of milliseconds',
    caught: by('errors-equal-wire', 'function-calling/fault-refused/complete'),
    fails: providerErrors(({ retryAfter = 0 }) => ({ retryAfter: retryAfter / 1000 })),
  },
  'forgets-the-id-of-the-request': {
    title: 'Error lacks the request id',
    caught: by('errors-equal-wire', 'schema-refused/complete', 'overloaded/stream'),
    fails: providerErrors({ requestId: undefined }),
  },
  'loses-the-status-of-most-errors': {
    title: 'Only errors 429 and 529 keep their status',
    caught: by('errors-equal-wire', 'function-calling/fault-refused'),
    fails: providerErrors(({ status = 0 }) => ([429, 529].includes(status) ? {} : { status: undefined })),
  },
  'has-no-words-for-a-torn-answer': {
    title: 'Error for a truncated answer has no message',
    caught: by('errors-in-words', 'function-calling/fault-torn'),
    fails: wireErrors(() => new WireError('')),
  },
  'prints-an-object': {
    title: 'Error message is "[object Object]"',
    caught: by('errors-in-words', 'rate-limited/complete'),
    fails: providerErrors({ message: String({}) }),
  },
  'repeats-the-key': {
    title: 'Error message contains the API key',
    caught: by('errors-keep-secrets', 'function-calling/fault-echoed'),
    fails: providerErrors(({ message }) => ({ message: message.replaceAll('[credentials]', 'replay-needs-no-key') })),
  },
  'lets-errors-of-the-network-through': {
    title: 'Network failure leaves the adapter as fetch’s TypeError',
    caught: by('typed-errors-only', 'function-calling/fault-lost'),
    fails: (error) => (error instanceof ProviderError ? new TypeError('fetch failed') : error),
  },
  'parses-an-error-page': {
    title: 'HTML error page throws a SyntaxError',
    caught: by('typed-errors-only', 'gateway-fails'),
    modelledOn: ['B200'],
    fails: (error) => {
      if (error instanceof ProviderError && error.code === undefined) JSON.parse('<html>');
      return error;
    },
  },

  // Whether to try again
  'always-worth-another-try': {
    title: 'Every provider error is retryable',
    caught: by('retries-told', 'schema-refused/complete'),
    modelledOn: ['B034'],
    fails: providerErrors({ requestId: undefined, retryAfter: undefined, retryable: true }),
  },
  'gives-up-on-statuses-it-does-not-know': {
    title: 'Statuses above 504 are not retryable',
    caught: by('retries-told', 'overloaded'),
    modelledOn: ['B028'],
    fails: providerErrors(({ status = 0 }) => ({ retryable: [408, 429, 500, 502, 503, 504].includes(status) })),
  },
  'goes-by-the-status-of-a-stream': {
    title: 'Error in a stream is never retryable',
    caught: by('retries-told', 'overloaded-in-its-midst/stream'),
    modelledOn: ['B029'],
    fails: providerErrors(({ status }) => (status === undefined ? { retryable: false } : {})),
  },
  'gives-up-on-an-overloaded-provider': {
    title: 'Error without a status is not retryable',
    caught: by('retries-told', 'function-calling/fault-late/stream'),
    fails: providerErrors(({ status }) => (status === undefined ? { retryable: false } : {})),
  },
  'gives-up-on-gateways': {
    title: 'Gateway error is not retryable',
    caught: by('retries-told', 'function-calling/fault-intercepted'),
    fails: providerErrors({ code: undefined, requestId: undefined, retryAfter: undefined, retryable: false }),
  },
  'gives-up-on-a-refused-connection': {
    title: 'Refused connection is not retryable',
    caught: by('lost-answers-told', 'function-calling/fault-lost'),
    fails: (error) => (error instanceof ProviderError ? new ProviderError(error.message, { retryable: false }) : error),
  },
  'makes-up-a-status': {
    title: 'Refused connection is reported as status 503',
    caught: by('lost-answers-told', 'function-calling/fault-lost/complete'),
    fails: providerErrors({ status: 503, retryable: true }),
  },
  'takes-a-time-out-for-an-error-of-the-provider': {
    title: 'Timeout is reported as a provider error',
    caught: by('lost-answers-told', 'function-calling/fault-lost/complete'),
    fails: (error) => (error instanceof TimeoutError ? new ProviderError(error.message, { retryable: true }) : error),
  },
  'takes-a-cut-for-a-refusal': {
    title: 'Truncated answer is reported as a final refusal',
    caught: by('lost-answers-told', 'function-calling/fault-lost'),
    fails: wireErrors(({ message }) => new ProviderError(message, { retryable: false })),
  },
  'asks-again-after-words-were-seen': {
    title: 'Interrupted stream is retried, repeating its text',
    caught: by('retries-bounded', 'function-calling/fault-retried/stream'),
    client: askingAgain(1, (error) => !isRetryable(error)),
  },
  'asks-for-ever': {
    title: 'Two allowed retries become ten',
    caught: by('retries-bounded', 'function-calling/fault-retried'),
    client: askingAgain(10, isRetryable),
  },
  'asks-again-at-once': {
    title: 'Retry-after is not waited for',
    caught: by('retries-bounded', 'function-calling/fault-retried/complete'),
    client: askingAgain(1, (error) => isRetryable(error) && (error as ProviderError).retryAfter !== undefined),
  },

  // What is left behind
  'keeps-listening': {
    title: 'Each call leaves an abort listener',
    caught: by('nothing-left-behind', 'single-call'),
    client: (client, _asked, context) => {
      context?.signal?.addEventListener('abort', () => {});
      return client;
    },
  },
  'keeps-listening-when-it-fails': {
    title: 'Each failing call leaves an abort listener',
    caught: by('nothing-left-behind', 'function-calling/fault-lost/complete'),
    client: (client, _asked, context) => ({
      ...client,
      async getResponse(...asked) {
        const listener = () => {};
        context?.signal?.addEventListener('abort', listener);
        const response = await client.getResponse(...asked);
        context?.signal?.removeEventListener('abort', listener);
        return response;
      },
    }),
  },
  'lets-its-clock-run-on': {
    title: 'Timer outlives its call',
    caught: by('nothing-left-behind', 'single-call'),
    client: (client) => {
      setTimeout(() => {}, 200);
      return client;
    },
  },
  'leaves-a-failure-to-nobody': {
    title: 'Call leaves an unhandled rejection',
    caught: by('nothing-left-behind', 'single-call'),
    client: (client) => {
      void Promise.reject(new Error('nobody asked'));
      return client;
    },
  },
  'counts-answers-in-passing': {
    title: 'Derived promise rejects unhandled when the call fails',
    caught: by('nothing-left-behind', 'given-up-once-sent/complete', 'function-calling/fault-torn/complete'),
    client: (client) => ({
      ...client,
      getResponse(...asked) {
        const response = client.getResponse(...asked);
        void response.then(() => {});
        return response;
      },
    }),
  },

  // How clients are made
  'prefers-the-key-of-the-environment': {
    title: 'API key of the environment overrides the caller’s',
    caught: by('credentials-are-the-callers', 'setup-surroundings'),
    phase: 'request',
    settings: change('credentials', (given) => {
      const apiKey = process.env.ANTHROPIC_API_KEY;
      return apiKey ? { type: 'apiKey', apiKey } : given;
    }),
  },
  'asks-for-a-token-in-vain': {
    title: 'Token provider is sent as text, not called',
    caught: by('credentials-are-the-callers', 'setup-credentials/complete'),
    phase: 'request',
    settings: set('[credentials.type=tokenProvider].credentials', { type: 'bearerToken', token: '[object Promise]' }),
  },
  'says-nothing-of-what-is-wrong': {
    title: 'Error for unusable settings names no setting',
    caught: by('unusable-settings-refused', 'setup-refused/complete'),
    phase: 'error',
    adapter: refusedWith(() => 'Invalid argument'),
  },
  'shows-the-key-that-it-refuses': {
    title: 'Error for an unusable key contains the key',
    caught: by('unusable-settings-refused', 'setup-refused'),
    phase: 'error',
    adapter: refusedWith(({ message }, { credentials }) => `${message} They are ${JSON.stringify(credentials)}.`),
  },
  'goes-to-the-usual-host-instead': {
    title: 'Invalid base URL falls back to the default host',
    caught: by('unusable-settings-refused', 'setup-refused'),
    phase: 'request',
    settings: change('baseUrl', (url: string) => (URL.canParse(url) ? url : 'https://api.anthropic.com')),
  },
});
