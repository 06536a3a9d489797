/** Defects in how answers are read. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatResponseUpdate,
  type Citation,
  type FunctionCallContent,
  type ToolApprovalRequestContent,
  WireError,
} from '../../../spec/contract/index.ts';
import { broken, by, bySettings } from '../../broken/broken-adapter.ts';
import { all, change, copy, drop, first, isObject, type Operation, replace, set } from '../../broken/operations.ts';
import { inData } from '../../broken/wire.ts';

/** An operation on each item of an answer: in a body, or streamed alone, where an event without its item is gone. */
const items = (operation: Operation): Operation =>
  all(inOutput(operation), (event) =>
    isObject(event) && isObject(event.item) ? operation(event.item).map((item) => ({ ...event, item })) : [event],
  );

const inOutput = (operation: Operation): Operation =>
  all(replace('output[]', operation), replace('response.output[]', operation));

/** An operation on each item of a stream that has no event of a type. */
const unlessThere = (type: string, operation: Operation): Operation =>
  replace('', (events: readonly { readonly data: { readonly type?: unknown } }[]) =>
    events.some(({ data }) => data.type === type) ? [events] : inData(items(operation))(events),
  );

const knownEvents =
  /^response\.(created|in_progress|completed|output_item|content_part|output_text|function_call_arguments)/;

export const brokenResponsesAnswers = broken('openai-responses', {
  // Texts
  'duplicates-last-text-delta': {
    title: 'Last chunk of a streamed text arrives twice',
    caught: by('returns-text', 'tool-choice-none/stream', 'search-basic/stream'),
    update: replace('', (update: ChatResponseUpdate) =>
      update.contents.some((c) => c.type === 'text' && c.text.endsWith('.')) ? [update, update] : [update],
    ),
  },
  'returns-last-item-only': {
    title: 'Only the last output item is read',
    caught: by('returns-text', 'function-calling/fault-unknown-parts/complete'),
    body: change('output', (output: readonly JsonObject[]) =>
      output.at(-1)?.type === 'added_later' ? output.slice(-1) : output,
    ),
  },
  'delays-text-until-item-end': {
    title: 'Text is returned only when its item is complete',
    caught: by('returns-incrementally', 'call-single/stream', 'citation-offsets-per-part/stream'),
    events: drop('[data.type=response.output_text.delta]'),
  },

  'takes-queued-for-complete': {
    title: 'A queued response is read as complete',
    caught: by('returns-finish-reason', 'raw-member-background/complete'),
    body: change('status', (status) => (status === 'queued' ? 'completed' : status)),
  },
  'reads-text-deltas-only': {
    title: 'Text that comes without deltas is lost',
    caught: by('returns-text', 'function-calling/fault-sparse-events/stream'),
    events: unlessThere('response.output_text.delta', set('[type=message].content[].text', '')),
  },
  'reads-annotation-events-only': {
    title: 'Citations that come without their events are lost',
    caught: by('returns-citations', 'search-and-retrieval/fault-sparse-events/stream'),
    events: unlessThere('response.output_text.annotation.added', set('[type=message].content[].annotations', [])),
  },

  // Calls, actions and approvals
  'takes-events-without-index-for-items': {
    title: 'Each event without an index becomes an item',
    caught: by('returns-function-calls', 'function-calling/fault-missing-indexes/stream'),
    events: replace('', (events: readonly { readonly data: JsonObject }[]) => [
      events.map(({ data, ...event }, i) => ({
        ...event,
        data: data.item || data.item_id ? { output_index: i, ...data } : data,
      })),
    ]),
  },
  'reads-arguments-as-chat': {
    title: 'Arguments are read from a nested "function"',
    caught: by('returns-function-calls', 'call-single/complete', 'call-parallel/stream'),
    from: ['B082'],
    read: items(set('[type=function_call].arguments', '{}')),
  },
  'mistakes-item-id-for-call-id': {
    title: 'Item id is returned as call id',
    caught: by('returns-function-calls', 'call-single/complete', 'call-parallel/stream'),
    from: ['B080'],
    returned: change('[type=function-call]', (call: FunctionCallContent) => ({
      ...call,
      callId: String((call.rawRepresentation as JsonObject | undefined)?.id),
    })),
  },
  'drops-safety-check-messages': {
    title: 'Safety checks lack their message',
    caught: by('returns-actions', 'safety-check-acknowledged'),
    returned: drop('[type=action-call].pendingSafetyChecks[].message'),
  },
  'drops-safety-checks': {
    title: 'Safety checks are not returned',
    caught: by('returns-actions', 'safety-check-acknowledged/complete', 'safety-check-unacknowledged/stream'),
    from: ['B104'],
    returned: drop('[type=action-call].pendingSafetyChecks'),
  },
  'drops-approval-requests': {
    title: 'Complete response lacks approval requests',
    caught: by('returns-approval-requests', 'approval-granted/complete', 'approval-denied/complete'),
    from: ['B097'],
    body: drop('output[type=mcp_approval_request]'),
  },
  'drops-approval-request-arguments': {
    title: 'Approval request has no arguments',
    caught: by('returns-approval-requests', 'approval-granted', 'approval-denied'),
    returned: set('[type=approval-request].arguments', {}),
  },
  'renames-approval-tool': {
    title: 'Approval request uses a title written by the model',
    caught: by('returns-approval-requests', 'approval-granted'),
    from: ['B211'],
    returned: change('[type=approval-request]', (request: ToolApprovalRequestContent) => {
      const name = Object.values(request.arguments ?? {}).find((value) => typeof value === 'string');
      return name ? { ...request, name } : request;
    }),
  },

  // Hosted tools, citations and files
  'drops-file-search-call': {
    title: 'File search calls are not returned',
    caught: by('returns-hosted-tools', 'file-search-basic/complete', 'file-search-no-results/stream'),
    from: ['B088'],
    read: items(drop('[type=file_search_call]')),
  },
  'drops-undecodable-items': {
    title: 'Item with an object as arguments is skipped',
    caught: by('returns-hosted-tools', 'search-by-application/stream', 'search-namespace/complete'),
    from: ['B112'],
    read: items(replace('', (item: JsonObject) => (isObject(item.arguments) ? [] : [item]))),
  },
  'mistakes-hosted-errors-for-output': {
    title: 'Hosted tool error is returned as text output',
    caught: by('returns-hosted-tools', 'call-approval-never-error'),
    returned: change('[type=hosted-tool-result].outputs[type=error]', ({ message }: { readonly message: string }) => ({
      type: 'text',
      text: message,
    })),
  },
  'drops-server-name': {
    title: 'Server name of an MCP call is not returned',
    caught: by('returns-hosted-tools', 'call-approval-never', 'call-approval-never-error/complete'),
    returned: drop('[type=hosted-tool-call].serverName'),
  },
  'drops-image-calls': {
    title: 'Image generations are not returned, failed ones included',
    caught: by('returns-hosted-tools', 'image-basic', 'image-error'),
    from: ['B109'],
    read: items(drop('[type=image_generation_call]')),
  },
  'drops-failed-hosted-calls': {
    title: 'Failed hosted calls are not returned',
    caught: by('returns-hosted-tools', 'search-error'),
    returned: withoutHosted('"status":"failed"'),
  },
  'drops-failed-tool-listing': {
    title: 'Failure to list MCP tools is not returned',
    caught: by('returns-hosted-tools', 'server-unreachable'),
    returned: withoutHosted('mcp_list_tools'),
  },
  'drops-streamed-search-end': {
    title: 'Streamed web search has no result',
    caught: by('returns-hosted-tools', 'search-error/stream'),
    from: ['B089'],
    update: drop('contents[type=hosted-tool-result,tool=web-search]'),
  },
  'drops-container-file-citations': {
    title: 'Container file citations are not returned',
    caught: by('returns-citations', 'files-cited'),
    from: ['B092'],
    read: items(drop('content[].annotations[type=container_file_citation]')),
    events: drop('[data.annotation.type=container_file_citation]'),
  },
  'drops-annotation-events': {
    title: 'Citations that only events contain are lost',
    caught: by('returns-citations', 'stream-events-missing/stream'),
    events: drop('[data.type=response.output_text.annotation.added]'),
  },
  'drops-citations-when-folding': {
    title: 'Accumulated message lacks the streamed citations',
    caught: by('returns-citations', 'search-basic/stream'),
    from: ['B086'],
    events: all(
      drop('[data.type=response.output_text.annotation.added]'),
      inData(items(drop('content[].annotations[]'))),
    ),
  },
  'drops-later-streamed-citations': {
    title: 'Only the first streamed citation is returned',
    caught: by('returns-citations', 'search-basic/stream'),
    from: ['B085'],
    events: all(
      drop('[data.type=response.output_text.annotation.added,data.annotation_index!=0]'),
      inData(items(first('content[].annotations[]'))),
    ),
  },
  'mistakes-code-points-for-utf16': {
    title: 'Citation spans stay in code points',
    caught: by('returns-citation-spans', 'search-basic'),
    returned: change('[type=text].annotations[]', (citation: Citation) => {
      const { start_index: startIndex, end_index: endIndex } = citation.rawRepresentation as JsonObject;
      return { ...citation, startIndex, endIndex };
    }),
  },
  'mistakes-file-id-for-citation-title': {
    title: 'File citation has its file id as title',
    caught: by('returns-citation-spans', 'files-cited'),
    returned: copy('[type=text].annotations[fileId].fileId', 'title'),
  },
  'misplaces-citations-in-later-parts': {
    title: 'Streamed parts are joined without shifting citations',
    caught: by('stream-equals-complete', 'citation-offsets-per-part/stream'),
    events: inData(
      items(
        change('[type=message].content', (parts: readonly JsonObject[]) => [
          {
            ...parts[0],
            text: parts.map((part) => part.text).join(''),
            annotations: parts.flatMap((part) => part.annotations ?? []),
          },
        ]),
      ),
    ),
  },
  'drops-images-from-hosted-results': {
    title: 'Only text of hosted results is returned',
    caught: by('returns-files', 'image-basic/complete', 'output-inline-image/stream'),
    returned: drop('[type=hosted-tool-result].outputs[type!=text]'),
  },
  'drops-final-image-in-streams': {
    title: 'Streamed final image is not returned',
    caught: by('returns-files', 'image-basic/stream'),
    from: ['B107'],
    events: inData(items(set('[type=image_generation_call].result', null))),
  },
  'mistakes-preview-for-image': {
    title: 'First preview is returned as the image',
    caught: by('returns-files', 'image-basic/stream'),
    async *stream(updates) {
      let preview: unknown;
      for await (const update of updates) {
        preview ??= (update.rawRepresentation as JsonObject | undefined)?.partial_image_b64;
        if (preview === undefined) yield update;
        else {
          const asImage = set('contents[type=hosted-tool-result].outputs[type=data].data', preview);
          yield* asImage(update) as readonly ChatResponseUpdate[];
        }
      }
    },
  },

  // Ends, usage and names
  'invents-early-finish-reason': {
    title: 'Every update has a finish reason',
    caught: by(
      'no-finish-before-error',
      'function-calling/fault-truncated/stream',
      'function-calling/fault-mid-stream-errors/stream',
    ),
    update: set('[!finishReason].finishReason', 'stop'),
  },
  'drops-cached-count-on-responses': {
    title: 'Cached tokens are not returned',
    caught: by('returns-usage', 'call-single'),
    read: drop('usage.input_tokens_details', 'response.usage.input_tokens_details'),
  },
  'ignores-store-false-in-response': {
    title: 'store: false of a response is not read',
    caught: by('request-provider-rules', 'store-disabled-by-service'),
    read: drop('store', 'response.store'),
  },
  'mistakes-alias-for-model-on-responses': {
    title: 'Requested model is returned instead of the actual one',
    caught: by('returns-ids-unchanged', 'call-single'),
    ...bySettings(({ model }) => ({ told: set('modelId', model) })),
  },
  'hardcodes-first-message-id': {
    title: 'All messages get the id of the first',
    caught: by('returns-ids-unchanged', 'citation-offsets-per-part/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      const messageId = messages.find((m) => m.messageId !== undefined)?.messageId;
      return messages.map((m) => (messageId === undefined ? m : { ...m, messageId }));
    }),
  },
  'swaps-message-ids': {
    title: 'Message ids are assigned in reverse order',
    caught: by('returns-ids-unchanged', 'citation-offsets-per-part/complete'),
    response: change('messages[]', (message: ChatMessage, i, messages) => ({
      ...message,
      messageId: messages.at(-1 - i)?.messageId ?? '',
    })),
  },

  // Errors, and streams that end early
  'ignores-error-event': {
    title: 'Error event in a stream is ignored',
    caught: by('returns-provider-errors', 'stream-error-event/stream'),
    events: set('[data.type=error]', {
      event: 'response.completed',
      data: { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
    }),
  },
  'mistakes-failure-after-discovery-for-end': {
    title: 'Failure after the first events ends the stream normally',
    caught: by('returns-provider-errors', 'error-response-failed/stream', 'stream-error-event/stream'),
    from: ['B103'],
    events: drop('[data.type=response.failed|error]'),
    fails: () => undefined,
  },
  'ignores-failure-without-error': {
    title: 'Failed response without error object looks complete',
    caught: by('error-thrown', 'function-calling/fault-error-members-missing'),
    read: all(
      change('[object=response,status=failed,!error]', completed),
      change('[type=response.failed].response[!error]', completed),
    ),
  },
  'reads-flat-errors-only': {
    title: 'Error event is read in its flat form only',
    caught: by('returns-provider-errors', 'function-calling/fault-mid-stream-errors/stream'),
    events: change('[data.type=error].data[error]', (event: JsonObject) => ({ ...event, error: null, message: null })),
  },
  'crashes-on-unknown-event': {
    title: 'Unknown event ends the stream',
    caught: by('returns-provider-errors', 'image-basic/stream', 'execution-basic/stream'),
    from: ['B113'],
    update: change('rawRepresentation[type]', (event: JsonObject) => {
      if (knownEvents.test(String(event.type))) return event;
      throw new WireError(`"${event.type}" is no event of a stream.`);
    }),
  },
  'drops-later-data-lines': {
    title: 'Only the first data line is read',
    caught: by('returns-provider-errors', 'function-calling/fault-stream-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^data: ?(?=").*$/gm, 'none:'),
  },
  'reads-retry-after-from-body': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-rate-limit'),
    responseHeaders: drop('retry-after', 'retry-after-ms'),
  },
  'drops-request-id-on-responses': {
    title: 'Error lacks the request id',
    caught: by('returns-provider-errors', 'error-schema-invalid/complete', 'raw-member-rejected/stream'),
    responseHeaders: drop('x-request-id'),
  },
});

/** A response that failed, as if it had not. */
function completed(response: JsonObject): JsonObject {
  return { ...response, status: 'completed' };
}

/** Returned calls and results of the provider's tools, without those whose JSON has a text in it. */
function withoutHosted(text: string): Operation {
  return replace('[type=hosted-tool*]', (content) => (JSON.stringify(content).includes(text) ? [] : [content]));
}
