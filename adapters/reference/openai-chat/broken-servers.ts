/** Defects with other servers that speak the API, and on other surfaces. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { broken, by, onSurface } from '../../broken/broken-adapter.ts';
import { change, drop, meets, replace, set, until } from '../../broken/operations.ts';
import type { ReadEvent } from '../../broken/wire.ts';

/** The pieces of calls in a stream, and what is changed in them, one after the other. */
const pieces = '[].data.choices[].delta.tool_calls[]';
const inPieces = (begin: () => (piece: JsonObject) => unknown) =>
  change('', (events) => change(pieces, begin())(events)[0]);

export const brokenOpenAIChatServers = broken('openai-chat', {
  'sends-dated-azure-to-v1': {
    title: 'Dated Azure OpenAI gets requests of its v1',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    phase: 'availability',
    ...onSurface('azure-openai-dated', { settings: set('surface', 'azure-openai') }),
  },
  'sends-gemini-to-openai-path': {
    title: 'Gemini gets the path of OpenAI',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    phase: 'availability',
    ...onSurface('gemini-openai', { settings: set('surface', 'openai') }),
  },
  'sends-vertex-to-openai-path': {
    title: 'Vertex AI gets the path of OpenAI',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    phase: 'availability',
    ...onSurface('vertex-openai', { settings: set('surface', 'openai') }),
  },
  'appends-repeated-finish': {
    title: 'Repeated finish reason is appended to the first',
    caught: by('returns-finish-reason', 'dialect-openrouter/stream'),
    events: change('', (events: readonly ReadEvent[]) => {
      const said = '[].data.choices[finish_reason=*].finish_reason';
      const reasons: unknown[] = [];
      return change(said, (reason) => [...reasons.splice(0), reason].map((one) => reasons.push(one) && one).join(''))(
        events,
      )[0];
    }),
  },
  'appends-repeated-names': {
    title: 'Repeated name of a call is appended',
    caught: by('returns-function-calls', 'dialect-llama-cpp/stream'),
    events: inPieces(() => {
      const names = new Map<unknown, string>();
      return (piece) => {
        const { name } = piece.function as { name?: string };
        if (!name) return piece;
        names.set(piece.index, (names.get(piece.index) ?? '') + name);
        return set('function.name', names.get(piece.index))(piece)[0];
      };
    }),
  },
  'overwrites-name-with-empty': {
    title: 'Empty name of a later delta replaces the first',
    caught: by('returns-function-calls', 'dialect-lm-studio/stream'),
    events: set(`${pieces}.function[name=].name`, ' '),
  },
  'mistakes-empty-id-for-call': {
    title: 'Later delta with an empty id begins a call',
    caught: by('returns-provider-errors', 'dialect-alibaba/stream'),
    events: set(`${pieces}[id=].id`, 'call_new'),
  },
  'counts-calls-from-zero': {
    title: 'Calls are read from index 0 to their number',
    caught: by('returns-function-calls', 'dialect-litellm-proxy/stream'),
    events: change('', (events: readonly ReadEvent[]) => {
      const seen = new Set<unknown>();
      inPieces(() => (piece) => seen.add(piece.index))(events);
      return replace(pieces, (piece) => (Number((piece as JsonObject).index ?? 0) < seen.size ? [piece] : []))(
        events,
      )[0];
    }),
  },
  'mistakes-missing-finish-for-end': {
    title: 'Chunk without a finish reason ends the stream',
    caught: by('returns-provider-errors', 'dialect-vllm/stream'),
    events: until(
      '',
      ({ data }: ReadEvent) => meets('choices')(data) && !/"finish_reason"|"choices":\[\]/.test(JSON.stringify(data)),
    ),
  },
  'adds-usage-of-chunks': {
    title: 'Usage of several chunks is added',
    caught: by('returns-usage', 'dialect-groq/stream', 'dialect-perplexity/stream'),
    events: change('', (events: readonly ReadEvent[]) => {
      let sum = 0;
      return change('[].data.usage.completion_tokens', (count) => (sum += Number(count)))(events)[0];
    }),
  },
  'ignores-error-beside-choices': {
    title: 'Error beside the choices of a chunk is ignored',
    caught: by('returns-provider-errors', 'dialect-openrouter/stream'),
    events: drop('[].data[choices].error'),
  },
  'drops-errors-with-numeric-code': {
    title: 'Error with a numeric code loses its message',
    caught: by('returns-provider-errors', 'dialect-openrouter'),
    read: change('', (body: JsonObject) => (/"code":\d/.test(JSON.stringify(body)) ? {} : body)),
  },
  'returns-empty-older-calls': {
    title: 'Empty function_call is returned as a call',
    caught: by('returns-function-calls', 'dialect-snowflake/complete'),
    read: set('choices[].message.function_call[name=].name', 'unknown'),
  },
  'requires-list-of-calls': {
    title: 'Calls that are null end in an error',
    caught: by('returns-provider-errors', 'dialect-snowflake/complete'),
    read: change('', (body: JsonObject) =>
      /"tool_calls":null/.test(JSON.stringify(body)) ? { ...body, choices: [] } : body,
    ),
  },
});
