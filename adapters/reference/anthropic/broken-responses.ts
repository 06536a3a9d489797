/** Defects in how answers are read and returned, complete and streamed. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponseUpdate,
  type Content,
  type FunctionCallContent,
  type TextContent,
  WireError,
} from '../../../spec/contract/index.ts';
import { broken, by, type Defect, listOf } from '../../broken/broken-adapter.ts';
import { append, change, copy, drop, first, meets, merge, replace, set, until } from '../../broken/operations.ts';
import type { ReadEvent } from '../../broken/wire.ts';

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
  'sends-blank-text': {
    title: 'Text of white space is sent',
    caught: by('request-provider-rules', 'history-foreign'),
    sent: replace('messages[].content[id=call13579]', (call) => [{ type: 'text', text: ' \n' }, call]),
  },
  'sends-legacy-computer-tool': {
    title: 'Earlier computer tool is sent to Claude 5.5',
    caught: by('request-provider-rules', 'action-basic'),
    phase: 'request',
    sent: change('tools[type=computer_toolset_20260801]', () => ({
      type: 'computer_20251124',
      name: 'computer',
      display_width_px: 1024,
      display_height_px: 768,
    })),
  },
  // Texts and reasoning
  'decodes-text-as-latin-1': {
    title: 'Text is decoded as Latin-1',
    caught: by('returns-text', 'call-single'),
    returned: change('[type=text].text', (text: string) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  'drops-short-text-deltas': {
    title: 'Short text deltas are lost',
    caught: by('returns-text', 'call-single/stream', 'call-parallel/stream'),
    update: replace('contents[type=text]', (content: { readonly text: string }) =>
      content.text.length < 12 ? [] : [content],
    ),
  },
  'drops-text-of-block-start': {
    title: 'Text in content_block_start is lost',
    caught: by('returns-text', 'stream-blocks-irregular/stream'),
    events: set('[data.type=content_block_start].data.content_block[type=text]', {
      type: 'text',
      text: '',
      citations: null,
    }),
  },
  'mistakes-unknown-block-for-text': {
    title: 'Unknown content block is shown as text',
    caught: by('returns-text', 'function-calling/fault-unknown-parts/complete'),
    body: change('content[type=added_later]', (block) => ({ type: 'text', text: JSON.stringify(block) })),
  },
  'decodes-text-chunks-separately': {
    title: 'Character split over two chunks becomes U+FFFD',
    caught: by('returns-text', 'search-basic/stream'),
    from: ['B196', 'B197'],
    pieces: (piece) => piece,
  },
  'invents-empty-text': {
    title: 'Empty text is appended to each message',
    caught: by('no-empty-content', 'call-no-arguments'),
    returned: append('', { type: 'text', text: '' }),
  },
  'reorders-text-after-calls': {
    title: 'Streamed text is held back behind the calls',
    caught: by('stream-equals-complete', 'call-parallel/stream'),
    async *stream(updates) {
      const heldBack: ChatResponseUpdate[] = [];
      for await (const update of updates) {
        if (update.contents.some((c) => c.type === 'text')) heldBack.push(update);
        else yield update;
      }
      yield* heldBack;
    },
  },
  // What is told goes back
  'renames-cited-document-in-history': {
    title: 'Citations go back with another title',
    caught: by('sends-hosted-history', 'citation-function-results-and-documents'),
    sent: set('messages[].content[].citations[].document_title', 'Document 1'),
  },
  'delays-updates-until-complete': {
    title: 'Updates are buffered until the stream ends',
    caught: by('returns-partial-output', 'function-calling/fault-truncated/stream'),
    async *stream(updates) {
      yield* await listOf(updates);
    },
  },
  'drops-redacted-reasoning': {
    title: 'Redacted reasoning is dropped as empty',
    caught: by('returns-reasoning', 'reasoning-signed/complete'),
    response: drop('messages[].contents[type=reasoning,text=]'),
  },

  // Calls of functions
  'renames-call-ids': {
    title: 'Calls get ids of the adapter',
    caught: by('returns-function-calls', 'call-single/complete', 'call-parallel/stream'),
    returned: change('[type=function-call]', (call: Content, i) => ({ ...call, callId: `call_${i}` })),
  },
  'drops-second-parallel-call': {
    title: 'Only the first of several streamed calls is returned',
    caught: by('returns-function-calls', 'call-parallel/stream'),
    async *stream(updates) {
      let isSeen = false;
      for await (const update of updates) {
        yield { ...update, contents: update.contents.filter((c) => !isCall(c) || !isSeen) };
        isSeen ||= update.contents.some(isCall);
      }
    },
  },
  'parses-argument-deltas-separately': {
    title: 'Each arguments delta is parsed alone',
    caught: by('returns-function-calls', 'call-single/stream', 'call-parallel/stream'),
    from: ['B017'],
    events: replace('[data.delta.type=input_json_delta]', (event: { readonly data: { readonly delta: JsonObject } }) =>
      isJson(String(event.data.delta.partial_json)) ? [event] : [],
    ),
  },
  'drops-streamed-arguments': {
    title: 'Streamed calls have no arguments',
    caught: by('returns-function-calls', 'call-single/stream', 'search-with-function/stream'),
    from: ['B019'],
    events: drop('[data.delta.type=input_json_delta]'),
  },
  'invents-blank-streamed-calls': {
    title: 'Each streamed call is followed by an empty call',
    caught: by('returns-function-calls', 'call-single/stream', 'call-parallel/stream'),
    from: ['B046'],
    update: replace('', (update: ChatResponseUpdate) => {
      const blank = { ...update, contents: [{ type: 'function-call', callId: '', name: '', arguments: {} }] };
      return update.contents.some(isCall) ? [update, blank] : [update];
    }),
  },
  'double-encodes-invalid-arguments': {
    title: 'Invalid arguments text is JSON-encoded again',
    caught: by('returns-function-calls', 'arguments-invalid-or-truncated-replayed/stream'),
    returned: change('[type=function-call].argumentsText', (text) => JSON.stringify(text)),
  },
  'mistakes-null-for-value': {
    title: 'Call with a null toolset is dropped',
    caught: by('returns-function-calls', 'function-calling/fault-null-members/complete'),
    body: drop('content[type=tool_use,toolset_name=null]'),
  },
  'drops-event-name-at-split': {
    title: 'Event name at a chunk’s end is lost',
    caught: by('returns-function-calls', 'call-single/stream'),
    pieces: (piece) => piece.replace(/(^|\n)event: [^\n]*\n$/, '$1'),
  },
  'mistypes-arguments-as-text': {
    title: 'Arguments are returned as JSON text',
    caught: by('contract-shape', 'call-single/complete', 'call-no-arguments/stream'),
    returned: change('[type=function-call].arguments', (value) => JSON.stringify(value)),
  },
  'wraps-arguments': {
    title: 'Arguments are wrapped in a member "input"',
    caught: by('arguments-fit-schema', 'call-single'),
    returned: change('[type=function-call].arguments', (input) => ({ input })),
  },
  'crashes-on-empty-arguments': {
    title: 'Empty streamed arguments throw a SyntaxError',
    caught: by('error-types', 'call-no-arguments/stream'),
    from: ['B016'],
    update: change('contents[type=function-call]', (call: FunctionCallContent) => {
      if (Object.keys(call.arguments ?? {}).length === 0) JSON.parse('');
      return call;
    }),
  },
  'pollutes-prototype': {
    title: 'Arguments are merged recursively, polluting prototypes',
    caught: by('no-prototype-pollution', 'function-calling/fault-random-mutations/complete'),
    returned: change('', (contents: readonly Content[]) => {
      const gathered = {};
      for (const content of contents) if (content.type === 'function-call') mergeInto(gathered, content.arguments);
      return contents;
    }),
  },

  // Actions
  'drops-second-action': {
    title: 'Only the first of several actions is returned',
    caught: by('returns-actions', 'action-all/complete', 'command-all/complete'),
    response: first('messages[].contents[type=action-call]'),
  },
  'drops-modifier-keys': {
    title: 'Modifier keys of a click are not returned',
    caught: by('returns-actions', 'action-all'),
    returned: drop('[type=action-call].actions[type=left_click].text'),
  },

  // Hosted tools, citations and files
  'mistakes-hosted-tools-for-search': {
    title: 'Every hosted tool call is reported as web search',
    caught: by('returns-hosted-tools', 'execution-basic/complete', 'call-basic/stream'),
    returned: set('[type=hosted-tool-call].tool', 'web-search'),
  },
  'drops-stderr': {
    title: 'Only the first text of hosted output is returned',
    caught: by('returns-hosted-tools', 'files-input-and-output'),
    returned: replace('[type=hosted-tool-result].outputs[type=text]', (output, i) => (i === 0 ? [output] : [])),
  },
  'drops-unknown-hosted-results': {
    title: 'Results of unknown hosted tools are dropped',
    caught: by('returns-hosted-tools', 'raw-tool-web-fetch'),
    returned: drop('[type=hosted-tool-result,tool!=web-search]'),
  },
  'drops-unknown-hosted-tools': {
    title: 'Calls and results of newer hosted tools are dropped',
    caught: by('returns-hosted-tools', 'web-search/fault-unknown-hosted-tools'),
    returned: drop(`[type=hosted-tool*,tool!=${knownTools}]`),
  },
  'ignores-server-tool-use-blocks': {
    title: 'Server tool calls are not found',
    caught: by('returns-hosted-tools', 'execution-basic'),
    from: ['B025'],
    ...unseen('type=server_tool_use|mcp_tool_use'),
  },
  'ignores-new-code-result-types': {
    title: 'Newer code execution result types are skipped',
    caught: by('returns-hosted-tools', 'execution-basic/complete', 'files-input-and-output/stream'),
    from: ['B026'],
    ...unseen('type=bash_code_execution_tool_result|text_editor_code_execution_tool_result'),
  },
  'mistakes-server-name-for-tool-name': {
    title: 'MCP call is reported with the server’s name',
    caught: by('returns-hosted-tools', 'call-basic/complete', 'server-token/stream'),
    returned: copy('[type=hosted-tool-call].serverName', 'name'),
  },
  'drops-citations': {
    title: 'Annotations of a text are not returned',
    caught: by('returns-citations', 'search-basic/complete', 'search-domains-and-location/stream'),
    returned: change('[type=text]', ({ type, text }: { readonly type: string; readonly text: string }) => ({
      type,
      text,
    })),
  },
  'mistakes-response-text-for-quote': {
    title: 'Citation quotes the response in place of its source',
    caught: by('returns-citation-spans', 'search-basic/complete', 'citation-function-results-and-documents/complete'),
    returned: change('[type=text,annotations]', ({ annotations = [], ...content }: TextContent) => ({
      ...content,
      annotations: annotations.map((citation) => ({ ...citation, snippet: content.text })),
    })),
  },
  'thins-raw-citations': {
    title: 'Raw citation has known members only',
    caught: by('returns-raw-complete', 'search-basic'),
    returned: change('[annotations].annotations[].rawRepresentation', ({ type, url, title }: JsonObject) => ({
      type,
      url,
      title,
    })),
  },
  'drops-applied-edits': {
    title: 'Raw response lacks the applied edits of the context',
    caught: by('returns-raw-complete', 'raw-member-context-cleared'),
    told: drop('rawRepresentation.context_management'),
  },
  'omits-raw-message-delta': {
    title: 'Streams have no raw event of the message’s end',
    caught: by('returns-raw-complete', 'raw-member-context-cleared/stream', 'execution-basic/stream'),
    update: drop('[rawRepresentation.type=message_delta].rawRepresentation'),
  },
  'misplaces-citations-at-start': {
    title: 'All citations have span 0 to 0',
    caught: by('returns-citation-spans', 'search-basic'),
    from: ['B038'],
    returned: merge('[type=text].annotations[]', { startIndex: 0, endIndex: 0 }),
  },
  'drops-files': {
    title: 'Files in hosted output are not returned',
    caught: by('returns-files', 'raw-tool-code-execution-file'),
    returned: drop('[type=hosted-tool-result].outputs[type=hosted-file]'),
  },

  // Ends, usage and names
  'hardcodes-finish-reason-stop': {
    title: 'Finish reason is always "stop"',
    caught: by('returns-finish-reason', 'call-single', 'tool-choice-required/stream'),
    response: set('finishReason', 'stop'),
    update: set('[finishReason].finishReason', 'stop'),
  },
  'mistakes-pause-turn-for-stop': {
    title: 'Finish reason "pause_turn" is reported as "stop"',
    caught: by('returns-finish-reason', 'pause-turn-once'),
    from: ['B007'],
    read: set(
      paused.map((path) => `${path}.stop_reason`),
      'end_turn',
    ),
  },
  'mistakes-full-context-for-stop': {
    title: 'Context window exceeded is reported as a natural end',
    caught: by('returns-finish-reason', 'finish-reasons-all'),
    read: set(
      [
        '[stop_reason=model_context_window_exceeded].stop_reason',
        'delta[stop_reason=model_context_window_exceeded].stop_reason',
      ],
      'end_turn',
    ),
  },
  'drops-refusal-explanation': {
    title: 'Explanation of a refusal is not returned',
    caught: by('returns-finish-reason', 'finish-reasons-all'),
    returned: drop('[type=error]'),
  },
  'omits-refusal-error-message': {
    title: 'Error content of a refusal has no message',
    caught: by('contract-shape', 'finish-reasons-all'),
    returned: set('[type=error].message', ''),
  },
  'mistypes-message-role': {
    title: 'Model message is returned with role "user"',
    caught: by('contract-shape', 'call-single/complete', 'search-basic/complete'),
    response: set('messages[].role', 'user'),
  },
  'ignores-pause-without-calls': {
    title: 'Paused turn is not continued',
    caught: by('request-sequence', 'pause-turn-once'),
    from: ['B008'],
    read: set(
      paused.map((path) => `${path}.stop_reason`),
      'paused',
    ),
    told: set('[finishReason=paused].finishReason', 'pause_turn'),
  },
  'drops-usage-of-paused-turns': {
    title: 'Usage before a pause is not counted',
    caught: by('returns-usage', 'pause-turn-once'),
    from: ['B010'],
    read: set(['[stop_reason=pause_turn].usage', '[delta.stop_reason=pause_turn].usage'], {
      input_tokens: 0,
      output_tokens: 0,
    }),
  },
  'drops-cache-usage-in-streams': {
    title: 'Streamed usage lacks cached and reasoning tokens',
    caught: by('returns-usage', 'call-single/stream', 'reasoning-signed/stream'),
    update: drop('usage.cachedInputTokens|reasoningTokens'),
  },
  'misses-compaction-tokens': {
    title: 'Tokens of a compaction are not counted',
    caught: by('returns-usage', 'raw-member-compaction-block/complete'),
    read: drop('usage.iterations'),
  },
  'drops-server-tool-usage-in-streams': {
    title: 'Streamed usage lacks the number of searches',
    caught: by('returns-usage', 'search-basic/stream'),
    from: ['B011'],
    missed: 'Usage in the contract has counts of tokens alone.',
    events: drop('[].data.usage.server_tool_use'),
  },
  'miscounts-input-as-cached': {
    title: 'All input tokens are reported as cached',
    caught: by('returns-usage', 'call-single/complete', 'tool-choice-none/stream'),
    told: copy('usage.inputTokens', 'cachedInputTokens'),
  },
  'subtracts-cached-tokens': {
    title: 'Cached tokens are not counted as input',
    caught: by('returns-usage', 'call-single'),
    told: change('usage', (usage: { readonly inputTokens?: number; readonly cachedInputTokens?: number }) => ({
      ...usage,
      inputTokens: (usage.inputTokens ?? 0) - (usage.cachedInputTokens ?? 0),
    })),
  },
  'drops-response-id': {
    title: 'Response id is not returned',
    caught: by('returns-ids', 'call-single'),
    told: drop('responseId'),
  },
  'invents-stream-response-id': {
    title: 'Updates carry an invented response id until the last',
    caught: by('returns-ids-unchanged', 'call-single/stream'),
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
  'parses-event-name-as-event': {
    title: 'Chunk that ends after an event name is parsed',
    caught: by('returns-provider-errors', 'call-single/stream'),
    from: ['B020'],
    pieces: (piece) => piece.replace(/((?:^|\n)event: [^\n]*\n)$/, '$1data: {\n\n'),
  },
  'mistakes-chunk-for-event': {
    title: 'Only the first event of a chunk is read',
    caught: by('returns-provider-errors', 'call-single/stream', 'search-basic/stream'),
    // A recording arrives at once.
    events: first('[]'),
  },
  'stops-at-unknown-event': {
    title: 'Unknown event ends the stream',
    caught: by('returns-provider-errors', 'function-calling/fault-unknown-events/stream'),
    events: until('', ({ event = '' }: ReadEvent) => !knownEvents.test(event)),
  },
  'mistakes-position-for-block-index': {
    title: 'Deltas of an unknown block join the previous',
    caught: by('returns-provider-errors', 'function-calling/fault-unknown-parts/stream'),
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
  'rejects-unknown-members': {
    title: 'Response with an unknown member is rejected',
    caught: by('returns-provider-errors', 'function-calling/fault-unknown-members/complete'),
    response: change('rawRepresentation', (raw) => {
      if (!JSON.stringify(raw).includes('added_later')) return raw;
      throw new WireError('the answer has a member that is not in the schema');
    }),
  },
  'ignores-crlf': {
    title: 'CRLF line ends are not understood',
    caught: by('returns-provider-errors', 'function-calling/fault-stream-framing/stream'),
    pieces: (piece) => piece.replaceAll('\r', 'x'),
  },
  'mistakes-comment-for-data': {
    title: 'SSE comment is read as data',
    caught: by('returns-provider-errors', 'function-calling/fault-stream-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^: (?=ping)/gm, 'data: '),
  },
  'requires-event-before-data': {
    title: 'Event name after the data is ignored',
    caught: by('returns-provider-errors', 'function-calling/fault-stream-framing/stream'),
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
