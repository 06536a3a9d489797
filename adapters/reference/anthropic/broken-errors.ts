/** Defects in what fails, in what is left behind, and in how clients are made. */
import {
  AbortedError,
  type Adapter,
  type CallContext,
  type ChatMessage,
  type ClientSettings,
  ProviderError,
  TimeoutError,
  WireError,
} from '../../../spec/contract/index.ts';
import { askingAgain } from '../../broken/asking-again.ts';
import { broken, by, providerErrors, wireErrors } from '../../broken/broken-adapter.ts';
import { all, append, change, double, drop, merge, prepend, set } from '../../broken/operations.ts';

/** What comes, unless the caller gives up before. */
async function orAborted<T>(coming: Promise<T>, { signal }: CallContext = {}): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new AbortedError('The caller aborted the call.'));
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  return Promise.race([coming, aborted]).finally(() => signal?.removeEventListener('abort', giveUp));
}

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

const isRetryable = (error: unknown): boolean => error instanceof ProviderError && error.retryable;

const emptyAnswer = () => new ProviderError('the provider gave an empty answer', { status: 502, retryable: true });

/** What ends a turn, as frames of InvokeModel. */
const endOfTurn = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
].map((event) => ({ type: 'chunk', payload: { bytes: Buffer.from(JSON.stringify(event)).toString('base64') } }));

const renamed = (id: string) => id.replace(/^srv/, '');

export const brokenAnthropicErrors = broken('anthropic', {
  // Requests that the service answers with an error
  'sends-foreign-form-of-call-ids': {
    title: 'Call ids have invalid characters',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: all(
      change('messages[].content[type=tool_use].id', (id) => `functions.${id}:0`),
      change('messages[].content[type=tool_result].tool_use_id', (id) => `functions.${id}:0`),
    ),
  },
  'shares-id-of-server-calls': {
    title: 'Server tool calls of a turn share one id',
    caught: by('request-provider-rules', 'execution-basic'),
    phase: 'multi-turn',
    sent: all(
      set('messages[].content[type=server_tool_use].id', 'srvtoolu_1'),
      set('messages[].content[tool_use_id=srvtoolu_*].tool_use_id', 'srvtoolu_1'),
    ),
  },
  'omits-text-of-failed-result': {
    title: 'Failed result goes back without content',
    caught: by('request-provider-rules', 'result-error'),
    phase: 'multi-turn',
    sent: drop('messages[].content[is_error=true].content'),
  },
  'renames-server-calls': {
    title: 'Server tool calls go back under other ids',
    caught: by('request-provider-rules', 'execution-basic'),
    phase: 'multi-turn',
    sent: all(
      change('messages[].content[type=server_tool_use].id', renamed),
      change('messages[].content[tool_use_id=srvtoolu_*].tool_use_id', renamed),
    ),
  },
  'sends-empty-first-message': {
    title: 'Message without sendable contents is sent empty',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: prepend('messages', { role: 'user', content: [] }),
  },
  'prefills-text-with-space': {
    title: 'Prefilled answer ends with a space',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: append('messages', { role: 'assistant', content: [{ type: 'text', text: 'Answer: ' }] }),
  },
  'marks-every-block-for-cache': {
    title: 'Every block has a cache mark',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'request',
    sent: set('messages[].content[].cache_control', { type: 'ephemeral' }),
  },
  'declares-tools-twice': {
    title: 'Tools are declared twice',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: double('tools[]'),
  },
  'leaves-choice-at-schema-root': {
    title: 'Choice of schemas stays at the root',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: merge('tools[].input_schema', { anyOf: [{ required: ['city'] }] }),
  },
  'sends-empty-blocked-domains': {
    title: 'Empty blocked domains are sent beside allowed ones',
    caught: by('request-provider-rules', 'search-domains-and-location'),
    phase: 'request',
    sent: set('tools[type=web_search_*].blocked_domains', []),
  },
  'declares-toolset-twice': {
    title: 'Toolset of an MCP server is declared twice',
    caught: by('request-provider-rules', 'call-basic'),
    phase: 'request',
    sent: double('tools[type=mcp_toolset]'),
  },
  'renames-server-of-mcp-call': {
    title: 'MCP call goes back with another server name',
    caught: by('request-provider-rules', 'call-basic'),
    phase: 'multi-turn',
    sent: set('messages[].content[type=mcp_tool_use].server_name', 'mcp'),
  },
  'adds-tools-without-beta': {
    title: 'Beta of added tools is missing',
    caught: by('request-requirements', 'break-glass/declaration-tools-added'),
    phase: 'request',
    requestHeaders: drop('[anthropic-beta=mid-conversation*].anthropic-beta'),
  },
  'forces-call-while-thinking': {
    title: 'Call is forced while thinking is enabled',
    caught: by('request-provider-rules', 'reasoning-signed'),
    phase: 'request',
    sent: set('tool_choice', { type: 'any' }),
  },
  'sends-small-thinking-budget': {
    title: 'Thinking budget is below the minimum',
    caught: by('request-provider-rules', 'reasoning-signed'),
    phase: 'request',
    sent: set('thinking.budget_tokens', 512),
  },
  'reorders-thinking-after-text': {
    title: 'Thinking goes back behind the text',
    caught: by('request-provider-rules', 'reasoning-signed'),
    phase: 'multi-turn',
    sent: change('messages[role=assistant].content', (blocks: readonly { readonly type: string }[]) =>
      [...blocks].sort((a, b) => Number(b.type === 'text') - Number(a.type === 'text')),
    ),
  },
  'drops-thinking-signature': {
    title: 'Thinking goes back with an empty signature',
    caught: by('request-provider-rules', 'reasoning-signed'),
    phase: 'multi-turn',
    sent: set('messages[].content[type=thinking].signature', ''),
  },
  'drops-skills-of-container': {
    title: 'Skills of the container are dropped',
    caught: by('sends-options', 'declaration-modifiers'),
    phase: 'request',
    sent: drop('container.skills'),
  },
  'sends-temperature-to-new-version': {
    title: 'Temperature is sent to a version without it',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('temperature', 0.2),
  },
  'ignores-chosen-version': {
    title: 'Always the newest API version is called',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    requestHeaders: set('[anthropic-version].anthropic-version', '2026-10-21'),
  },
  'names-model-in-body-on-vertex': {
    title: 'Model is in the body too on Vertex AI',
    caught: by('request-provider-rules', 'function-calling/setup-surfaces'),
    phase: 'request',
    sent: set('[anthropic_version=*].model', 'claude-sonnet-5-5'),
  },
  'declares-new-search-on-vertex': {
    title: 'Newest web search is declared on Vertex AI',
    caught: by('request-provider-rules', 'web-search/setup-surfaces/complete'),
    phase: 'request',
    sent: change('[anthropic_version=*].tools[type=web_search_20250305].type', () => 'web_search_20260318'),
  },
  'drops-version-on-vertex': {
    title: 'Version is not in the body on Vertex AI',
    caught: by('request-requirements', 'function-calling/setup-surfaces'),
    phase: 'request',
    sent: drop('anthropic_version'),
  },
  'sends-version-of-bedrock-to-vertex': {
    title: 'Version of InvokeModel is sent to Vertex AI',
    caught: by('request-provider-rules', 'function-calling/setup-surfaces'),
    phase: 'request',
    sent: set('[anthropic_version=*].anthropic_version', 'bedrock-2023-05-31'),
  },
  'names-stream-in-body-of-invoke-model': {
    title: 'Body says whether InvokeModel streams, as the path does',
    caught: by('request-provider-rules', 'function-calling/setup-surfaces'),
    phase: 'request',
    to: /\/invoke/,
    sent: set('stream', false),
  },
  'reads-first-frame-of-invoke-model': {
    title: 'Only the first frame of InvokeModel is read',
    caught: by('returns-provider-errors', 'function-calling/setup-surfaces/stream'),
    phase: 'stream',
    to: /\/invoke/,
    frames: change('', (frames: readonly unknown[]) => frames.slice(0, 1)),
  },
  'loses-exception-of-invoke-model': {
    title: 'Exception in a header of InvokeModel is lost',
    caught: by('returns-provider-errors', 'error-throttled'),
    phase: 'error',
    to: /\/invoke/,
    responseHeaders: drop('x-amzn-errortype'),
  },
  'mistakes-exception-of-invoke-model-for-end': {
    title: 'Exception within a stream of InvokeModel ends it normally',
    caught: by('returns-provider-errors', 'stream-error-model/stream'),
    from: ['B058'],
    phase: 'stream',
    to: /\/invoke/,
    frames: change('', (frames: readonly { readonly type: string }[]) =>
      frames.flatMap((frame) => (frame.type.endsWith('Exception') ? endOfTurn : [frame])),
    ),
  },
  'declares-search-to-invoke-model': {
    title: 'Web search is declared to InvokeModel',
    caught: by('request-provider-rules', 'function-calling/setup-surfaces'),
    phase: 'request',
    to: /\/invoke/,
    sent: append('tools', { type: 'web_search_20250305', name: 'web_search' }),
  },
  'drops-workspace': {
    title: 'Workspace of Claude Platform on AWS is dropped',
    caught: by('request-requirements', 'function-calling/setup-surfaces'),
    phase: 'request',
    requestHeaders: drop('anthropic-workspace-id'),
  },
  'misnames-version': {
    title: 'API version is not a date',
    caught: by('request-provider-rules', 'call-single'),
    requestHeaders: set('[anthropic-version].anthropic-version', 'latest'),
  },

  // Answers taken for errors, and errors for answers
  'mistakes-calls-only-for-error': {
    title: 'Response without text is thrown as empty',
    caught: by('returns-provider-errors', 'call-no-arguments'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.every((m) => m.contents.every((c) => c.type !== 'text'))) throw emptyAnswer();
      return messages;
    }),
    update: change('contents[type=function-call]', () => {
      throw emptyAnswer();
    }),
  },
  'requires-text-in-response': {
    title: 'Response without text is thrown as malformed',
    caught: by('returns-provider-errors', 'tool-choice-required/complete', 'tool-choice-function/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      if (messages.some((m) => m.contents.some((c) => c.type === 'text'))) return messages;
      throw new WireError('the response lacks a text');
    }),
  },
  'mistakes-truncated-stream-for-complete': {
    title: 'Interrupted stream ends without an error',
    caught: by('returns-provider-errors', 'stream-truncated/stream'),
    fails: wireErrors(() => undefined),
  },
  'mistakes-truncated-response-for-complete': {
    title: 'Truncated response is returned as complete',
    caught: by('returns-provider-errors', 'function-calling/fault-truncated'),
    fails: wireErrors(() => undefined),
  },
  'mistakes-html-for-empty': {
    title: 'HTML page with status 200 becomes an empty response',
    caught: by('returns-provider-errors', 'function-calling/fault-proxy-responses/complete'),
    fails: wireErrors((error) => (error.message.includes('text/html') ? undefined : error)),
  },
  'ignores-mid-stream-error': {
    title: 'Error event in a stream ends it normally',
    caught: by('returns-provider-errors', 'function-calling/fault-mid-stream-errors/stream'),
    fails: (error) => (error instanceof ProviderError ? undefined : error),
  },

  // What an error says
  'replaces-provider-error-message': {
    title: 'Provider’s error message is replaced by the adapter’s',
    caught: by('returns-provider-errors', 'error-schema-invalid/complete'),
    fails: providerErrors(({ status }) => ({ message: `The request failed with status ${status}.` })),
  },
  'hides-error-content-type': {
    title: 'WireError does not name the received content type',
    caught: by('returns-provider-errors', 'error-status-200-html'),
    from: ['B040'],
    fails: wireErrors(() => new WireError('An error occurred during the call.')),
  },
  'invents-error-code': {
    title: 'Proxy error gets an invented provider code',
    caught: by('returns-provider-errors', 'function-calling/fault-proxy-responses'),
    fails: providerErrors(({ code = 'unknown_error' }) => ({ code })),
  },
  'drops-retry-after': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-overloaded'),
    fails: providerErrors({ retryAfter: undefined }),
  },
  'mistakes-seconds-for-milliseconds': {
    title: 'retryAfter is in seconds instead of milliseconds',
    caught: by('returns-provider-errors', 'function-calling/fault-error-statuses/complete'),
    fails: providerErrors(({ retryAfter = 0 }) => ({ retryAfter: retryAfter / 1000 })),
  },
  'drops-request-id': {
    title: 'Error lacks the request id',
    caught: by('returns-provider-errors', 'error-schema-invalid/complete', 'error-overloaded/stream'),
    fails: providerErrors({ requestId: undefined }),
  },
  'drops-uncommon-status': {
    title: 'Only errors 429 and 529 keep their status',
    caught: by('returns-provider-errors', 'function-calling/fault-error-statuses'),
    fails: providerErrors(({ status = 0 }) => ([429, 529].includes(status) ? {} : { status: undefined })),
  },
  'omits-truncation-message': {
    title: 'Error for a truncated response has no message',
    caught: by('error-message', 'function-calling/fault-truncated'),
    fails: wireErrors(() => new WireError('')),
  },
  'prints-object-object': {
    title: 'Error message is "[object Object]"',
    caught: by('error-message', 'error-rate-limit/complete'),
    fails: providerErrors({ message: String({}) }),
  },
  'leaks-key-in-error': {
    title: 'Error message contains the API key',
    caught: by('error-secrets', 'function-calling/fault-error-echoes-request'),
    fails: providerErrors(({ message }) => ({ message: message.replaceAll('[credentials]', 'replay-needs-no-key') })),
  },
  'leaks-fetch-error': {
    title: 'Network failure leaves the adapter as fetch’s TypeError',
    caught: by('error-types', 'function-calling/fault-network-failures'),
    fails: (error) => (error instanceof ProviderError ? new TypeError('fetch failed') : error),
  },
  'crashes-on-html-error': {
    title: 'HTML error page throws a SyntaxError',
    caught: by('error-types', 'error-gateway-502', 'error-status-200-html'),
    from: ['B200'],
    fails: (error) => {
      if (error instanceof WireError || (error instanceof ProviderError && error.code === undefined))
        JSON.parse('<html>');
      return error;
    },
  },
  'rejects-images-in-results': {
    title: 'Result with an image is rejected as invalid input',
    caught: by('returns-provider-errors', 'result-image-and-document/complete'),
    from: ['B037'],
    messages: change('[].contents[].outputs[type=data]', () => {
      throw new ProviderError('Invalid input: expected a string.', { status: 400, retryable: false });
    }),
  },

  // Whether to try again
  'marks-all-errors-retryable': {
    title: 'Every provider error is retryable',
    caught: by('error-retryable', 'error-schema-invalid/complete'),
    from: ['B034'],
    fails: providerErrors({ retryable: true }),
  },
  'marks-status-529-not-retryable': {
    title: 'Statuses above 504 are not retryable',
    caught: by('error-retryable', 'error-overloaded'),
    from: ['B028'],
    fails: providerErrors(({ status = 0 }) => ({ retryable: [408, 429, 500, 502, 503, 504].includes(status) })),
  },
  'marks-stream-errors-not-retryable': {
    title: 'Error in a stream is never retryable',
    caught: by('error-retryable', 'stream-error-overloaded/stream'),
    from: ['B029'],
    fails: providerErrors(({ status }) => (status === undefined ? { retryable: false } : {})),
  },
  'marks-overload-not-retryable': {
    title: 'Error without a status is not retryable',
    caught: by('error-retryable', 'function-calling/fault-mid-stream-errors/stream'),
    fails: providerErrors(({ status }) => (status === undefined ? { retryable: false } : {})),
  },
  'marks-gateway-errors-not-retryable': {
    title: 'Gateway error is not retryable',
    caught: by('error-retryable', 'function-calling/fault-proxy-responses'),
    fails: providerErrors({ code: undefined, requestId: undefined, retryAfter: undefined, retryable: false }),
  },
  'marks-refused-connection-not-retryable': {
    title: 'Refused connection is not retryable',
    caught: by('error-network', 'function-calling/fault-network-failures'),
    fails: (error) => (error instanceof ProviderError ? new ProviderError(error.message, { retryable: false }) : error),
  },
  'invents-status-for-network-error': {
    title: 'Refused connection is reported as status 503',
    caught: by('error-network', 'function-calling/fault-network-failures/complete'),
    fails: providerErrors({ status: 503, retryable: true }),
  },
  'mistakes-timeout-for-provider-error': {
    title: 'Timeout is reported as a provider error',
    caught: by('error-network', 'function-calling/fault-network-failures/complete'),
    fails: (error) => (error instanceof TimeoutError ? new ProviderError(error.message, { retryable: true }) : error),
  },
  'marks-truncation-not-retryable': {
    title: 'Truncated response is reported as a permanent error',
    caught: by('error-network', 'function-calling/fault-network-failures'),
    fails: wireErrors(({ message }) => new ProviderError(message, { retryable: false })),
  },
  'retries-after-first-update': {
    title: 'Interrupted stream is retried, repeating its text',
    caught: by('request-retries', 'function-calling/fault-retries/stream'),
    client: askingAgain(1, (error) => !isRetryable(error)),
  },
  'retries-beyond-limit': {
    title: 'Two allowed retries become ten',
    caught: by('request-retries', 'function-calling/fault-retries'),
    client: askingAgain(10, isRetryable),
  },
  'retries-without-delay': {
    title: 'Retry-after is not waited for',
    caught: by('request-retries', 'function-calling/fault-retries/complete'),
    client: askingAgain(1, (error) => isRetryable(error) && (error as ProviderError).retryAfter !== undefined),
  },

  // What is left behind
  'leaks-abort-listener': {
    title: 'Each call leaves an abort listener',
    caught: by('no-leaks', 'call-single'),
    client: (client, _asked, context) => {
      context?.signal?.addEventListener('abort', () => {});
      return client;
    },
  },
  'leaks-abort-listener-on-error': {
    title: 'Each failing call leaves an abort listener',
    caught: by('no-leaks', 'function-calling/fault-network-failures/complete'),
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
  'leaks-timer': {
    title: 'Timer outlives its call',
    caught: by('no-leaks', 'call-single'),
    client: (client) => {
      setTimeout(() => {}, 200);
      return client;
    },
  },
  'leaks-unhandled-rejection': {
    title: 'Call leaves an unhandled rejection',
    caught: by('no-leaks', 'call-single'),
    client: (client) => {
      void Promise.reject(new Error('nobody asked'));
      return client;
    },
  },
  'leaks-unhandled-rejection-on-error': {
    title: 'Derived promise rejects unhandled when the call fails',
    caught: by('no-leaks', 'abort-after-send/complete', 'function-calling/fault-truncated/complete'),
    client: (client) => ({
      ...client,
      getResponse(...asked) {
        const response = client.getResponse(...asked);
        void response.then(() => {});
        return response;
      },
    }),
  },

  'reads-on-after-loop-exit': {
    title: 'Request stays open after its stream is left',
    caught: by('abort-ends-call', 'abort-stop-iterating/stream'),
    client: (client) => ({
      ...client,
      async *getStreamingResponse(...asked) {
        const updates = client.getStreamingResponse(...asked)[Symbol.asyncIterator]();
        for (let next = await updates.next(); !next.done; next = await updates.next()) yield next.value;
      },
    }),
  },
  'omits-signal-from-request': {
    title: 'Aborted call ends, and its request does not',
    caught: by('abort-ends-call', 'abort-after-send'),
    client: (client, _asked, context) => ({
      ...client,
      getResponse: (messages, options) => orAborted(client.getResponse(messages, options), context),
      async *getStreamingResponse(messages, options) {
        const updates = client.getStreamingResponse(messages, options)[Symbol.asyncIterator]();
        const next = () => orAborted(updates.next(), context);
        for (let one = await next(); !one.done; one = await next()) yield one.value;
      },
    }),
  },

  // How clients are made
  'uses-environment-key': {
    title: 'API key of the environment overrides the caller’s',
    caught: by('request-credentials', 'setup-environment'),
    phase: 'request',
    settings: change('credentials', (given) => {
      const apiKey = process.env.ANTHROPIC_API_KEY;
      return apiKey ? { type: 'apiKey', apiKey } : given;
    }),
  },
  'sends-token-provider-as-text': {
    title: 'Token provider is sent as text, not called',
    caught: by('request-credentials', 'setup-credentials/complete'),
    phase: 'request',
    settings: set('[credentials.type=tokenProvider].credentials', { type: 'bearerToken', token: '[object Promise]' }),
  },
  'leaks-runtime-error-for-settings': {
    title: 'Error for unusable settings names no setting',
    caught: by('rejects-invalid-settings', 'setup-invalid-settings/complete'),
    phase: 'error',
    adapter: refusedWith(() => 'Invalid argument'),
  },
  'leaks-key-in-settings-error': {
    title: 'Error for an unusable key contains the key',
    caught: by('rejects-invalid-settings', 'setup-invalid-settings/complete'),
    phase: 'error',
    adapter: refusedWith(({ message }, { credentials }) => `${message} They are ${JSON.stringify(credentials)}.`),
  },
  'ignores-invalid-base-url': {
    title: 'Invalid base URL falls back to the default host',
    caught: by('rejects-invalid-settings', 'setup-invalid-settings/complete'),
    phase: 'request',
    settings: change('baseUrl', (url: string) => (URL.canParse(url) ? url : 'https://api.anthropic.com')),
  },
  'sends-request-after-abort': {
    title: 'Aborted call still sends its request',
    caught: by('abort-ends-call', 'abort-before-send/complete'),
    phase: 'error',
    client: (client, _asked, context) => ({
      ...client,
      async getResponse(messages, options) {
        if (!context?.signal?.aborted) return client.getResponse(messages, options, context);
        setImmediate(() => client.getResponse(messages, options).catch(() => {}));
        throw new AbortedError('The caller aborted the call.');
      },
    }),
  },
  'duplicates-requests': {
    title: 'Every request is sent twice',
    caught: by('request-sequence', 'call-single/complete', 'tool-choice-none/complete'),
    client: (client) => ({
      ...client,
      async getResponse(...asked) {
        const response = await client.getResponse(...asked);
        await client.getResponse(...asked).catch(() => undefined);
        return response;
      },
    }),
  },
});
