/** Over the reference adapters of the Assistants API and of the Azure AI Foundry Agent Service, which took its wire. */
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import type { ChatOptions } from '../../spec/contract/index.ts';
import { broken, by, providerErrors } from './broken-adapter.ts';
import { append, change, drop, first, last, merge, set } from './operations.ts';

/** A parameter of the query that is left out. */
const withoutParameter = (name: string) =>
  change('url', (text: string) => {
    const url = new URL(text);
    url.searchParams.delete(name);
    return url.href;
  });

export const brokenAssistants = broken('openai-assistants', {
  // Runs
  'mistakes-failed-run-for-completed': {
    title: 'Failed or expired run becomes an empty response',
    caught: by('returns-provider-errors', 'run-failed-rate-limit', 'run-expired'),
    modelledOn: ['B143'],
    read: merge('[object=thread.run,status=failed|expired|cancelled|incomplete]', {
      status: 'completed',
      last_error: null,
      incomplete_details: null,
    }),
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
    caught: by('returns-finish-reason', 'run-cancelled/complete'),
    body: set('[status=cancelling].status', 'cancelled'),
  },
  'ignores-abort': {
    title: 'Abort signal is not passed on to the run',
    caught: by('abort-ends-call', 'abort-before-send/complete', 'abort-after-send/stream', 'abort-mid-stream/stream'),
    phase: 'error',
    client: (client) => ({
      getResponse: (messages, options) => client.getResponse(messages, options),
      getStreamingResponse: (messages, options) => client.getStreamingResponse(messages, options),
      close: () => client.close(),
    }),
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
  'drops-message-ids': {
    title: 'Messages of a run have no ids',
    caught: by('returns-ids', 'call-single'),
    response: drop('messages[].messageId'),
    update: drop('messageId'),
  },
});

export const brokenFoundryAgents = broken('azure-foundry-agents', {
  // Requests
  'drops-tools-without-sdk-helper': {
    title: 'Tools of preview API versions are dropped',
    caught: by('sends-tools', 'bing-custom-search/complete', 'query-basic/stream'),
    modelledOn: ['B157'],
    sent: drop('tools[type=bing_custom_search|fabric_dataagent]'),
  },
  'drops-approval-mode': {
    title: 'require_approval is not sent',
    caught: by('sends-tools', 'call-approval-never'),
    modelledOn: ['B155'],
    sent: drop('**.require_approval'),
  },
  'misplaces-approval-mode': {
    title: 'require_approval is sent with the agent’s tool',
    caught: by('request-schema', 'approval-granted'),
    phase: 'request',
    sent: set('[model=*].tools[type=mcp].require_approval', 'always'),
  },
  'duplicates-thread-messages': {
    title: 'Thread message is sent again with its run',
    caught: by('sends-history', 'execution-basic/complete', 'file-search-basic/stream'),
    modelledOn: ['B158'],
    sent: sayingAgain(),
  },
  'drops-tool-outputs-in-streams': {
    title: 'Streamed submission lacks its tool outputs',
    caught: by('request-provider-rules', 'call-single/stream', 'call-parallel/stream'),
    modelledOn: ['B145'],
    to: /\/submit_tool_outputs$/,
    sent: drop('[stream=true].tool_outputs'),
  },
  'submits-first-output-only-in-streams': {
    title: 'Streamed submission has only the first tool output',
    caught: by('request-provider-rules', 'call-parallel/stream'),
    modelledOn: ['B146'],
    to: /\/submit_tool_outputs$/,
    sent: first('[stream=true].tool_outputs[]'),
  },
  'drops-server-headers-from-approval': {
    title: 'Approval lacks the headers of its server',
    caught: by('request-provider-rules', 'approval-mixed-with-token'),
    sent: drop('tool_approvals[].headers'),
  },
  'swaps-server-headers': {
    title: 'Approval carries the headers of another server',
    caught: by('request-provider-rules', 'approval-two-servers'),
    sent: change('tool_approvals', (approvals: readonly JsonObject[]) => {
      const headers = approvals.find((approval) => approval.headers)?.headers;
      return headers === undefined ? approvals : approvals.map((approval) => ({ ...approval, headers }));
    }),
  },

  // Answers
  'mistypes-approval-as-function': {
    title: 'MCP approval request is returned as a function’s',
    caught: by('returns-approval-requests', 'approval-granted/complete', 'approval-two-servers/stream'),
    returned: set('[type=approval-request].tool', 'function'),
  },
  'drops-search-query': {
    title: 'Bing query is not returned',
    caught: by('returns-hosted-tools', 'bing-grounding-basic/complete'),
    modelledOn: ['B149'],
    body: drop('**.requesturl'),
  },
  'drops-message-annotations': {
    title: 'Annotations of a message are not read',
    caught: by('returns-citations', 'bing-grounding-basic/complete', 'file-search-basic/complete'),
    modelledOn: ['B151'],
    body: drop('**.annotations[]'),
  },
  'drops-url-citations-in-streams': {
    title: 'Streamed URL citations are not read',
    caught: by('returns-citations', 'bing-grounding-basic/stream'),
    modelledOn: ['B152'],
    events: drop('[].data.**.annotations[type=url_citation]'),
  },
  'drops-citations-without-quote': {
    title: 'File citation without a quote is dropped',
    caught: by('returns-citations', 'file-search-basic/complete'),
    modelledOn: ['B154'],
    body: drop(
      '**.annotations[type=file_citation,!file_citation.quote]',
      '**.annotations[type=file_citation,file_citation.quote=]',
    ),
  },
  'drops-citation-title': {
    title: 'URL citation lacks its title',
    caught: by('returns-citation-spans', 'bing-grounding-basic'),
    read: drop('**.annotations[].url_citation.title'),
  },
  'drops-citation-marker-in-streams': {
    title: 'Streamed citation lacks its marker and span',
    caught: by('stream-equals-complete', 'bing-grounding-basic/stream'),
    modelledOn: ['B148'],
    events: drop('[].data.**.annotations[].text|start_index|end_index'),
  },
  'drops-retry-after-on-azure': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-rate-limit'),
    fails: providerErrors({ retryAfter: undefined }),
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

/** Tells a run what its thread was told right before. */
function sayingAgain() {
  let said: JsonObject = {};
  return change('', (body: JsonObject) => {
    if (body.role !== undefined) said = body;
    return body.assistant_id === undefined ? body : { ...body, additional_messages: [said] };
  });
}
