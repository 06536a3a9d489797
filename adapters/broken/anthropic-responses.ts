/** Over the reference adapter of the Messages API: defects in how answers are read and told, whole and streamed. */
import type { JsonObject } from '../../files/canonical-json.ts';
import {
  type ChatResponseUpdate,
  type Content,
  type FunctionCallContent,
  WireError,
} from '../../spec/contract/index.ts';
import { broken, by, type Defect, listOf } from './broken-adapter.ts';
import { append, change, copy, drop, first, meets, merge, replace, set, until } from './operations.ts';
import type { ReadEvent } from './wire.ts';

/** Blocks of an answer, whole or streamed, that are not seen. */
const unseen = (conditions: string): Pick<Defect, 'body' | 'events'> => ({
  body: drop(`content[${conditions}]`),
  events: change('', (events: readonly ReadEvent[]) => {
    const open = new Set<unknown>();
    return events.filter(({ data }) => {
      const { type, index, content_block: block } = data as JsonObject;
      if (type === 'content_block_start' && meets(conditions)(block)) open.add(index);
      if (!open.has(index)) return true;
      if (type === 'content_block_stop') open.delete(index);
      return false;
    });
  }),
});

/** A pause in a body, and in the event that ends a stream. */
const paused = ['[stop_reason=pause_turn]', 'delta[stop_reason=pause_turn]'];

const isCall = meets('type=function-call');

const knownEvents =
  /^(message_start|message_delta|message_stop|content_block_start|content_block_delta|content_block_stop|ping|error)$/;
const knownTools =
  'web_search*|web_fetch*|code_execution*|bash_code_execution*|text_editor_code_execution*|web-search*|web-fetch*|code-interpreter*|mcp*';

export const brokenAnthropicResponses = broken('anthropic', {
  // Texts and reasoning
  'loses-characters-beyond-latin-1': {
    title: 'Text is decoded as Latin-1',
    caught: by('text-equals-wire', 'single-call'),
    returned: change('[type=text].text', (text: string) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  'loses-short-pieces': {
    title: 'Short text deltas are lost',
    caught: by('text-equals-wire', 'single-call/stream', 'parallel-calls/stream'),
    update: replace('contents[type=text]', (content: { readonly text: string }) =>
      content.text.length < 12 ? [] : [content],
    ),
  },
  'drops-the-words-a-block-begins-with': {
    title: 'Text in content_block_start is lost',
    caught: by('text-equals-wire', 'streamed-in-other-pieces/stream'),
    events: set('[data.type=content_block_start].data.content_block[type=text]', {
      type: 'text',
      text: '',
      citations: null,
    }),
  },
  'takes-an-unknown-block-for-text': {
    title: 'Unknown content block is shown as text',
    caught: by('text-equals-wire', 'function-calling/fault-unknown-parts/complete'),
    body: change('content[type=added_later]', (block) => ({ type: 'text', text: JSON.stringify(block) })),
  },
  'decodes-each-piece-alone': {
    title: 'Character split over two chunks becomes U+FFFD',
    caught: by('text-equals-wire', 'cited-answer/stream'),
    modelledOn: ['B196', 'B197'],
    pieces: (piece) => piece,
  },
  'tells-empty-texts': {
    title: 'Empty text is appended to each message',
    caught: by('contents-say-something', 'no-arguments'),
    returned: append('', { type: 'text', text: '' }),
  },
  'text-after-calls': {
    title: 'Streamed text is held back behind the calls',
    caught: by('stream-equals-complete', 'parallel-calls/stream'),
    async *stream(updates) {
      const heldBack: ChatResponseUpdate[] = [];
      for await (const update of updates) {
        if (update.contents.some((c) => c.type === 'text')) heldBack.push(update);
        else yield update;
      }
      yield* heldBack;
    },
  },
  'holds-words-back-until-the-end': {
    title: 'Updates are buffered until the stream ends',
    caught: by('partial-answers-kept', 'function-calling/fault-torn/stream'),
    async *stream(updates) {
      yield* await listOf(updates);
    },
  },
  'drops-redacted-reasoning': {
    title: 'Redacted reasoning is dropped as empty',
    caught: by('reasoning-equals-wire', 'reasoning-across-turn/complete'),
    response: drop('messages[].contents[type=reasoning,text=]'),
  },

  // Calls of functions
  'gives-new-call-ids': {
    title: 'Calls get ids of the adapter',
    caught: by('calls-equal-wire', 'single-call/complete', 'parallel-calls/stream'),
    returned: change('[type=function-call]', (call: Content, i) => ({ ...call, callId: `call_${i}` })),
  },
  'drops-second-parallel-call': {
    title: 'Only the first of several streamed calls is returned',
    caught: by('calls-equal-wire', 'parallel-calls/stream'),
    async *stream(updates) {
      let isSeen = false;
      for await (const update of updates) {
        yield { ...update, contents: update.contents.filter((c) => !isCall(c) || !isSeen) };
        isSeen ||= update.contents.some(isCall);
      }
    },
  },
  'parses-every-fragment-alone': {
    title: 'Each arguments delta is parsed alone',
    caught: by('calls-equal-wire', 'single-call/stream', 'parallel-calls/stream'),
    modelledOn: ['B017'],
    events: replace('[data.delta.type=input_json_delta]', (event: { readonly data: { readonly delta: JsonObject } }) =>
      isJson(String(event.data.delta.partial_json)) ? [event] : [],
    ),
  },
  'streams-calls-without-arguments': {
    title: 'Streamed calls have no arguments',
    caught: by('calls-equal-wire', 'single-call/stream', 'search-then-call/stream'),
    modelledOn: ['B019'],
    events: drop('[data.delta.type=input_json_delta]'),
  },
  'adds-blank-calls': {
    title: 'Each streamed call is followed by an empty call',
    caught: by('calls-equal-wire', 'single-call/stream', 'parallel-calls/stream'),
    modelledOn: ['B046'],
    update: replace('', (update: ChatResponseUpdate) => {
      const blank = { ...update, contents: [{ type: 'function-call', callId: '', name: '', arguments: {} }] };
      return update.contents.some(isCall) ? [update, blank] : [update];
    }),
  },
  'quotes-what-was-written': {
    title: 'Invalid arguments text is JSON-encoded again',
    caught: by('calls-equal-wire', 'arguments-broken-off/stream'),
    returned: change('[type=function-call].argumentsText', (text) => JSON.stringify(text)),
  },
  'takes-null-for-a-value': {
    title: 'Call with a null toolset is dropped',
    caught: by('calls-equal-wire', 'function-calling/fault-nulls/complete'),
    body: drop('content[type=tool_use,toolset_name=null]'),
  },
  'forgets-the-name-of-an-event-between-pieces': {
    title: 'Event name at a chunk’s end is lost',
    caught: by('calls-equal-wire', 'single-call/stream'),
    modelledOn: ['B020'],
    pieces: (piece) => piece.replace(/(^|\n)event: [^\n]*\n$/, '$1'),
  },
  'returns-arguments-as-text': {
    title: 'Arguments are returned as JSON text',
    caught: by('contract-shape', 'single-call/complete', 'no-arguments/stream'),
    returned: change('[type=function-call].arguments', (value) => JSON.stringify(value)),
  },
  'wraps-arguments': {
    title: 'Arguments are wrapped in a member "input"',
    caught: by('arguments-fit-schema', 'single-call'),
    returned: change('[type=function-call].arguments', (input) => ({ input })),
  },
  'fails-on-empty-arguments': {
    title: 'Empty streamed arguments throw a SyntaxError',
    caught: by('typed-errors-only', 'no-arguments/stream'),
    modelledOn: ['B016'],
    update: change('contents[type=function-call]', (call: FunctionCallContent) => {
      if (Object.keys(call.arguments ?? {}).length === 0) JSON.parse('');
      return call;
    }),
  },
  'gathers-arguments-in-one-object': {
    title: 'Arguments are merged recursively, polluting prototypes',
    caught: by('prototypes-untouched', 'function-calling/fault-mutated/complete'),
    returned: change('', (contents: readonly Content[]) => {
      const gathered = {};
      for (const content of contents) if (content.type === 'function-call') mergeInto(gathered, content.arguments);
      return contents;
    }),
  },

  // Actions
  'drops-the-second-action': {
    title: 'Only the first of several actions is returned',
    caught: by('action-calls-equal-wire', 'every-action/complete', 'every-command/complete'),
    response: first('messages[].contents[type=action-call]'),
  },
  'forgets-keys-held-down': {
    title: 'Modifier keys of a click are not returned',
    caught: by('action-calls-equal-wire', 'every-action'),
    returned: drop('[type=action-call].actions[type=left_click].text'),
  },

  // Hosted tools, citations and files
  'calls-every-tool-a-search': {
    title: 'Every hosted tool call is reported as web search',
    caught: by('hosted-tools-equal-wire', 'computes-and-explains/complete', 'called-on-trust/stream'),
    returned: set('[type=hosted-tool-call].tool', 'web-search'),
  },
  'drops-standard-error': {
    title: 'Only the first text of hosted output is returned',
    caught: by('hosted-tools-equal-wire', 'reads-and-makes-files'),
    returned: replace('[type=hosted-tool-result].outputs[type=text]', (output, i) => (i === 0 ? [output] : [])),
  },
  'drops-unknown-hosted-results': {
    title: 'Results of unknown hosted tools are dropped',
    caught: by('hosted-tools-equal-wire', 'raw-web-fetch'),
    returned: drop('[type=hosted-tool-result,tool!=web-search]'),
  },
  'drops-tools-that-are-new': {
    title: 'Calls and results of newer hosted tools are dropped',
    caught: by('hosted-tools-equal-wire', 'web-search/fault-unknown-tools'),
    returned: drop(`[type=hosted-tool*,tool!=${knownTools}]`),
  },
  'looks-for-code-among-functions': {
    title: 'Server tool calls are not found',
    caught: by('hosted-tools-equal-wire', 'computes-and-explains'),
    modelledOn: ['B025'],
    ...unseen('type=server_tool_use|mcp_tool_use'),
  },
  'knows-the-oldest-code-results-alone': {
    title: 'Newer code execution result types are skipped',
    caught: by('hosted-tools-equal-wire', 'computes-and-explains/complete', 'reads-and-makes-files/stream'),
    modelledOn: ['B026'],
    ...unseen('type=bash_code_execution_tool_result|text_editor_code_execution_tool_result'),
  },
  'gives-the-server-for-its-tool': {
    title: 'MCP call is reported with the server’s name',
    caught: by('hosted-tools-equal-wire', 'called-on-trust/complete', 'opened-by-a-token/stream'),
    returned: copy('[type=hosted-tool-call].serverName', 'name'),
  },
  'drops-citations': {
    title: 'Annotations of a text are not returned',
    caught: by('citations-equal-wire', 'cited-answer/complete', 'domains-and-location/stream'),
    returned: change('[type=text]', ({ type, text }: { readonly type: string; readonly text: string }) => ({
      type,
      text,
    })),
  },
  'cites-at-the-beginning': {
    title: 'All citations have span 0 to 0',
    caught: by('citation-spans-equal-wire', 'cited-answer'),
    modelledOn: ['B038'],
    returned: merge('[type=text].annotations[]', { startIndex: 0, endIndex: 0 }),
  },
  'drops-files': {
    title: 'Files in hosted output are not returned',
    caught: by('files-equal-wire', 'raw-code-execution'),
    returned: drop('[type=hosted-tool-result].outputs[type=hosted-file]'),
  },

  // Ends, usage and names
  'always-says-stop': {
    title: 'Finish reason is always "stop"',
    caught: by('finish-reason-equals-wire', 'single-call', 'choice-required/stream'),
    response: set('finishReason', 'stop'),
    update: set('[finishReason].finishReason', 'stop'),
  },
  'takes-a-pause-for-the-end': {
    title: 'Finish reason "pause_turn" is reported as "stop"',
    caught: by('finish-reason-equals-wire', 'paused-turn'),
    modelledOn: ['B007'],
    read: set(
      paused.map((path) => `${path}.stop_reason`),
      'end_turn',
    ),
  },
  'knows-one-limit-of-two': {
    title: 'Context window exceeded is reported as a natural end',
    caught: by('finish-reason-equals-wire', 'why-it-ended'),
    read: set(
      [
        '[stop_reason=model_context_window_exceeded].stop_reason',
        'delta[stop_reason=model_context_window_exceeded].stop_reason',
      ],
      'end_turn',
    ),
  },
  'keeps-why-it-refused': {
    title: 'Explanation of a refusal is not returned',
    caught: by('finish-reason-equals-wire', 'why-it-ended'),
    returned: drop('[type=error]'),
  },
  'fails-without-a-word': {
    title: 'Error content of a refusal has no message',
    caught: by('contract-shape', 'why-it-ended'),
    returned: set('[type=error].message', ''),
  },
  'answers-as-the-user': {
    title: 'Model message is returned with role "user"',
    caught: by('contract-shape', 'single-call/complete', 'cited-answer/complete'),
    response: set('messages[].role', 'user'),
  },
  'goes-on-for-calls-alone': {
    title: 'Paused turn is not continued',
    caught: by('requests-expected', 'paused-turn'),
    modelledOn: ['B008'],
    read: set(
      paused.map((path) => `${path}.stop_reason`),
      'paused',
    ),
    told: set('[finishReason=paused].finishReason', 'pause_turn'),
  },
  'pays-for-the-last-leg-alone': {
    title: 'Usage before a pause is not counted',
    caught: by('usage-equals-wire', 'paused-turn'),
    modelledOn: ['B010'],
    read: set(['[stop_reason=pause_turn].usage', '[delta.stop_reason=pause_turn].usage'], {
      input_tokens: 0,
      output_tokens: 0,
    }),
  },
  'streams-two-counts-of-four': {
    title: 'Streamed usage lacks cached and reasoning tokens',
    caught: by('usage-equals-wire', 'single-call/stream', 'reasoning-across-turn/stream'),
    modelledOn: ['B011'],
    update: drop('usage.cachedInputTokens|reasoningTokens'),
  },
  'counts-all-input-as-cached': {
    title: 'All input tokens are reported as cached',
    caught: by('usage-equals-wire', 'single-call/complete', 'choice-none/stream'),
    told: copy('usage.inputTokens', 'cachedInputTokens'),
  },
  'leaves-cached-tokens-out': {
    title: 'Cached tokens are not counted as input',
    caught: by('usage-equals-wire', 'single-call'),
    told: change('usage', (usage: { readonly inputTokens?: number; readonly cachedInputTokens?: number }) => ({
      ...usage,
      inputTokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0),
    })),
  },
  'loses-the-response-id': {
    title: 'Response id is not returned',
    caught: by('ids-told', 'single-call'),
    told: drop('responseId'),
  },
  'calls-a-stream-by-another-name': {
    title: 'Updates carry an invented response id until the last',
    caught: by('ids-equal-wire', 'single-call/stream'),
    async *stream(updates) {
      let held: ChatResponseUpdate | undefined;
      let id: string | undefined;
      for await (const update of updates) {
        if (held) yield { ...held, responseId: 'stream-1' };
        id = update.responseId ?? id;
        held = update;
      }
      if (held) yield id === undefined ? held : { ...held, responseId: id };
    },
  },

  // What is new, in other pieces, or framed in another way
  'takes-what-arrives-for-one-event': {
    title: 'Only the first event of a chunk is read',
    caught: by('errors-equal-wire', 'single-call/stream', 'cited-answer/stream'),
    modelledOn: ['B020'],
    // A recording arrives at once.
    events: first('[]'),
  },
  'ends-at-an-unknown-event': {
    title: 'Unknown event ends the stream',
    caught: by('errors-equal-wire', 'function-calling/fault-unknown-events/stream'),
    events: until('', ({ event = '' }: ReadEvent) => !knownEvents.test(event)),
  },
  'finds-blocks-by-their-place': {
    title: 'Deltas of an unknown block join the previous',
    caught: by('errors-equal-wire', 'function-calling/fault-unknown-parts/stream'),
    events: change('', (events) => {
      let unknown = 0;
      const shift = replace('[]', (event: ReadEvent) => {
        const data = event.data as JsonObject;
        if (meets('content_block.type=added_later')(data)) {
          unknown += 1;
          return [];
        }
        if (typeof data.index !== 'number' || unknown === 0) return [event];
        const isAdded = meets('delta.type=added_later_delta')(data);
        const delta = isAdded ? { delta: { type: 'text_delta', text: '?' } } : {};
        return [{ ...event, data: { ...data, index: Math.max(0, data.index - unknown), ...delta } }];
      });
      return shift(events)[0];
    }),
  },
  'refuses-what-is-new': {
    title: 'Response with an unknown member is rejected',
    caught: by('errors-equal-wire', 'function-calling/fault-unknown-members/complete'),
    response: change('rawRepresentation', (raw) => {
      if (!JSON.stringify(raw).includes('added_later')) return raw;
      throw new WireError('the answer has a member that is not in the schema');
    }),
  },
  'knows-one-line-end-only': {
    title: 'CRLF line ends are not understood',
    caught: by('errors-equal-wire', 'function-calling/fault-framing/stream'),
    pieces: (piece) => piece.replaceAll('\r', 'x'),
  },
  'takes-a-comment-for-data': {
    title: 'SSE comment is read as data',
    caught: by('errors-equal-wire', 'function-calling/fault-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^: (?=ping)/gm, 'data: '),
  },
  'wants-the-name-before-the-data': {
    title: 'Event name after the data is ignored',
    caught: by('errors-equal-wire', 'function-calling/fault-framing/stream'),
    pieces: (piece) => piece.replaceAll(/(^data: .*\n)event: .*$/gm, '$1'),
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As many do it who have not heard of `__proto__`. */
function mergeInto(target: Record<string, unknown>, from: unknown): void {
  for (const [name, value] of Object.entries(from ?? {})) {
    const there = target[name];
    if (typeof there === 'object' && there !== null) mergeInto(there as Record<string, unknown>, value);
    else target[name] = value;
  }
}
