/** Over the reference adapter of OpenAI Chat Completions. */
import type { JsonObject } from '../../files/canonical-json.ts';
import {
  type ChatClient,
  type Content,
  type FunctionCallContent,
  ProviderError,
  type Tool,
} from '../../spec/contract/index.ts';
import { askingAgain } from './anthropic-errors.ts';
import { broken, by, withDefects } from './broken-adapter.ts';
import { change, drop, first, isObject, meets, replace, set, until } from './operations.ts';
import type { ReadEvent } from './wire.ts';

/** A client that tells no calls of functions which the caller did not declare. */
function withoutUndeclared(client: ChatClient, declared: readonly string[]): ChatClient {
  const known = (contents: readonly Content[]) =>
    contents.filter((c) => c.type !== 'function-call' || declared.includes(c.name));
  return {
    ...client,
    async getResponse(...asked) {
      const response = await client.getResponse(...asked);
      return { ...response, messages: response.messages.map((m) => ({ ...m, contents: known(m.contents) })) };
    },
    async *getStreamingResponse(...asked) {
      for await (const update of client.getStreamingResponse(...asked)) {
        yield { ...update, contents: known(update.contents) };
      }
    },
  };
}

/** The pieces of calls in a stream, and what is changed in them, one after the other. */
const pieces = '[].data.choices[].delta.tool_calls[]';
const inPieces = (begin: () => (piece: JsonObject) => unknown) =>
  change('', (events) => change(pieces, begin())(events)[0]);

const isWhole = (event: string): boolean => {
  try {
    return event === 'data: [DONE]' || (event.startsWith('data: ') && Boolean(JSON.parse(event.slice(6))));
  } catch {
    return false;
  }
};

export const brokenOpenAIChat = broken('openai-chat', {
  // Requests
  'leaks-its-own-options': {
    title: 'Library option is sent as a request member',
    caught: by('requests-fit-schema', 'single-call'),
    phase: 'request',
    sent: set('max_steps', 8),
  },
  'leaks-flags-of-its-functions': {
    title: 'Library flag is sent with function declarations',
    caught: by('requests-hold-known-members', 'single-call/complete', 'parallel-calls/stream'),
    phase: 'request',
    sent: set('tools[].function.requires_confirmation', false),
  },
  'declares-strict-functions-without-a-schema': {
    title: 'Strict function without parameters is declared without schema',
    caught: by('requests-acceptable', 'strict-without-parameters'),
    modelledOn: ['B139'],
    sent: replace('tools[].function.parameters', (parameters: { readonly properties?: object }) =>
      Object.keys(parameters.properties ?? { any: 1 }).length === 0 ? [] : [parameters],
    ),
  },
  'forgets-the-type-of-the-choice': {
    title: 'Tool choice lacks its type',
    caught: by('requests-acceptable', 'choice-specific'),
    sent: drop('tool_choice.type'),
  },
  'demands-text-tools-as-functions': {
    title: 'Custom tool is required as a function',
    caught: by('requests-acceptable', 'raw-grammar-tool-demanded'),
    sent: change('tool_choice[custom]', ({ custom }: JsonObject) => ({ type: 'function', function: custom })),
  },
  'asks-for-usage-of-what-is-no-stream': {
    title: 'Stream options are sent without streaming',
    caught: by('requests-acceptable', 'single-call/complete'),
    sent: set('stream_options', { include_usage: true }),
  },
  'asks-for-no-usage': {
    title: 'Usage is not requested when streaming',
    caught: by('requests-complete', 'single-call/stream'),
    sent: drop('stream_options'),
  },
  'always-speaks-of-parallel-calls': {
    title: 'parallel_tool_calls is sent without tools',
    caught: by('requests-acceptable', 'request-members'),
    sent: set('[!parallel_tool_calls].parallel_tool_calls', true),
  },
  'declares-nothing-for-an-unknown-tool': {
    title: 'Unsupported tool is declared as an empty object',
    caught: by('refused-before-sending', 'refused'),
    modelledOn: ['B209'],
    options: set('tools[type!=function|raw]', { type: 'raw', providerApi: 'openai-chat', declaration: {} }),
  },
  'leaves-out-what-it-cannot-say': {
    title: 'Inexpressible content is left out silently',
    caught: by('refused-before-sending', 'outcome-of-an-action'),
    messages: drop('[].contents[type=action-result]'),
  },
  'blames-the-provider-unasked': {
    title: 'Inexpressible content is refused as a provider error',
    caught: by('refused-before-sending', 'outcome-of-an-action/complete'),
    fails: (error) => Object.assign(error, { status: 400, retryable: true }),
  },

  // History, results and attachments
  'forgets-that-the-model-refused': {
    title: 'Refusal is not sent back',
    caught: by('history-on-the-wire', 'model-refuses'),
    sent: change('messages[refusal=*]', ({ refusal: _, content, ...message }: JsonObject) => ({
      ...message,
      content: content ?? '',
    })),
  },
  'sends-empty-arguments': {
    title: 'Call without arguments goes back with empty text',
    caught: by('requests-acceptable', 'no-arguments', 'strict-without-parameters/complete'),
    modelledOn: ['B131'],
    sent: change(
      'messages[tool_calls=*]',
      ({ content: _, ...message }: JsonObject) => set('tool_calls[].function[arguments={}].arguments', '')(message)[0],
    ),
  },
  'forgets-the-type-of-calls': {
    title: 'Calls go back without their type',
    caught: by('requests-acceptable', 'parallel-calls/stream', 'single-call/stream'),
    sent: drop('messages[].tool_calls[].type'),
  },
  'sends-custom-calls-as-functions': {
    title: 'Custom tool call goes back as a function call',
    caught: by('opaque-state-returned', 'raw-grammar-tool'),
    sent: change('messages[].tool_calls[custom]', ({ custom, ...call }: JsonObject) => {
      const { name = '', input = '' } = custom as JsonObject;
      return { ...call, type: 'function', function: { name, arguments: input } };
    }),
  },
  'sends-older-calls-as-calls-of-tools': {
    title: 'function_call goes back as tool_calls',
    caught: by('opaque-state-returned', 'raw-functions'),
    sent: change('messages[]', ({ function_call: call, ...message }: JsonObject) => {
      const { role, name = '', content = '' } = message;
      if (role === 'function') return { role: 'tool', tool_call_id: name, content };
      if (!isObject(call)) return message;
      return { ...message, tool_calls: [{ id: call.name ?? '', type: 'function', function: call }] };
    }),
  },
  'writes-results-in-the-words-of-another-api': {
    title: 'Function result is sent as "output_text"',
    caught: by('requests-acceptable', 'single-call'),
    sent: change('messages[role=tool].content', (text) => [{ type: 'output_text', text }]),
  },
  'keeps-the-user-before-the-results': {
    title: 'User message is put between call and result',
    caught: by('requests-acceptable', 'interrupted'),
    sent: change('messages', (messages: readonly JsonObject[]) => {
      const result = messages.findIndex(meets('role=tool'));
      const next = messages[result + 1];
      if (next?.role !== 'user') return messages;
      return [...messages.slice(0, result), next, messages[result], ...messages.slice(result + 2)];
    }),
  },
  'loses-the-mark-of-a-failure': {
    title: 'Failed function is sent as an empty result',
    caught: by('results-on-the-wire', 'function-fails'),
    modelledOn: ['B208'],
    messages: change(
      '[].contents[type=function-result,error=*]',
      ({ type, callId }: { type: string; callId: string }) => ({
        type,
        callId,
        result: '',
      }),
    ),
  },
  'sends-pictures-as-papers': {
    title: 'Image bytes are sent as a file part',
    caught: by('requests-acceptable', 'sounds-at-hand/complete', 'papers-at-hand/stream'),
    sent: change('messages[].content[image_url.url=data:*]', ({ image_url }: { image_url: { url: string } }) => ({
      type: 'file',
      file: { filename: 'file', file_data: image_url.url },
    })),
  },
  'shows-the-first-of-several': {
    title: 'Only the first of several sounds is sent',
    caught: by('attachments-on-the-wire', 'sounds-at-hand'),
    sent: first('messages[].content[type=input_audio]'),
  },

  // Calls in answers
  'wraps-arguments-that-are-no-json': {
    title: 'Invalid arguments are returned as { raw }',
    caught: by('calls-equal-wire', 'arguments-are-no-json', 'cut-off-call/stream'),
    modelledOn: ['B130'],
    returned: change(
      '[type=function-call,argumentsText=*]',
      ({ argumentsText: raw, ...call }: FunctionCallContent) => ({ ...call, arguments: { raw } }),
    ),
  },
  'swallows-undeclared-calls': {
    title: 'Call of an undeclared function is dropped',
    caught: by('calls-equal-wire', 'undeclared-function'),
    modelledOn: ['B136'],
    client: (client, [, options]) =>
      withoutUndeclared(
        client,
        (options?.tools ?? []).flatMap((t: Tool) => (t.type === 'function' ? [t.name] : [])),
      ),
  },
  'decodes-each-piece-of-arguments-alone': {
    title: 'Character split over two argument chunks becomes U+FFFD',
    caught: by('calls-equal-wire', 'parallel-calls/stream'),
    modelledOn: ['B196'],
    pieces: (piece) => piece,
  },
  'replaces-arguments': {
    title: 'Each arguments delta replaces the previous one',
    caught: by('calls-equal-wire', 'single-call/stream', 'parallel-calls/stream'),
    modelledOn: ['B122'],
    events: change('', (events: readonly ReadEvent[]) => {
      const seen = new Set<unknown>();
      const keepLast = change(pieces, (piece: JsonObject) => {
        if (!meets('function.arguments,function.arguments!=')(piece)) return piece;
        if (seen.has(piece.index)) return set('function.arguments', '')(piece)[0];
        seen.add(piece.index);
        return piece;
      });
      return (keepLast(events.toReversed())[0] as readonly ReadEvent[]).toReversed();
    }),
  },
  'takes-no-index-for-the-first': {
    title: 'Call delta without an index goes to call 0',
    caught: by('calls-equal-wire', 'calls-in-other-pieces/stream'),
    modelledOn: ['B125'],
    events: set(`${pieces.slice(0, -2)}[!index].index`, 0),
  },
  'numbers-every-call-0': {
    title: 'All calls get index 0',
    caught: by('calls-equal-wire', 'parallel-calls/stream'),
    modelledOn: ['B133'],
    events: set(`${pieces}.index`, 0),
  },
  'appends-to-the-call-named-last': {
    title: 'Delta without an id goes to the previous call',
    caught: by('calls-equal-wire', 'parallel-calls/stream', 'calls-in-other-pieces/stream'),
    modelledOn: ['B127'],
    events: inPieces(() => {
      let named: unknown;
      return (piece) => {
        if (piece.id) named = piece.index;
        return piece.id || named === undefined ? piece : { ...piece, index: named };
      };
    }),
  },
  'adds-to-the-call-that-began-last': {
    title: 'Arguments go to the last begun call',
    caught: by('calls-equal-wire', 'function-calling/fault-idle-events/stream'),
    events: inPieces(() => {
      let begun: JsonObject = {};
      return (piece) => {
        if (piece.index === undefined) return piece;
        if (piece.id !== undefined) begun = { index: piece.index };
        return { ...piece, ...begun };
      };
    }),
  },
  'takes-an-empty-piece-for-the-end': {
    title: 'Arguments after an empty delta are lost',
    caught: by('calls-equal-wire', 'function-calling/fault-idle-events/stream'),
    events: inPieces(() => {
      const ended = new Set<unknown>();
      return (piece) => {
        const isEnded = ended.has(piece.index);
        if (meets('function.arguments=,!function.name')(piece)) ended.add(piece.index);
        return isEnded && piece.function ? { ...piece, function: { arguments: '' } } : piece;
      };
    }),
  },

  // Texts, citations and usage in answers
  'drops-streamed-refusals': {
    title: 'Streamed refusal is not read',
    caught: by('text-equals-wire', 'model-refuses/stream'),
    events: drop('[].data.choices[].delta.refusal'),
  },
  'mixes-the-choices': {
    title: 'Texts of several choices are mixed',
    caught: by('text-equals-wire', 'raw-choices/stream'),
    events: set('[].data.choices[].index', 0),
  },
  'drops-streamed-citations': {
    title: 'Streamed citations are not read',
    caught: by('citations-equal-wire', 'search-cited-by-the-model/stream'),
    modelledOn: ['B121'],
    events: drop('[].data.choices[].delta.annotations'),
  },
  'takes-a-refusal-for-an-answer': {
    title: 'Finish reason "content_filter" is reported as "stop"',
    caught: by('finish-reason-equals-wire', 'model-refuses'),
    told: set('[finishReason=content_filter].finishReason', 'stop'),
  },
  'forgets-the-usage-of-steps-with-calls': {
    title: 'Usage of a step with calls is dropped',
    caught: by('usage-equals-wire', 'single-call/stream', 'parallel-calls/complete'),
    modelledOn: ['B137'],
    told: drop('[finishReason=tool_calls].usage'),
  },
  'forgets-what-came-from-the-cache': {
    title: 'Cached tokens are not returned',
    caught: by('usage-equals-wire', 'single-call'),
    told: drop('usage.cachedInputTokens'),
  },
  'names-the-model-that-was-asked': {
    title: 'Requested model is returned instead of the answering one',
    caught: by('ids-equal-wire', 'single-call'),
    adapter: (adapter) => ({
      ...adapter,
      createClient: (settings) => withDefects({ told: set('modelId', settings.model) })(adapter).createClient(settings),
    }),
  },

  // Errors, and streams that end early
  'believes-the-status-alone': {
    title: 'Error body with status 200 is an empty answer',
    caught: by('errors-equal-wire', 'error-in-place-of-an-answer/complete'),
    body: set('[error]', { choices: [{ index: 0, message: { content: '' }, finish_reason: 'stop' }] }),
  },
  'takes-torn-streams-for-answers': {
    title: 'Interrupted stream ends like a complete one',
    caught: by('errors-equal-wire', 'stream-breaks-off/stream'),
    events: change('', (events: readonly ReadEvent[]) =>
      events.some(({ data }) => data === '[DONE]')
        ? events
        : [...events, { data: { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] } }],
    ),
  },
  'breaks-off-at-a-blank-type': {
    title: 'Call delta with an empty type ends the stream',
    caught: by('errors-equal-wire', 'calls-in-other-pieces/stream'),
    modelledOn: ['B124'],
    events: until('', ({ data }: ReadEvent) => JSON.stringify(data).includes('"type":""')),
  },
  'wants-a-choice-in-every-chunk': {
    title: 'Chunk without choices ends the stream',
    caught: by('errors-equal-wire', 'function-calling/fault-idle-events/stream'),
    events: until(
      '',
      ({ data }: ReadEvent) => isObject(data) && Array.isArray(data.choices) && data.choices.length === 0,
    ),
  },
  'takes-each-piece-for-whole-events': {
    title: 'Event split over two chunks is lost',
    caught: by('errors-equal-wire', 'single-call/stream'),
    modelledOn: ['B199'],
    pieces: (piece) => {
      const events = piece.split('\n\n').slice(0, -1).filter(isWhole);
      return events.map((event) => `${event}\n\n`).join('');
    },
  },
  'wants-a-space-behind-the-colon': {
    title: 'SSE field without a space is lost',
    caught: by('errors-equal-wire', 'function-calling/fault-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^data:(?=\S)/gm, 'none:'),
  },
  'forgets-the-time-to-wait': {
    title: 'Error lacks retryAfter',
    caught: by('errors-equal-wire', 'rate-limited'),
    responseHeaders: drop('retry-after', 'retry-after-ms'),
  },
  'forgets-what-the-request-is-called': {
    title: 'Error lacks the request id',
    caught: by('errors-equal-wire', 'rate-limited/complete', 'schema-refused/stream'),
    responseHeaders: drop('x-request-id'),
  },
  'asks-again-in-vain': {
    title: 'Invalid request is sent again',
    caught: by('retries-bounded', 'function-calling/fault-retried/complete'),
    client: askingAgain(1, (error) => error instanceof ProviderError && error.status === 400),
  },
});
