import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import { ProviderError, type Tool } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { both, over } from './google-bodies.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

const ended: JsonObject = { finishReason: 'STOP', index: 0 };

/** Defects of adapters of the Gemini API in what they make of failures, and of limits that they were given. */
export const brokenInGoogleFailures: readonly BrokenAdapter[] = [
  {
    id: 'takes-a-torn-stream-for-whole',
    over,
    caughtBy: 'errors-equal-wire',
    defect: 'A stream that breaks off without a reason to finish is told as an answer that came to its end.',
    shows: ['stream-breaks-off/stream'],
    onTheWire: inReadEvents((events) => {
      const isOver = events.some(({ data }) => /"finishReason"|"error"|"promptFeedback"/.test(data));
      return isOver ? events : [...events, { data: JSON.stringify({ candidates: [ended] }) }];
    }),
  },
  {
    id: 'reads-an-error-as-an-empty-answer',
    over,
    caughtBy: 'errors-equal-wire',
    defect: 'An error that came with a good status is read as an answer in which nothing was said.',
    shows: ['fails-with-a-good-status/complete'],
    onTheWire: inReadBody((body) => (body.error ? { candidates: [ended] } : body)),
  },
  {
    id: 'tries-again-whatever-the-code',
    over,
    caughtBy: 'retries-told',
    defect: 'An error without a status is said to be worth another try, also where its code says that it stays wrong.',
    shows: both('fails-with-a-good-status'),
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) => client.getResponse(...asked).catch(hopeful),
        async *getStreamingResponse(...asked) {
          try {
            yield* client.getStreamingResponse(...asked);
          } catch (error) {
            hopeful(error);
          }
        },
      }),
    }),
  },
  {
    id: 'searches-files-without-a-limit',
    over,
    caughtBy: 'tools-on-the-wire',
    defect: 'How many results a search in files may give is not sent.',
    shows: both('sources-of-every-kind'),
    onTheWire: inSentBody((body) => ({ ...body, tools: (body.tools as Json[]).map(withoutLimit) })),
  },
  {
    id: 'searches-everywhere-instead',
    over,
    caughtBy: 'refused-before-sending',
    defect:
      'Domains to which a search is bound cannot be said to the provider, and are dropped: it searches everywhere.',
    shows: both('certain-domains-alone'),
    breakIt: withDefects({
      request: (messages, options) => [messages, { ...options, tools: (options.tools ?? []).map(withoutDomains) }],
    }),
  },
];

function withoutDomains(tool: Tool): Tool {
  if (tool.type !== 'web-search' && tool.type !== 'web-fetch') return tool;
  const { allowedDomains: _, ...rest } = tool;
  return rest;
}

function hopeful(error: unknown): never {
  if (!(error instanceof ProviderError) || error.status !== undefined) throw error;
  throw new ProviderError(error.message, { code: error.code, retryable: true });
}

function withoutLimit(tool: Json): Json {
  if (!isJsonObject(tool) || !isJsonObject(tool.fileSearch)) return tool;
  const { topK: _, ...fileSearch } = tool.fileSearch;
  return { ...tool, fileSearch };
}
