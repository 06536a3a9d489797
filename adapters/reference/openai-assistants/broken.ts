/** Defects of an adapter of the Assistants API. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatOptions } from '../../../spec/contract/index.ts';
import { listOf as allOf, asksFromMember, broken, by } from '../../broken/broken-adapter.ts';
import { append, change, drop, first, last, merge, set } from '../../broken/operations.ts';
import { inFetch } from '../../broken/wire.ts';

/** A parameter of the query that is left out. */
const withoutParameter = (name: string) =>
  change('url', (text: string) => {
    const url = new URL(text);
    url.searchParams.delete(name);
    return url.href;
  });

export const brokenAssistants = broken('openai-assistants', {
  'mixes-threads': {
    title: 'Client keeps messages of a call in a member',
    caught: by('sends-history', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...asksFromMember,
  },
  'reuses-thread': {
    title: 'Conversations of a client share one thread',
    caught: by('request-sequence', 'setup-calls-at-once'),
    phase: 'multi-turn',
    adapter: inFetch((fetch) => {
      let made: ReturnType<typeof fetch> | undefined;
      return async (input, init) => {
        if (init?.method !== 'POST' || !String(input).endsWith('/threads')) return fetch(input, init);
        made ??= fetch(input, init);
        return (await made).clone();
      };
    }),
  },
  // https://github.com/VRSEN/agency-swarm/pull/268: the run that is active may be another caller's.
  'cancels-active-runs': {
    title: 'Message to a busy thread cancels its run',
    caught: by('request-sequence', 'setup-conversation-in-use'),
    phase: 'multi-turn',
    adapter: inFetch((fetch) => async (input, init) => {
      const response = await fetch(input, init);
      const [, run] = /while a run (\w+) is active/.exec(response.ok ? '' : await response.clone().text()) ?? [];
      if (run === undefined) return response;
      await fetch(String(input).replace(/messages$/, `runs/${run}/cancel`), { ...init, body: null });
      return fetch(input, init);
    }),
  },
  'drops-later-files': {
    title: 'Only the first file of code is attached',
    caught: by('sends-tools', 'code-interpreter/declaration-members'),
    phase: 'request',
    sent: change('**.file_ids', (ids: readonly unknown[]) => ids.slice(0, 1)),
  },
  'drops-response-format': {
    title: 'Response format is not sent',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('response_format'),
  },
  'drops-tuples': {
    title: 'prefixItems is dropped from schemas',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('tools[].function.parameters.**.prefixItems'),
  },
  // Runs
  'goes-on-during-run': {
    title: 'Next message is sent before a run ends',
    caught: by('request-provider-rules', 'execution-basic/complete'),
    phase: 'multi-turn',
    read: set('[object=thread.run,status=queued|in_progress].status', 'completed'),
  },
  'mistakes-failed-run-for-completed': {
    title: 'Failed or expired run becomes an empty response',
    caught: by('returns-provider-errors', 'run-failed-rate-limit', 'run-expired'),
    read: merge('[object=thread.run,status=failed|expired|cancelled|incomplete]', {
      status: 'completed',
      last_error: null,
      incomplete_details: null,
    }),
  },
  'polls-ended-runs': {
    title: 'Failed or expired run is polled without end',
    caught: by('returns-provider-errors', 'run-failed-rate-limit/complete', 'run-expired/complete'),
    from: ['B143'],
    body: set('[object=thread.run,status=failed|expired|cancelled|incomplete].status', 'in_progress'),
  },
  'mistakes-failed-run-for-empty': {
    title: 'Every error becomes an empty response',
    caught: by(
      'returns-provider-errors',
      'run-failed-rate-limit/complete',
      'run-expired/complete',
      'error-api-retired/complete',
    ),
    fails: () => undefined,
  },
  'mistakes-cancelling-for-cancelled': {
    title: 'Run status "cancelling" is read as "cancelled"',
    caught: by('returns-finish-reason', 'run-cancelled-partial-text/complete'),
    body: set('[status=cancelling].status', 'cancelled'),
  },
  'ignores-failed-run-without-error': {
    title: 'Failed run without last_error looks complete',
    caught: by('error-thrown', 'function-calling/fault-error-members-missing/stream'),
    read: merge('[object=thread.run,status=failed,!last_error]', { status: 'completed' }),
  },
  'reads-message-deltas-only': {
    title: 'Message that comes without deltas is lost',
    caught: by('returns-text', 'function-calling/fault-sparse-events/stream'),
    events: change('', (events: readonly { readonly event?: string }[]) =>
      events.some(({ event }) => event === 'thread.message.delta')
        ? events
        : set('[event=thread.message.completed].data.content', [])(events)[0],
    ),
  },
  'delays-deltas-until-complete': {
    title: 'Text is held back until its message is complete',
    caught: by('returns-partial-output', 'function-calling/fault-truncated/stream'),
    async *stream(updates) {
      yield* await allOf(updates);
    },
  },
  'ignores-abort': {
    title: 'Abort signal is not passed on to the run',
    caught: by('abort-ends-call', 'abort-before-send/complete', 'abort-after-send/stream', 'abort-mid-stream/stream'),
    phase: 'error',
    from: ['B142'],
    client: (client) => ({
      getResponse: (messages, options) => client.getResponse(messages, options),
      getStreamingResponse: (messages, options) => client.getStreamingResponse(messages, options),
      close: () => client.close(),
    }),
  },
  'ends-connection-only': {
    title: 'Abort closes the stream and leaves the run active',
    caught: by('abort-ends-call', 'abort-mid-stream/stream', 'abort-stop-iterating/stream'),
    phase: 'error',
    from: ['B140'],
    adapter: inFetch(
      (fetch) => async (input, init) => (/\/cancel$/.test(String(input)) ? Response.json({}) : fetch(input, init)),
    ),
  },
  'drops-citation-marks-in-streams': {
    title: 'Citation marks are dropped from streamed text',
    caught: by('returns-text', 'file-search-basic/stream'),
    update: change('contents[type=text].text', (text: string) => text.replaceAll(/【[^】]*】/g, '')),
  },
  'creates-thread-per-call': {
    title: 'Each call makes a new thread',
    caught: by('request-sequence', 'execution-basic/complete', 'file-search-basic/stream'),
    messages: last('[]'),
    options: drop('conversationId'),
  },
  'omits-resource-deletion': {
    title: 'Assistants and threads are never deleted',
    caught: by('resources-deleted', 'call-single/complete', 'run-failed-rate-limit/stream'),
    adapter: (adapter) => ({
      ...adapter,
      createClient: (settings) => ({ ...adapter.createClient(settings), close: async () => {} }),
    }),
  },
  'ignores-later-pages': {
    title: 'Only the first page of a list is read',
    caught: by('request-sequence', 'run-steps-paged/complete'),
    body: set('[object=list].has_more', false),
  },
  'drops-page-cursor': {
    title: 'Second page is requested without its cursor',
    caught: by('request-requirements', 'run-steps-paged/complete'),
    request: withoutParameter('after'),
  },
  'drops-run-filter': {
    title: 'Messages are listed for the complete thread',
    caught: by('request-requirements', 'call-single/complete', 'run-steps-paged/complete'),
    request: withoutParameter('run_id'),
  },
  'omits-include-of-results': {
    title: 'Contents of search results are not requested',
    caught: by('request-requirements', 'file-search-basic/complete'),
    request: withoutParameter('include[]'),
  },
  'omits-version-header': {
    title: 'OpenAI-Beta header is missing',
    caught: by('request-requirements', 'call-single'),
    requestHeaders: drop('openai-beta'),
  },

  // Requests
  'renames-required-function': {
    title: 'Tool choice names an undeclared function',
    caught: by('request-provider-rules', 'tool-choice-function'),
    sent: change('tool_choice.function.name', (name: string) => `functions_${name}`),
  },
  'drops-reasoning-budget-without-warning': {
    title: 'Reasoning budget is dropped without a warning',
    caught: by('sends-options', 'reasoning-budget-unsupported'),
    options: change('', ({ reasoning: { budgetTokens: _, ...reasoning } = {}, ...options }: ChatOptions) => ({
      ...options,
      reasoning,
    })),
  },
  'warns-in-streams-only': {
    title: 'Complete response lacks warnings',
    caught: by('sends-options', 'options-basic/complete'),
    response: set('warnings', []),
  },
  'attaches-files-to-functions': {
    title: 'Files are attached for functions too',
    caught: by('request-provider-rules', 'attachments-per-tool'),
    sent: append('attachments[].tools', { type: 'function' }),
  },
  'mistypes-files-as-images': {
    title: 'Attached file is sent as an image',
    caught: by('sends-attachments', 'input-hosted-file/complete', 'attachments-per-tool/stream'),
    sent: change('[attachments=*]', ({ attachments, content, ...body }: JsonObject) => ({
      ...body,
      content: [...listOf(content), ...listOf(attachments).map(asImage)],
    })),
  },

  // Results
  'submits-tool-outputs-separately': {
    title: 'Only the first tool output is submitted',
    caught: by('request-provider-rules', 'call-parallel'),
    sent: first('tool_outputs[]'),
  },
  'mistypes-tool-outputs-as-objects': {
    title: 'JSON tool output is submitted as an object',
    caught: by('request-provider-rules', 'call-single'),
    sent: change('tool_outputs[].output', parsed),
  },
  'mistypes-submitted-results': {
    title: 'Tool output is submitted as { value }',
    caught: by('request-schema', 'call-single'),
    phase: 'multi-turn',
    sent: change('tool_outputs[].output', (value) => ({ value })),
  },
  'mistakes-function-name-for-call-id': {
    title: 'Tool output uses the function name as call id',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    sent: set('tool_outputs[].tool_call_id', 'get_weather'),
  },

  // Answers
  'duplicates-run-output': {
    title: 'Text before a continued run is returned again',
    caught: by('returns-text', 'call-parallel/complete'),
    messages: drop('[].messageId'),
  },
  'drops-image-media-type': {
    title: 'Image file has no media type',
    caught: by('returns-files', 'run-steps-paged'),
    returned: drop('[type=hosted-file].mediaType', '[type=hosted-tool-result].outputs[type=hosted-file].mediaType'),
  },
  'drops-run-id': {
    title: 'Run id is not returned',
    caught: by('returns-ids', 'call-single'),
    from: ['B142'],
    told: drop('responseId'),
  },
  'drops-message-ids': {
    title: 'Messages of a run have no ids',
    caught: by('returns-ids', 'call-single'),
    response: drop('messages[].messageId'),
    update: drop('messageId'),
  },
});

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function asImage(attachment: Json): Json {
  const id = isJsonObject(attachment) ? (attachment.file_id ?? null) : null;
  return { type: 'image_file', image_file: { file_id: id } };
}

/** The object that an output is the text of; the output itself where there is none. */
function parsed(output: string): Json {
  try {
    const value: Json = JSON.parse(output);
    return isJsonObject(value) ? value : output;
  } catch {
    return output;
  }
}
