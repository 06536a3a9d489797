import type { JsonObject } from '../../files/canonical-json.ts';
import { ProviderError, type UsageDetails, WireError } from '../../spec/contract/index.ts';
import { inEachReadEvent, inReadEnd, isServerCall, withoutReadBlocks } from './anthropic-wire.ts';
import { type BrokenAdapter, type Defects, inReturnedContents, inStream, withDefects } from './break.ts';
import { inReadEvents } from './on-the-wire.ts';

/** A defect in the errors that leave an adapter, in either mode. */
const inErrors = (change: (error: unknown) => unknown): Defects => ({
  call: (client) => ({
    ...client,
    getResponse: (...asked) =>
      client.getResponse(...asked).catch((error: unknown) => {
        throw change(error);
      }),
    async *getStreamingResponse(...asked) {
      try {
        yield* client.getStreamingResponse(...asked);
      } catch (error) {
        throw change(error);
      }
    },
  }),
});

const inProviderErrors = (change: (details: ProviderError) => Partial<ProviderError>): Defects =>
  inErrors((error) => {
    if (!(error instanceof ProviderError)) return error;
    const { status, code, requestId, retryAfter, retryable } = error;
    return new ProviderError(error.message, { status, code, requestId, retryAfter, retryable, ...change(error) });
  });

const inUsage = (change: (usage: UsageDetails) => UsageDetails): Defects => ({
  response: (r) => ({ ...r, ...(r.usage ? { usage: change(r.usage) } : {}) }),
  update: (u) => [{ ...u, ...(u.usage ? { usage: change(u.usage) } : {}) }],
});

const deltaOf = ({ type, delta }: JsonObject): JsonObject | undefined =>
  type === 'content_block_delta' ? (delta as JsonObject) : undefined;

const paused = ['paused-turn/complete', 'paused-turn/stream'];

/** Defects in how answers of the Messages API are read. */
export const brokenOverAnthropicAnswers: readonly BrokenAdapter[] = [
  {
    id: 'takes-a-pause-for-the-end',
    modelledOn: ['B007'],
    caughtBy: 'finish-reason-equals-wire',
    defect: 'A pause, a reason to stop that is not known, is said to be the natural end.',
    shows: paused,
    onTheWire: inReadEnd((end) => (end.stop_reason === 'pause_turn' ? { ...end, stop_reason: 'end_turn' } : end)),
  },
  {
    id: 'goes-on-for-calls-alone',
    modelledOn: ['B008'],
    caughtBy: 'requests-expected',
    defect:
      'A turn without a call of the application’s is over, whatever the reason says: nobody goes on after a pause.',
    shows: paused,
    onTheWire: inReadEnd((end) => (end.stop_reason === 'pause_turn' ? { ...end, stop_reason: 'paused' } : end)),
    breakIt: withDefects({
      response: (r) => (r.finishReason === 'paused' ? { ...r, finishReason: 'pause_turn' } : r),
      update: (u) => [u.finishReason === 'paused' ? { ...u, finishReason: 'pause_turn' } : u],
    }),
  },
  {
    id: 'pays-for-the-last-leg-alone',
    modelledOn: ['B010'],
    caughtBy: 'usage-equals-wire',
    defect: 'What a paused turn cost until its pause is not counted.',
    shows: paused,
    onTheWire: inReadEnd((end) =>
      end.stop_reason === 'pause_turn' ? { ...end, usage: { input_tokens: 0, output_tokens: 0 } } : end,
    ),
  },
  {
    id: 'streams-two-counts-of-four',
    modelledOn: ['B011'],
    caughtBy: 'usage-equals-wire',
    defect: 'In a stream the usage has input and output tokens, and nothing else that the whole response has.',
    shows: ['single-call/stream', 'reasoning-across-turn/stream'],
    breakIt: withDefects({
      update: ({ usage, ...u }) => {
        if (!usage) return [u];
        const { cachedInputTokens: _cached, reasoningTokens: _reasoning, ...counts } = usage;
        return [{ ...u, usage: counts }];
      },
    }),
  },
  {
    id: 'counts-all-input-as-cached',
    caughtBy: 'usage-equals-wire',
    defect: 'All input is said to have come from the cache.',
    shows: ['single-call/complete', 'choice-none/stream'],
    breakIt: withDefects(inUsage((usage) => ({ ...usage, cachedInputTokens: usage.inputTokens ?? 0 }))),
  },
  {
    id: 'parses-every-fragment-alone',
    modelledOn: ['B017'],
    caughtBy: 'calls-equal-wire',
    defect: 'Every piece of streamed arguments is parsed by itself, and what does not parse is dropped.',
    shows: ['single-call/stream', 'parallel-calls/stream'],
    onTheWire: inEachReadEvent((data) => {
      const delta = deltaOf(data);
      return delta?.type !== 'input_json_delta' || isJson(String(delta.partial_json)) ? data : undefined;
    }),
  },
  {
    id: 'takes-what-arrives-for-one-event',
    modelledOn: ['B020'],
    caughtBy: 'errors-equal-wire',
    defect: 'Whatever arrives at once is taken for one event of a stream, whole and alone.',
    shows: ['single-call/stream', 'cited-answer/stream'],
    // A recording arrives at once.
    onTheWire: inReadEvents((events) => events.slice(0, 1)),
  },
  {
    id: 'streams-calls-without-arguments',
    modelledOn: ['B019'],
    caughtBy: 'calls-equal-wire',
    defect: 'A stream has where a call begins and ends, and nothing of its arguments.',
    shows: ['single-call/stream', 'search-then-call/stream'],
    onTheWire: inEachReadEvent((data) => (deltaOf(data)?.type === 'input_json_delta' ? undefined : data)),
  },
  {
    id: 'looks-for-code-among-functions',
    modelledOn: ['B025'],
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Calls of the provider are looked for under the type of a function’s, and so never found.',
    shows: ['computes-and-explains/complete', 'computes-and-explains/stream'],
    onTheWire: withoutReadBlocks(isServerCall),
  },
  {
    id: 'knows-the-oldest-code-results-alone',
    modelledOn: ['B026'],
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Results of code that newer versions of the tool give under types of their own are skipped.',
    shows: ['computes-and-explains/complete', 'reads-and-makes-files/stream'],
    onTheWire: withoutReadBlocks(({ type = '' }) => /^(?:bash|text_editor)_code_execution_tool_result$/.test(type)),
  },
  {
    id: 'gives-up-on-statuses-it-does-not-know',
    modelledOn: ['B028'],
    caughtBy: 'retries-told',
    defect: 'The list of statuses that are worth another try ends at 504.',
    shows: ['overloaded/complete', 'overloaded/stream'],
    breakIt: withDefects(
      inProviderErrors(({ status = 0 }) => ({ retryable: [408, 429, 500, 502, 503, 504].includes(status) })),
    ),
  },
  {
    id: 'goes-by-the-status-of-a-stream',
    modelledOn: ['B029'],
    caughtBy: 'retries-told',
    defect: 'An error in the midst of a stream is for good, for the status was 200.',
    shows: ['overloaded-in-its-midst/stream'],
    breakIt: withDefects(
      inProviderErrors(({ status, retryable }) => ({ retryable: status === undefined ? false : retryable })),
    ),
  },
  {
    id: 'forgets-after-what-time-to-ask-again',
    caughtBy: 'errors-equal-wire',
    defect: 'After what time the provider may be asked again is not told.',
    shows: ['overloaded/complete', 'overloaded/stream'],
    breakIt: withDefects(inProviderErrors(() => ({ retryAfter: undefined }))),
  },
  {
    id: 'forgets-the-id-of-the-request',
    caughtBy: 'errors-equal-wire',
    defect: 'The id by which the provider’s support finds a request is not told.',
    shows: ['schema-refused/complete', 'overloaded/stream'],
    breakIt: withDefects(inProviderErrors(() => ({ requestId: undefined }))),
  },
  {
    id: 'says-that-the-tool-failed',
    modelledOn: ['B040'],
    caughtBy: 'errors-equal-wire',
    defect: 'What came in the place of an answer is not named: there was an error, says the error.',
    shows: ['answered-by-a-proxy/complete', 'answered-by-a-proxy/stream'],
    breakIt: withDefects(
      inErrors((error) => (error instanceof WireError ? new WireError('An error occurred during the call.') : error)),
    ),
  },
  {
    id: 'cites-at-the-beginning',
    modelledOn: ['B038'],
    caughtBy: 'citation-spans-equal-wire',
    defect: 'Where the words stand that a citation is about is not counted: all are said to be at the beginning.',
    shows: ['cited-answer/complete', 'cited-answer/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'text' && c.annotations
            ? { ...c, annotations: c.annotations.map((a) => ({ ...a, startIndex: 0, endIndex: 0 })) }
            : c,
        ),
      ),
    ),
  },
  {
    id: 'adds-blank-calls',
    modelledOn: ['B046'],
    caughtBy: 'calls-equal-wire',
    defect: 'Beside every streamed call stands another, without a name or an id.',
    shows: ['single-call/stream', 'parallel-calls/stream'],
    breakIt: inStream(async function* (updates) {
      for await (const update of updates) {
        yield update;
        if (update.contents.some((c) => c.type === 'function-call')) {
          yield { ...update, contents: [{ type: 'function-call', callId: '', name: '', arguments: {} }] };
        }
      }
    }),
  },
  {
    id: 'gives-the-server-for-its-tool',
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'A call to a server is told with the server’s name in the place of its tool’s.',
    shows: ['called-on-trust/complete', 'opened-by-a-token/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-call' && c.serverName !== undefined ? { ...c, name: c.serverName } : c,
        ),
      ),
    ),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
