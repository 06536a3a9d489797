/** Over the reference adapters of the Responses API, of OpenAI and of Azure AI Foundry: defects in how answers are read. */
import type { JsonObject } from '../../files/canonical-json.ts';
import {
  type ChatMessage,
  type ChatResponseUpdate,
  type Citation,
  type FunctionCallContent,
  type ToolApprovalRequestContent,
  WireError,
} from '../../spec/contract/index.ts';
import { broken, by } from './broken-adapter.ts';
import { all, change, drop, first, isObject, type Operation, replace, set } from './operations.ts';
import { inData } from './wire.ts';

/** An operation on each item of an answer: in a body, or streamed by itself, where an event without its item is gone. */
const items = (operation: Operation): Operation =>
  all(inOutput(operation), (event) =>
    isObject(event) && isObject(event.item) ? operation(event.item).map((item) => ({ ...event, item })) : [event],
  );

const inOutput = (operation: Operation): Operation =>
  all(replace('output[]', operation), replace('response.output[]', operation));

const knownEvents =
  /^response\.(created|in_progress|completed|output_item|content_part|output_text|function_call_arguments)/;

export const brokenResponsesAnswers = broken('openai-responses', {
  // Texts
  'says-every-text-twice': {
    title: 'Last piece of a streamed text comes twice',
    caught: by('text-equals-wire', 'choice-none/stream', 'cited-answer/stream'),
    update: replace('', (update: ChatResponseUpdate) =>
      update.contents.some((c) => c.type === 'text' && c.text.endsWith('.')) ? [update, update] : [update],
    ),
  },
  'reads-the-last-item-alone': {
    title: 'Only the last output item is read',
    caught: by('text-equals-wire', 'function-calling/fault-unknown-parts/complete'),
    body: change('output', (output: readonly JsonObject[]) =>
      output.at(-1)?.type === 'added_later' ? output.slice(-1) : output,
    ),
  },
  'tells-a-stream-at-its-end': {
    title: 'Text is returned only when its item is complete',
    caught: by('words-arrive-in-pieces', 'single-call/stream', 'words-in-many-places/stream'),
    events: drop('[data.type=response.output_text.delta]'),
  },

  // Calls, actions and approvals
  'looks-for-arguments-where-chat-has-them': {
    title: 'Arguments are read from a nested "function"',
    caught: by('calls-equal-wire', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B082'],
    read: items(set('[type=function_call].arguments', '{}')),
  },
  'gives-item-ids-for-call-ids': {
    title: 'Item id is returned as call id',
    caught: by('calls-equal-wire', 'single-call/complete', 'parallel-calls/stream'),
    returned: change('[type=function-call]', (call: FunctionCallContent) => ({
      ...call,
      callId: String((call.rawRepresentation as JsonObject | undefined)?.id),
    })),
  },
  'swallows-safety-checks': {
    title: 'Safety checks are not returned',
    caught: by('action-calls-equal-wire', 'safety-check-acknowledged/complete', 'safety-check-refused/stream'),
    returned: drop('[type=action-call].pendingSafetyChecks'),
  },
  'drops-requests-for-leave': {
    title: 'Approval requests are not returned',
    caught: by('approval-requests-equal-wire', 'approval-granted', 'approval-denied'),
    returned: drop('[type=approval-request]'),
  },
  'asks-without-arguments': {
    title: 'Approval request has no arguments',
    caught: by('approval-requests-equal-wire', 'approval-granted', 'approval-denied'),
    returned: set('[type=approval-request].arguments', {}),
  },
  'names-a-tool-as-the-model-titles-it': {
    title: 'Approval request uses a title written by the model',
    caught: by('approval-requests-equal-wire', 'approval-granted'),
    modelledOn: ['B211'],
    returned: change('[type=approval-request]', (request: ToolApprovalRequestContent) => {
      const name = Object.values(request.arguments ?? {}).find((value) => typeof value === 'string');
      return name ? { ...request, name } : request;
    }),
  },

  // Hosted tools, citations and files
  'searches-files-in-secret': {
    title: 'File search calls are not returned',
    caught: by('hosted-tools-equal-wire', 'file-search-cited/complete', 'file-search-finds-nothing/stream'),
    modelledOn: ['B088'],
    read: items(drop('[type=file_search_call]')),
  },
  'skips-what-it-cannot-decode': {
    title: 'Item with an object as arguments is skipped',
    caught: by('hosted-tools-equal-wire', 'raw-search-by-application/stream', 'raw-tool-search/complete'),
    modelledOn: ['B112'],
    read: items(replace('', (item: JsonObject) => (isObject(item.arguments) ? [] : [item]))),
  },
  'tells-failures-as-words': {
    title: 'Hosted tool error is returned as text output',
    caught: by('hosted-tools-equal-wire', 'tool-fails'),
    modelledOn: ['B109'],
    returned: change('[type=hosted-tool-result].outputs[type=error]', ({ message }: { readonly message: string }) => ({
      type: 'text',
      text: message,
    })),
  },
  'forgets-whose-tool-it-was': {
    title: 'Server name of an MCP call is not returned',
    caught: by('hosted-tools-equal-wire', 'called-without-asking', 'tool-fails/complete'),
    returned: drop('[type=hosted-tool-call].serverName'),
  },
  'leaves-failed-searches-out': {
    title: 'Failed hosted calls are not returned',
    caught: by('hosted-tools-equal-wire', 'search-fails'),
    returned: withoutHosted('"status":"failed"'),
  },
  'takes-a-failed-server-for-none': {
    title: 'Failure to list MCP tools is not returned',
    caught: by('hosted-tools-equal-wire', 'server-unreachable'),
    returned: withoutHosted('mcp_list_tools'),
  },
  'leaves-searches-open': {
    title: 'Streamed web search has no result',
    caught: by('hosted-tools-equal-wire', 'search-fails/stream'),
    modelledOn: ['B089'],
    update: drop('contents[type=hosted-tool-result,tool=web-search]'),
  },
  'loses-files-in-containers': {
    title: 'Container file citations are not returned',
    caught: by('citations-equal-wire', 'makes-a-cited-file'),
    modelledOn: ['B092'],
    read: items(drop('content[].annotations[type=container_file_citation]')),
    events: drop('[data.annotation.type=container_file_citation]'),
  },
  'forgets-citations-told-alone': {
    title: 'Citations told only by events are lost',
    caught: by('citations-equal-wire', 'told-in-odd-order/stream'),
    events: drop('[data.type=response.output_text.annotation.added]'),
  },
  'streams-the-first-citation-alone': {
    title: 'Only the first streamed citation is returned',
    caught: by('citations-equal-wire', 'cited-answer/stream'),
    modelledOn: ['B085'],
    events: all(
      drop('[data.type=response.output_text.annotation.added,data.annotation_index!=0]'),
      inData(items(first('content[].annotations[]'))),
    ),
  },
  'takes-code-points-for-utf16': {
    title: 'Citation spans stay in code points',
    caught: by('citation-spans-equal-wire', 'cited-answer/complete'),
    returned: change('[type=text].annotations[]', (citation: Citation) => {
      const { start_index: startIndex, end_index: endIndex } = citation.rawRepresentation as JsonObject;
      return { ...citation, startIndex, endIndex };
    }),
  },
  'joins-parts-and-forgets-where-they-began': {
    title: 'Streamed parts are joined without shifting citations',
    caught: by('stream-equals-complete', 'words-in-many-places/stream'),
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
  'drops-images': {
    title: 'Only text of hosted results is returned',
    caught: by('files-equal-wire', 'image-made/complete', 'makes-an-image/stream'),
    returned: drop('[type=hosted-tool-result].outputs[type!=text]'),
  },
  'streams-previews-alone': {
    title: 'Streamed final image is not returned',
    caught: by('files-equal-wire', 'image-made/stream'),
    modelledOn: ['B107'],
    events: inData(items(set('[type=image_generation_call].result', null))),
  },
  'takes-a-preview-for-the-image': {
    title: 'First preview is returned as the image',
    caught: by('files-equal-wire', 'image-made/stream'),
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
  'says-that-it-ended-before-it-did': {
    title: 'Every update has a finish reason',
    caught: by('one-outcome', 'function-calling/fault-torn/stream', 'function-calling/fault-late/stream'),
    update: set('[!finishReason].finishReason', 'stop'),
  },
  'counts-no-cache': {
    title: 'Cached tokens are not returned',
    caught: by('usage-equals-wire', 'single-call'),
    read: drop('usage.input_tokens_details', 'response.usage.input_tokens_details'),
  },
  'believes-all-is-kept': {
    title: 'store: false of a response is not read',
    caught: by('requests-acceptable', 'kept-by-nobody'),
    read: drop('store', 'response.store'),
  },
  'gives-every-message-the-first-id': {
    title: 'All messages get the id of the first',
    caught: by('ids-equal-wire', 'words-in-many-places/complete'),
    response: change('messages', (messages: readonly ChatMessage[]) => {
      const messageId = messages.find((m) => m.messageId !== undefined)?.messageId;
      return messages.map((m) => (messageId === undefined ? m : { ...m, messageId }));
    }),
  },
  'gives-message-ids-to-their-neighbours': {
    title: 'Message ids are assigned in reverse order',
    caught: by('ids-equal-wire', 'words-in-many-places/complete'),
    response: change('messages[]', (message: ChatMessage, i, messages) => ({
      ...message,
      messageId: messages.at(-1 - i)?.messageId ?? '',
    })),
  },

  // Errors, and streams that end early
  'takes-an-error-for-progress': {
    title: 'Error event in a stream is ignored',
    caught: by('errors-equal-wire', 'error-within-a-stream/stream'),
    events: set('[data.type=error]', {
      event: 'response.completed',
      data: { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
    }),
  },
  'knows-every-event-or-none': {
    title: 'Unknown event ends the stream',
    caught: by('errors-equal-wire', 'image-made/stream', 'computes-and-explains/stream'),
    modelledOn: ['B113'],
    update: change('rawRepresentation[type]', (event: JsonObject) => {
      if (knownEvents.test(String(event.type))) return event;
      throw new WireError(`"${event.type}" is no event of a stream.`);
    }),
  },
  'reads-one-line-of-an-event': {
    title: 'Only the first data line is read',
    caught: by('errors-equal-wire', 'function-calling/fault-framing/stream'),
    pieces: (piece) => piece.replaceAll(/^(data: ?\{\n)data:.*$/gm, '$1none:'),
  },
  'forgets-how-long-to-wait': {
    title: 'Error lacks retryAfter',
    caught: by('errors-equal-wire', 'rate-limited'),
    responseHeaders: drop('retry-after', 'retry-after-ms'),
  },
  'forgets-what-a-request-is-called': {
    title: 'Error lacks the request id',
    caught: by('errors-equal-wire', 'schema-refused/complete', 'raw-member-refused/stream'),
    responseHeaders: drop('x-request-id'),
  },
});

export const brokenFoundryAnswers = broken('azure-foundry-v2', {
  'asks-leave-of-nobody': {
    title: 'Approval requests are not read',
    caught: by('approval-requests-equal-wire', 'approval-granted/complete', 'approval-denied/complete'),
    modelledOn: ['B097'],
    read: items(drop('[type=mcp_approval_request]')),
  },
  'ignores-safety-checks': {
    title: 'Safety checks are not read',
    caught: by('action-calls-equal-wire', 'safety-check-acknowledged/complete', 'safety-check-refused/stream'),
    modelledOn: ['B104'],
    read: items(drop('pending_safety_checks')),
  },
  'names-azure-tools-as-the-wire-does': {
    title: 'Hosted tools are returned under their wire names',
    caught: by(
      'hosted-tools-equal-wire',
      'azure-ai-search/complete',
      'azure-function/stream',
      'question-to-data/complete',
      'bing-grounding/stream',
    ),
    returned: change(
      '[type=hosted-tool-call|hosted-tool-result]',
      (content: { readonly rawRepresentation: JsonObject }) => ({
        ...content,
        tool: String(content.rawRepresentation.type).replace(/_call(_output)?$/, ''),
      }),
    ),
  },
  'forgets-failed-images': {
    title: 'Failed image generation is not returned',
    caught: by('hosted-tools-equal-wire', 'image-fails'),
    modelledOn: ['B109'],
    read: items(drop('[type=image_generation_call,status=failed]')),
  },
  'keeps-what-is-quoted-alone': {
    title: 'File search results without text are dropped',
    caught: by('files-equal-wire', 'finds-without-words'),
    read: items(drop('results[!text]', 'results[text=]')),
  },
  'collects-no-citations': {
    title: 'Streamed citations are not returned',
    caught: by('citations-equal-wire', 'cited-answer/stream', 'file-search-cited/stream'),
    modelledOn: ['B086', 'B152'],
    events: all(
      drop('[data.type=response.output_text.annotation.added]'),
      inData(items(drop('content[].annotations[]'))),
    ),
  },
  'hides-a-failure-behind-its-beginning': {
    title: 'Failed stream is an empty answer',
    caught: by('errors-equal-wire', 'whole-response-fails/stream'),
    modelledOn: ['B103'],
    events: all(
      set('[data.type=response.failed].data.response.status', 'completed'),
      set('[data.type=response.failed].data.response.error', null),
      set('[data.type=response.failed].event', 'response.completed'),
      set('[data.type=response.failed].data.type', 'response.completed'),
    ),
  },
});

/** Returned calls and results of the provider's tools, without those whose JSON has a text in it. */
function withoutHosted(text: string): Operation {
  return replace('[type=hosted-tool*]', (content) => (JSON.stringify(content).includes(text) ? [] : [content]));
}
