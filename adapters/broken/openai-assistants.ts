/** Over the reference adapters of the Assistants API and of the Azure AI Foundry Agent Service, which took its wire. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
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
  'knows-one-end-of-a-run': {
    title: 'Failed or expired run is an empty answer',
    caught: by('errors-equal-wire', 'run-fails', 'run-expires'),
    modelledOn: ['B143'],
    read: merge('[object=thread.run,status=failed|expired|cancelled|incomplete]', {
      status: 'completed',
      last_error: null,
      incomplete_details: null,
    }),
  },
  'takes-a-failed-run-for-an-empty-answer': {
    title: 'Every error is an empty answer',
    caught: by('errors-equal-wire', 'run-fails/complete', 'run-expires/complete', 'no-longer-served/complete'),
    fails: () => undefined,
  },
  'takes-cancelling-for-an-end': {
    title: 'Run status "cancelling" is read as "cancelled"',
    caught: by('finish-reason-equals-wire', 'run-cancelled/complete'),
    body: set('[status=cancelling].status', 'cancelled'),
  },
  'goes-on-when-given-up': {
    title: 'Abort signal is not passed on to the run',
    caught: by('aborts-honoured', 'given-up-before/complete', 'given-up-once-sent/stream', 'given-up-midway/stream'),
    phase: 'error',
    client: (client) => ({
      getResponse: (messages, options) => client.getResponse(messages, options),
      getStreamingResponse: (messages, options) => client.getStreamingResponse(messages, options),
      close: () => client.close(),
    }),
  },
  'begins-every-call-anew': {
    title: 'Each call makes a new thread',
    caught: by('requests-expected', 'computes-and-explains/complete', 'file-search-cited/stream'),
    messages: last('[]'),
    options: drop('conversationId'),
  },
  'leaves-everything-behind': {
    title: 'Assistants and threads are never deleted',
    caught: by('resources-deleted', 'single-call/complete', 'run-fails/stream'),
    adapter: (adapter) => ({
      ...adapter,
      createClient: (settings) => ({ ...adapter.createClient(settings), close: async () => {} }),
    }),
  },
  'reads-one-page': {
    title: 'Only the first page of a list is read',
    caught: by('requests-expected', 'works-in-many-steps/complete'),
    body: set('[object=list].has_more', false),
  },
  'asks-for-the-first-page-again': {
    title: 'Second page is requested without its cursor',
    caught: by('requests-complete', 'works-in-many-steps/complete'),
    request: withoutParameter('after'),
  },
  'asks-for-all-of-the-thread': {
    title: 'Messages are listed for the whole thread',
    caught: by('requests-complete', 'single-call/complete', 'works-in-many-steps/complete'),
    request: withoutParameter('run_id'),
  },
  'forgets-the-version': {
    title: 'OpenAI-Beta header is missing',
    caught: by('requests-complete', 'single-call'),
    requestHeaders: drop('openai-beta'),
  },

  // Requests
  'demands-what-it-does-not-declare': {
    title: 'Tool choice names an undeclared function',
    caught: by('requests-acceptable', 'choice-specific'),
    sent: change('tool_choice.function.name', (name: string) => `functions_${name}`),
  },
  'keeps-the-budget-to-itself': {
    title: 'Reasoning budget is dropped without a warning',
    caught: by('options-on-the-wire', 'thinks-within-a-budget'),
    options: change('', ({ reasoning: { budgetTokens: _, ...reasoning } = {}, ...options }: ChatOptions) => ({
      ...options,
      reasoning,
    })),
  },
  'warns-in-streams-alone': {
    title: 'Complete response lacks warnings',
    caught: by('options-on-the-wire', 'settings/complete'),
    response: set('warnings', []),
  },
  'attaches-files-for-functions': {
    title: 'Files are attached for functions too',
    caught: by('requests-acceptable', 'papers-for-the-tools'),
    sent: append('attachments[].tools', { type: 'function' }),
  },
  'shows-every-file-as-an-image': {
    title: 'Attached file is sent as an image',
    caught: by('attachments-on-the-wire', 'papers-kept-there/complete', 'papers-for-the-tools/stream'),
    sent: change('[attachments=*]', ({ attachments, content, ...body }: JsonObject) => ({
      ...body,
      content: [...listOf(content), ...listOf(attachments).map(asImage)],
    })),
  },

  // Results
  'submits-one-output-of-several': {
    title: 'Only the first tool output is submitted',
    caught: by('requests-acceptable', 'parallel-calls'),
    sent: first('tool_outputs[]'),
  },
  'submits-objects': {
    title: 'JSON tool output is submitted as an object',
    caught: by('requests-acceptable', 'single-call'),
    sent: change('tool_outputs[].output', parsed),
  },
  'submits-results-as-objects': {
    title: 'Tool output is submitted as { value }',
    caught: by('requests-fit-schema', 'single-call'),
    phase: 'multi-turn',
    sent: change('tool_outputs[].output', (value) => ({ value })),
  },
  'submits-under-names': {
    title: 'Tool output uses the function name as call id',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    sent: set('tool_outputs[].tool_call_id', 'get_weather'),
  },

  // Answers
  'tells-a-run-twice': {
    title: 'Text before a continued run is returned again',
    caught: by('text-equals-wire', 'parallel-calls/complete'),
    messages: drop('[].messageId'),
  },
  'does-not-say-that-it-is-an-image': {
    title: 'Image file has no media type',
    caught: by('files-equal-wire', 'works-in-many-steps'),
    returned: drop('[type=hosted-file].mediaType', '[type=hosted-tool-result].outputs[type=hosted-file].mediaType'),
  },
  'loses-message-ids': {
    title: 'Messages of a run have no ids',
    caught: by('ids-told', 'single-call'),
    response: drop('messages[].messageId'),
    update: drop('messageId'),
  },
});

export const brokenFoundryAgents = broken('azure-foundry-agents', {
  // Requests
  'drops-tools-without-a-helper': {
    title: 'Tools of preview API versions are dropped',
    caught: by('tools-on-the-wire', 'bing-custom-search/complete', 'question-to-data/stream'),
    modelledOn: ['B157'],
    sent: drop('tools[type=bing_custom_search|fabric_dataagent]'),
  },
  'forgets-who-is-asked': {
    title: 'require_approval is not sent',
    caught: by('tools-on-the-wire', 'called-without-asking'),
    modelledOn: ['B155'],
    sent: drop('**.require_approval'),
  },
  'declares-leave-with-the-tool': {
    title: 'require_approval is sent with the agent’s tool',
    caught: by('requests-fit-schema', 'approval-granted'),
    phase: 'request',
    sent: set('[model=*].tools[type=mcp].require_approval', 'always'),
  },
  'says-again-what-the-thread-holds': {
    title: 'Thread message is sent again with its run',
    caught: by('history-on-the-wire', 'computes-and-explains/complete', 'file-search-cited/stream'),
    modelledOn: ['B158'],
    sent: sayingAgain(),
  },
  'submits-nothing-when-streaming': {
    title: 'Streamed submission lacks its tool outputs',
    caught: by('requests-acceptable', 'single-call/stream', 'parallel-calls/stream'),
    modelledOn: ['B145'],
    to: /\/submit_tool_outputs$/,
    sent: drop('[stream=true].tool_outputs'),
  },
  'runs-one-call-when-streaming': {
    title: 'Streamed submission has only the first tool output',
    caught: by('requests-acceptable', 'parallel-calls/stream'),
    modelledOn: ['B146'],
    to: /\/submit_tool_outputs$/,
    sent: first('[stream=true].tool_outputs[]'),
  },
  'gives-leave-without-the-key': {
    title: 'Approval lacks the headers of its server',
    caught: by('requests-acceptable', 'two-approvals-and-a-key'),
    sent: drop('tool_approvals[].headers'),
  },
  'opens-every-server-with-one-key': {
    title: 'Approval carries the headers of another server',
    caught: by('requests-acceptable', 'leave-at-two-servers'),
    sent: change('tool_approvals', (approvals: readonly JsonObject[]) => {
      const headers = approvals.find((approval) => approval.headers)?.headers;
      return headers === undefined ? approvals : approvals.map((approval) => ({ ...approval, headers }));
    }),
  },

  // Answers
  'asks-leave-for-a-function': {
    title: 'MCP approval request is returned as a function’s',
    caught: by('approval-requests-equal-wire', 'approval-granted/complete', 'leave-at-two-servers/stream'),
    returned: set('[type=approval-request].tool', 'function'),
  },
  'hides-what-was-searched': {
    title: 'Bing query is not returned',
    caught: by('hosted-tools-equal-wire', 'bing-grounding/complete'),
    modelledOn: ['B149'],
    body: drop('**.requesturl'),
  },
  'reads-text-without-its-annotations': {
    title: 'Annotations of a message are not read',
    caught: by('citations-equal-wire', 'bing-grounding/complete', 'file-search-cited/complete'),
    modelledOn: ['B151'],
    body: drop('**.annotations[]'),
  },
  'knows-only-files-as-sources-when-streaming': {
    title: 'Streamed URL citations are not read',
    caught: by('citations-equal-wire', 'bing-grounding/stream'),
    modelledOn: ['B152'],
    events: drop('[].data.**.annotations[type=url_citation]'),
  },
  'cites-only-what-is-quoted': {
    title: 'File citation without a quote is dropped',
    caught: by('citations-equal-wire', 'file-search-cited/complete'),
    modelledOn: ['B154'],
    body: drop(
      '**.annotations[type=file_citation,!file_citation.quote]',
      '**.annotations[type=file_citation,file_citation.quote=]',
    ),
  },
  'tells-no-title-of-a-page': {
    title: 'URL citation lacks its title',
    caught: by('citation-spans-equal-wire', 'bing-grounding'),
    read: drop('**.annotations[].url_citation.title'),
  },
  'cites-without-the-mark-when-streaming': {
    title: 'Streamed citation lacks its marker and span',
    caught: by('stream-equals-complete', 'bing-grounding/stream'),
    modelledOn: ['B148'],
    events: drop('[].data.**.annotations[].text|start_index|end_index'),
  },
  'tells-no-time-to-wait': {
    title: 'Error lacks retryAfter',
    caught: by('errors-equal-wire', 'rate-limited'),
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
