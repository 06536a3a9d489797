/** Defects of an adapter of OpenAI Chat Completions. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatClient,
  type Content,
  type FunctionCallContent,
  ProviderError,
  type Tool,
} from '../../../spec/contract/index.ts';
import { askingAgain } from '../../broken/asking-again.ts';
import { broken, by, bySettings } from '../../broken/broken-adapter.ts';
import { all, change, copy, drop, first, isObject, meets, move, replace, set, until } from '../../broken/operations.ts';
import type { ReadEvent } from '../../broken/wire.ts';

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
  'renames-attached-document': {
    title: 'Attached document has another name',
    caught: by('sends-attachments', 'input-image-and-document'),
    sent: set('messages[].content[].file[filename].filename', 'attachment.pdf'),
  },
  'drops-functions-beside-format': {
    title: 'Functions are dropped beside a response format',
    caught: by('sends-tools', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('[response_format].tools'),
  },
  'sets-missing-types': {
    title: 'Properties without a type become strings',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: change('tools[].function.parameters.**[description,!type]', (schema: JsonObject) => ({
      ...schema,
      type: 'string',
    })),
  },
  // Requests
  'sends-choice-without-tools': {
    title: 'Tool choice is sent without tools',
    caught: by('request-provider-rules', 'tool-choice-auto-no-tools'),
    phase: 'request',
    sent: set('[!tools].tool_choice', 'auto'),
  },
  'sends-temperature-with-effort': {
    title: 'Temperature is sent with an effort of reasoning',
    caught: by('request-provider-rules', 'reasoning-budget-unsupported'),
    phase: 'request',
    sent: set('[reasoning_effort=*].temperature', 0.2),
  },
  'sends-effort-with-functions': {
    title: 'Effort of reasoning is sent beside functions',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('reasoning_effort', 'low'),
  },
  'nulls-assistant-text': {
    title: 'Text of the assistant goes back as null',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: set('messages[role=assistant,!tool_calls].content', null),
  },
  'searches-with-any-model': {
    title: 'Web search is requested of every model',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('web_search_options', {}),
  },
  'sends-sampling-with-effort': {
    title: 'top_p is sent with an effort of reasoning',
    caught: by('request-provider-rules', 'reasoning-budget-unsupported'),
    phase: 'request',
    sent: set('[reasoning_effort=*].top_p', 0.9),
  },
  'leaks-library-options': {
    title: 'Library option is sent as a request member',
    caught: by('request-schema', 'call-single'),
    phase: 'request',
    sent: set('max_steps', 8),
  },
  'leaks-function-flags': {
    title: 'Library flag is sent with function declarations',
    caught: by('request-known-members', 'call-single/complete', 'call-parallel/stream'),
    phase: 'request',
    sent: set('tools[].function.requires_confirmation', false),
  },
  'omits-schema-of-strict-function': {
    title: 'Strict function without parameters is declared without schema',
    caught: by('request-provider-rules', 'schema-strict-no-parameters'),
    from: ['B139'],
    sent: replace('tools[].function.parameters', (parameters: { readonly properties?: object }) =>
      Object.keys(parameters.properties ?? { any: 1 }).length === 0 ? [] : [parameters],
    ),
  },
  'drops-tool-choice-type-on-chat': {
    title: 'Tool choice lacks its type',
    caught: by('request-provider-rules', 'tool-choice-function'),
    sent: drop('tool_choice.type'),
  },
  'mistypes-custom-tool-choice': {
    title: 'Custom tool is required as a function',
    caught: by('request-provider-rules', 'tool-choice-custom'),
    sent: change('tool_choice[custom]', ({ custom }: JsonObject) => ({ type: 'function', function: custom })),
  },
  'sends-stream-options-without-stream': {
    title: 'Stream options are sent without streaming',
    caught: by('request-provider-rules', 'call-single/complete'),
    sent: set('stream_options', { include_usage: true }),
  },
  'omits-usage-switch': {
    title: 'Usage is not requested when streaming',
    caught: by('request-requirements', 'call-single/stream'),
    sent: drop('stream_options'),
  },
  'sends-parallel-calls-without-tools': {
    title: 'parallel_tool_calls is sent without tools',
    caught: by('request-provider-rules', 'raw-member-metadata'),
    sent: set('[!parallel_tool_calls].parallel_tool_calls', true),
  },
  'sends-empty-tool-declaration': {
    title: 'Unsupported tool is declared as an empty object',
    caught: by('rejects-before-sending', 'reject-unsupported-tool'),
    from: ['B209'],
    options: set('tools[type!=function|raw]', { type: 'raw', providerApi: 'openai-chat', declaration: {} }),
  },
  'drops-inexpressible-content': {
    title: 'Inexpressible content is left out silently',
    caught: by('rejects-before-sending', 'reject-action-result'),
    messages: drop('[].contents[type=action-result]'),
  },
  'mistakes-rejection-for-provider-error': {
    title: 'Inexpressible content is rejected as a provider error',
    caught: by('rejects-before-sending', 'reject-action-result/complete'),
    fails: (error) => Object.assign(error, { status: 400, retryable: true }),
  },

  // History, results and attachments
  'mistypes-image-parts': {
    title: 'Image part has the type of another API',
    caught: by('request-provider-rules', 'input-image-and-document'),
    phase: 'request',
    sent: set('messages[].content[type=image_url].type', 'image'),
  },
  'sends-null-result': {
    title: 'Function without a result answers null',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: set('messages[role=tool].content', null),
  },
  'sends-screenshot-in-result': {
    title: 'Image is sent within a tool result',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('messages[role=tool].content', (text) => [
      { type: 'text', text },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    ]),
  },
  'drops-refusals-from-history': {
    title: 'Refusal is not sent back',
    caught: by('sends-history', 'refusal-basic'),
    sent: change('messages[refusal=*]', ({ refusal: _, content, ...message }: JsonObject) => ({
      ...message,
      content: content ?? '',
    })),
  },
  'sends-empty-argument-text': {
    title: 'Call without arguments goes back with empty text',
    caught: by('request-provider-rules', 'call-no-arguments', 'schema-strict-no-parameters/complete'),
    from: ['B131'],
    sent: change(
      'messages[tool_calls=*]',
      ({ content: _, ...message }: JsonObject) => set('tool_calls[].function[arguments={}].arguments', '')(message)[0],
    ),
  },
  'drops-call-type': {
    title: 'Calls go back without their type',
    caught: by('request-provider-rules', 'call-parallel/stream', 'call-single/stream'),
    sent: drop('messages[].tool_calls[].type'),
  },
  'drops-call-extras': {
    title: 'Calls keep only id, type and function',
    caught: by('sends-opaque-state', 'stream-calls-late-members/stream'),
    from: ['B161'],
    sent: change('messages[].tool_calls[function]', ({ id = '', type = '', function: called = {} }: JsonObject) => ({
      id,
      type,
      function: called,
    })),
  },
  'mistypes-custom-calls-as-functions': {
    title: 'Custom tool call goes back as a function call',
    caught: by('sends-opaque-state', 'call-grammar'),
    sent: change('messages[].tool_calls[custom]', ({ custom, ...call }: JsonObject) => {
      const { name = '', input = '' } = custom as JsonObject;
      return { ...call, type: 'function', function: { name, arguments: input } };
    }),
  },
  'mistypes-legacy-calls-as-tool-calls': {
    title: 'function_call goes back as tool_calls',
    caught: by('sends-opaque-state', 'raw-member-legacy-functions'),
    sent: change('messages[]', ({ function_call: call, ...message }: JsonObject) => {
      const { role, name = '', content = '' } = message;
      if (role === 'function') return { role: 'tool', tool_call_id: name, content };
      if (!isObject(call)) return message;
      return { ...message, tool_calls: [{ id: call.name ?? '', type: 'function', function: call }] };
    }),
  },
  'mistypes-result-parts': {
    title: 'Function result is sent as "output_text"',
    caught: by('request-provider-rules', 'call-single'),
    sent: change('messages[role=tool].content', (text) => [{ type: 'output_text', text }]),
  },
  'reorders-user-before-results': {
    title: 'User message is put between call and result',
    caught: by('request-provider-rules', 'history-user-after-result'),
    sent: change('messages', (messages: readonly JsonObject[]) => {
      const result = messages.findIndex(meets('role=tool'));
      const next = messages[result + 1];
      if (next?.role !== 'user') return messages;
      return [...messages.slice(0, result), next, messages[result], ...messages.slice(result + 2)];
    }),
  },
  'mistypes-result-images-as-text': {
    title: 'Image of a function result is sent as text',
    caught: by('rejects-before-sending', 'reject-result-image'),
    from: ['B134'],
    messages: move('[].contents[outputs].outputs', 'result'),
  },
  'drops-failure-mark': {
    title: 'Error of a function is sent like its result',
    caught: by('sends-failures-marked', 'result-error'),
    from: ['B208'],
    messages: change(
      '[].contents[type=function-result,error=*]',
      ({ type, callId, error }: { type: string; callId: string; error: string }) => ({ type, callId, result: error }),
    ),
  },
  'drops-failure-text': {
    title: 'Failed function is sent as an empty result',
    caught: by('sends-function-results', 'result-error'),
    messages: change(
      '[].contents[type=function-result,error=*]',
      ({ type, callId }: { type: string; callId: string }) => ({
        type,
        callId,
        result: '',
      }),
    ),
  },
  'mistypes-images-as-files': {
    title: 'Image bytes are sent as a file part',
    caught: by('request-provider-rules', 'input-audio-formats/complete', 'input-image-and-document/stream'),
    sent: change('messages[].content[image_url.url=data:*]', ({ image_url }: { image_url: { url: string } }) => ({
      type: 'file',
      file: { filename: 'file', file_data: image_url.url },
    })),
  },
  'sends-first-audio-only': {
    title: 'Only the first of several audio files is sent',
    caught: by('sends-attachments', 'input-audio-formats'),
    sent: first('messages[].content[type=input_audio]'),
  },

  // Calls in answers
  'joins-calls-of-one-index': {
    title: 'Two streamed calls with one index become one',
    caught: by('returns-function-calls', 'stream-calls-share-index/stream'),
    phase: 'stream',
    read: drop('choices[].delta.tool_calls[id=call_idxKr2].id'),
  },
  'wraps-invalid-arguments': {
    title: 'Invalid arguments are returned as { raw }',
    caught: by('returns-function-calls', 'arguments-invalid-json-replayed', 'call-truncated/stream'),
    from: ['B130'],
    returned: change(
      '[type=function-call,argumentsText=*]',
      ({ argumentsText: raw, ...call }: FunctionCallContent) => ({ ...call, arguments: { raw } }),
    ),
  },
  'drops-undeclared-calls': {
    title: 'Call of an undeclared function is dropped',
    caught: by('returns-function-calls', 'call-undeclared-function'),
    from: ['B136'],
    client: (client, [, options]) =>
      withoutUndeclared(
        client,
        (options?.tools ?? []).flatMap((t: Tool) => (t.type === 'function' ? [t.name] : [])),
      ),
  },
  'decodes-argument-chunks-separately': {
    title: 'Character split over two argument chunks becomes U+FFFD',
    caught: by('returns-function-calls', 'call-parallel/stream'),
    from: ['B196'],
    pieces: (piece) => piece,
  },
  'overwrites-argument-deltas': {
    title: 'Each arguments delta replaces the previous one',
    caught: by('returns-function-calls', 'call-single/stream', 'call-parallel/stream'),
    from: ['B122'],
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
  'mistakes-missing-index-for-zero': {
    title: 'Call delta without an index goes to call 0',
    caught: by('returns-function-calls', 'stream-calls-interleaved/stream'),
    from: ['B125'],
    // It joins by index alone: what a piece says of another call is lost.
    events: inPieces(() => {
      let first: unknown;
      return (piece) => {
        if (piece.index !== undefined) return piece;
        first ??= piece.id;
        const { arguments: text } = piece.function as JsonObject;
        return piece.id === first ? { ...piece, index: 0 } : { index: 0, function: { arguments: text } };
      };
    }),
  },
  'hardcodes-call-index-zero': {
    title: 'All calls get index 0',
    caught: by('returns-function-calls', 'call-parallel/stream'),
    from: ['B133'],
    events: set(`${pieces}.index`, 0),
  },
  'appends-arguments-to-last-id': {
    title: 'Delta without an id goes to the previous call',
    caught: by('returns-function-calls', 'call-parallel/stream', 'stream-calls-interleaved/stream'),
    from: ['B127'],
    events: inPieces(() => {
      let named: unknown;
      return (piece) => {
        if (piece.id) named = piece.index;
        return piece.id || named === undefined ? piece : { ...piece, index: named };
      };
    }),
  },
  'appends-arguments-to-last-call': {
    title: 'Arguments go to the last begun call',
    caught: by('returns-function-calls', 'function-calling/fault-empty-events/stream'),
    events: inPieces(() => {
      let begun: JsonObject = {};
      return (piece) => {
        if (piece.index === undefined) return piece;
        if (piece.id !== undefined) begun = { index: piece.index };
        return { ...piece, ...begun };
      };
    }),
  },
  'stops-at-empty-argument-delta': {
    title: 'Arguments after an empty delta are lost',
    caught: by('returns-function-calls', 'function-calling/fault-empty-events/stream'),
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
    caught: by('returns-text', 'refusal-basic/stream'),
    events: drop('[].data.choices[].delta.refusal'),
  },
  'merges-choices': {
    title: 'Texts of several choices are mixed',
    caught: by('returns-text', 'raw-member-two-choices/stream'),
    events: set('[].data.choices[].index', 0),
  },
  'mistakes-address-for-citation-title': {
    title: 'Citation has the address of its source as title',
    caught: by('returns-citation-spans', 'search-built-in-citations'),
    returned: all(drop('[type=text].annotations[].title'), copy('[type=text].annotations[].url', 'title')),
  },
  'drops-streamed-citations': {
    title: 'Streamed citations are not read',
    caught: by('returns-citations', 'search-built-in-citations/stream'),
    from: ['B121'],
    events: drop('[].data.choices[].delta.annotations'),
  },
  'mistakes-refusal-for-stop': {
    title: 'Finish reason "content_filter" is reported as "stop"',
    caught: by('returns-finish-reason', 'refusal-basic'),
    told: set('[finishReason=content_filter].finishReason', 'stop'),
  },
  'drops-usage-of-tool-steps': {
    title: 'Usage of a step with calls is dropped',
    caught: by('returns-usage', 'call-single/stream', 'call-parallel/complete'),
    from: ['B137'],
    told: drop('[finishReason=tool_calls].usage'),
  },
  'drops-cached-token-count': {
    title: 'Cached tokens are not returned',
    caught: by('returns-usage', 'call-parallel'),
    told: drop('usage.cachedInputTokens'),
  },
  'mistakes-requested-model-for-actual': {
    title: 'Requested model is returned instead of the actual one',
    caught: by('returns-ids-unchanged', 'call-single'),
    ...bySettings(({ model }) => ({ told: set('modelId', model) })),
  },

  // Errors, and streams that end early
  'ignores-error-with-status-200': {
    title: 'Error body with status 200 becomes an empty response',
    caught: by('returns-provider-errors', 'error-status-200-rate-limit/complete'),
    body: set('[error]', { choices: [{ index: 0, message: { content: '' }, finish_reason: 'stop' }] }),
  },
  'mistakes-truncated-chat-stream-for-complete': {
    title: 'Interrupted stream ends like a complete one',
    caught: by('returns-provider-errors', 'stream-truncated/stream'),
    events: change('', (events: readonly ReadEvent[]) =>
      events.some(({ data }) => data === '[DONE]')
        ? events
        : [...events, { data: { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] } }],
    ),
  },
  'crashes-on-blank-call-type': {
    title: 'Call delta with an empty type ends the stream',
    caught: by('returns-provider-errors', 'stream-calls-interleaved/stream'),
    from: ['B124'],
    events: until('', ({ data }: ReadEvent) => JSON.stringify(data).includes('"type":""')),
  },
  'stops-at-chunk-without-choices': {
    title: 'Chunk without choices ends the stream',
    caught: by('returns-provider-errors', 'function-calling/fault-empty-events/stream'),
    events: until(
      '',
      ({ data }: ReadEvent) => isObject(data) && Array.isArray(data.choices) && data.choices.length === 0,
    ),
  },
  'drops-split-events': {
    title: 'Event split over two chunks is lost',
    caught: by('returns-provider-errors', 'call-single/stream'),
    from: ['B199'],
    pieces: (piece) => {
      const events = piece.split('\n\n').slice(0, -1).filter(isWhole);
      return events.map((event) => `${event}\n\n`).join('');
    },
  },
  'requires-space-after-colon': {
    title: 'SSE field without a space is lost',
    caught: by('returns-provider-errors', 'function-calling/fault-stream-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^data:(?=\S)/gm, 'none:'),
  },
  'drops-retry-after-on-chat': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-rate-limit'),
    responseHeaders: drop('retry-after', 'retry-after-ms'),
  },
  'drops-request-id-on-chat': {
    title: 'Error lacks the request id',
    caught: by('returns-provider-errors', 'error-rate-limit/complete', 'error-schema-invalid/stream'),
    responseHeaders: drop('x-request-id'),
  },
  'retries-invalid-request': {
    title: 'Invalid request is sent again',
    caught: by('request-retries', 'function-calling/fault-retries/complete'),
    client: askingAgain(1, (error) => error instanceof ProviderError && error.status === 400),
  },
  'declares-tools-of-first-turn': {
    title: 'Later turns declare the tools of the first',
    caught: by('sends-tools', 'tools-added'),
    phase: 'multi-turn',
    sent: (body) => [
      isObject(body) && Array.isArray(body.tools) && Array.isArray(body.messages) && body.messages.length > 1
        ? { ...body, tools: body.tools.slice(0, 1) }
        : body,
    ],
  },
});
