/** Defects that real libraries had over several provider APIs, each laid over one of them here. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import { type CallContext, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inSentContents, withDefects } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

export const brokenEverywhere: readonly BrokenAdapter[] = [
  {
    id: 'tells-empty-texts',
    caughtBy: 'contents-say-something',
    defect: 'Behind each answer stands a text without a word.',
    shows: ['no-arguments/complete', 'no-arguments/stream'],
    breakIt: withDefects(inReturnedContents((contents) => [...contents, { type: 'text', text: '' }])),
  },
  {
    id: 'instructs-unasked',
    caughtBy: 'options-on-the-wire',
    defect: 'Where the caller gives no instructions, some are made up.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    breakIt: withDefects({
      request: (messages, options) => [messages, { instructions: 'You are a helpful assistant.', ...options }],
    }),
  },
  {
    id: 'needs-a-signal',
    caughtBy: 'typed-errors-only',
    defect: 'A call that brings no signal fails.',
    shows: ['refused/complete'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) => {
        const client = adapter.createClient(settings);
        return {
          ...client,
          getResponse: async (messages, options, context) => {
            (context as CallContext).signal?.throwIfAborted();
            return client.getResponse(messages, options, context);
          },
        };
      },
    }),
  },
  {
    id: 'parses-an-error-page',
    caughtBy: 'typed-errors-only',
    defect:
      'An error that comes as a page is parsed as JSON, and the parser’s complaint leaves the adapter instead of the status.',
    modelledOn: ['B200'],
    shows: ['gateway-fails/complete', 'gateway-fails/stream'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) => client.getResponse(...asked).catch(parsed),
        async *getStreamingResponse(...asked) {
          try {
            yield* client.getStreamingResponse(...asked);
          } catch (error) {
            parsed(error);
          }
        },
      }),
    }),
  },
  {
    id: 'loses-the-mark-of-a-failure',
    caughtBy: 'results-on-the-wire',
    defect: 'Where results have no mark for a failure, that a function failed is not said at all.',
    over: 'openai-chat',
    modelledOn: ['B208'],
    shows: ['function-fails/complete', 'function-fails/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) =>
          c.type === 'function-result' && c.error !== undefined ? { type: c.type, callId: c.callId, result: '' } : c,
        ),
      ),
    ),
  },
  {
    id: 'declares-nothing-for-an-unknown-tool',
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the provider lacks is declared as an empty object.',
    over: 'openai-chat',
    modelledOn: ['B209'],
    shows: ['refused/complete', 'refused/stream'],
    breakIt: withDefects({
      request: (messages, options) => [
        messages,
        {
          ...options,
          ...(options.tools && {
            tools: options.tools.map((tool) =>
              tool.type === 'function' || tool.type === 'raw'
                ? tool
                : { type: 'raw' as const, providerApi: 'openai-chat', declaration: {} },
            ),
          }),
        },
      ],
    }),
  },
  {
    id: 'names-a-tool-as-the-model-titles-it',
    caughtBy: 'approval-requests-equal-wire',
    defect: 'Leave is asked under a title that the model wrote into the arguments, not under the tool’s name.',
    over: 'openai-responses',
    modelledOn: ['B211'],
    shows: ['approval-granted/complete', 'approval-granted/stream'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => {
          const title =
            c.type === 'approval-request' && Object.values(c.arguments ?? {}).find((v) => typeof v === 'string');
          return title ? { ...c, name: title } : c;
        }),
      ),
    ),
  },
  {
    id: 'makes-up-opaque-members',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'Opaque members of search results and citations, lost in a conversion, go back empty.',
    modelledOn: ['B212'],
    shows: ['cited-answer/complete', 'search-then-call/stream'],
    onTheWire: inSentBody((body) => emptied(body) as JsonObject),
  },
];

/** What an adapter does that takes every error's body for JSON. */
function parsed(error: unknown): never {
  if (error instanceof ProviderError && error.code === undefined) JSON.parse('<html>');
  throw error;
}

const opaque = new Set(['encrypted_content', 'encrypted_index']);

/** Everywhere in a body, opaque members are empty. */
function emptied(value: Json): Json {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, v]) => [name, opaque.has(name) ? '' : emptied(v as Json)]),
  );
}
