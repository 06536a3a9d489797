/** Defects in what is sent. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ActionCallContent,
  type ActionResultContent,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponse,
  type Content,
  foldUpdates,
  type HostedToolCallContent,
  type RawTool,
  WireError,
} from '../../../spec/contract/index.ts';
import { broken, by, continuesLastConversation, type Defect, listOf, onSurface } from '../../broken/broken-adapter.ts';
import { change, double, drop, last, replace, set } from '../../broken/operations.ts';
import { inFetch } from '../../broken/wire.ts';

/** Of items that go back: of every column that has items. */
export const itemDefects: Readonly<Record<string, Defect>> = {
  'mixes-conversations': {
    title: 'Client continues the conversation that it answered last',
    caught: by('sends-options', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...continuesLastConversation,
  },
  'drops-earlier-reasoning': {
    title: 'Only the last reasoning of a turn goes back',
    caught: by('sends-opaque-state', 'reasoning-steps-store-false/complete'),
    sent: last('input[type=reasoning]'),
  },
  'moves-result-media': {
    title: 'Media of function results become the user’s',
    caught: by('sends-function-results', 'result-image-and-document/complete'),
    messages: replace('[role=tool]', (message: ChatMessage) => {
      const outputs = message.contents.flatMap(
        (content) => (content.type === 'function-result' && content.outputs) || [],
      );
      const media = outputs.filter(({ type }) => type !== 'text');
      const rest = change('contents[outputs].outputs[type=data]', () => ({ type: 'text', text: 'See below.' }))(
        message,
      );
      return [...rest, ...(media.length > 0 ? [{ role: 'user', contents: media }] : [])];
    }),
  },
  'sends-two-conversation-links': {
    title: 'Both conversation and previous_response_id are sent',
    caught: by('request-provider-rules', 'conversation-existing'),
    sent: set('[conversation=*].previous_response_id', 'resp_boat_1'),
  },
  'reorders-reasoning-after-call': {
    title: 'Reasoning goes back after its call',
    caught: by('request-provider-rules', 'store-false'),
    sent: replace('input[]', (item: JsonObject, i, items) => {
      if (item.type === 'reasoning') return [];
      return items[i - 1]?.type === 'reasoning' ? [item, items[i - 1]] : [item];
    }),
  },
  'inserts-empty-message-after-reasoning': {
    title: 'Empty message is put between reasoning and call',
    caught: by('request-provider-rules', 'store-false'),
    from: ['B076'],
    sent: replace('input[type=reasoning]', (item) => [item, { type: 'message', role: 'assistant', content: '' }]),
  },
  'renames-reasoning-ids': {
    title: 'Encrypted reasoning goes back under another id',
    caught: by('request-provider-rules', 'store-false'),
    from: ['B079'],
    sent: change('input[type=reasoning]', (item: JsonObject, i) => ({ ...item, id: `rs_${i}` })),
  },
  'invents-item-ids': {
    title: 'Call goes back with an invented item id',
    caught: by('request-provider-rules', 'store-false/complete'),
    sent: change('input[type=function_call]', (item: JsonObject, i) => ({ ...item, id: `item_${i}` })),
  },
  'sends-references-to-unstored-messages': {
    title: 'Messages that were not stored go back as references',
    caught: by('request-provider-rules', 'store-false'),
    sent: change('input[id,type=message]', ({ id }: JsonObject) => ({ type: 'item_reference', id })),
  },
  'mistypes-document-urls-as-images': {
    title: 'File with a URL is sent as an image',
    caught: by('request-provider-rules', 'input-urls'),
    sent: change('input[].content[file_url]', ({ file_url: url }: JsonObject) => ({
      type: 'input_image',
      detail: 'auto',
      image_url: url,
    })),
  },
  'repeats-stored-results': {
    title: 'Function results that are stored are sent again',
    caught: by('sends-function-results', 'call-parallel'),
    phase: 'multi-turn',
    messages: change('', (messages: readonly ChatMessage[]) => {
      const next = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
      const before = messages.slice(0, next);
      return [...before, ...before.filter(({ role }) => role === 'tool'), ...messages.slice(next)];
    }),
  },
  'repeats-stored-messages': {
    title: 'Messages that are stored are sent again',
    caught: by('sends-history', 'call-parallel'),
    phase: 'multi-turn',
    messages: change('', (messages: readonly ChatMessage[]) => {
      const next = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
      const before = messages.slice(0, next);
      return [...before, ...before.filter(({ role }) => role === 'user'), ...messages.slice(next)];
    }),
  },
  'drops-file-searches-if-unstored': {
    title: 'Searches of files are not sent back if unstored',
    caught: by('sends-hosted-history', 'search-and-retrieval/setup-without-state'),
    phase: 'multi-turn',
    sent: drop('[store=false].input[type=file_search_call]'),
  },
  'drops-safety-check-response': {
    title: 'Screenshot acknowledges no safety check',
    caught: by('request-provider-rules', 'safety-check-acknowledged'),
    sent: drop('input[type=computer_call_output].acknowledged_safety_checks'),
  },
  'drops-reasoning-of-stored-call': {
    title: 'Stored call is repeated without its reasoning',
    caught: by('request-provider-rules', 'reasoning-text-or-summary'),
    sent: change(
      '[previous_response_id=resp_open_1]',
      ({
        previous_response_id: _,
        input,
        ...body
      }: {
        readonly previous_response_id: string;
        readonly input: object[];
      }) => ({
        ...body,
        input: [
          { id: 'fc_open_1', type: 'function_call', call_id: 'call_open_1', name: 'get_weather', arguments: '{}' },
          ...input,
        ],
      }),
    ),
  },
};

export const brokenResponsesRequests = broken('openai-responses', {
  'drops-partial-images': {
    title: 'Number of partial images is not sent',
    caught: by('sends-tools', 'image-generation/declaration-members'),
    phase: 'request',
    sent: drop('tools[type=image_generation].partial_images'),
  },
  'drops-skills-of-shell': {
    title: "Skills of the shell's container are dropped",
    caught: by('sends-tools', 'declaration-modifiers'),
    phase: 'request',
    sent: drop('tools[type=shell].environment.skills'),
  },
  'drops-format-beside-functions': {
    title: 'Response format is dropped beside functions',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('[tools].text'),
  },
  'drops-search-on-azure': {
    title: 'Web search is dropped on Azure OpenAI',
    caught: by('sends-tools', 'web-search/setup-surfaces/stream'),
    phase: 'availability',
    ...onSurface('azure-openai', { options: drop('tools[type=web-search]') }),
  },
  'sends-azure-to-openai-path': {
    title: 'Requests to Azure OpenAI have the path of OpenAI',
    caught: by('request-sequence', 'function-calling/setup-surfaces', 'shell/setup-surfaces/stream'),
    phase: 'availability',
    ...onSurface('azure-openai', { settings: set('surface', 'openai') }),
  },
  'sends-bedrock-to-openai-path': {
    title: 'Requests to Amazon Bedrock have the path of OpenAI',
    caught: by('request-sequence', 'function-calling/setup-surfaces'),
    phase: 'availability',
    ...onSurface('bedrock-runtime', { settings: set('surface', 'openai') }),
  },
  'drops-schema-patterns': {
    title: 'Patterns of strings and names are dropped',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('tools[].parameters.**.pattern', 'tools[].parameters.**.patternProperties'),
  },
  ...itemDefects,
  'acknowledges-open-safety-checks': {
    title: 'Safety checks are acknowledged in the application’s place',
    caught: by('sends-action-results', 'safety-check-partly-acknowledged'),
    phase: 'multi-turn',
    sent: change('input[type=computer_call_output].acknowledged_safety_checks', (checks: readonly object[]) => [
      ...checks,
      { id: 'cu_sc_note_1' },
    ]),
  },
  'repeats-item-ids': {
    title: 'Messages of the model are sent twice',
    caught: by('request-provider-rules', 'store-false'),
    sent: double('input[type=message,id]'),
  },
  'normalizes-raw-tool-choice': {
    title: 'Raw choice among functions becomes "required"',
    caught: by('sends-options', 'break-glass/declaration-modifiers'),
    phase: 'request',
    sent: set('[tool_choice.type=allowed_tools].tool_choice', 'required'),
  },
  'sends-temperature-to-reasoning-model': {
    title: 'Temperature is sent to a model that reasons',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('temperature', 0.2),
  },
  'omits-container-of-code': {
    title: 'Code interpreter is declared without a container',
    caught: by('request-provider-rules', 'execution-basic'),
    phase: 'request',
    sent: drop('tools[type=code_interpreter].container'),
  },
  // Options
  'sends-sampling-to-reasoning-model': {
    title: 'top_p is sent to a model that reasons',
    caught: by('request-provider-rules', 'call-single', 'tool-choice-none/complete'),
    phase: 'request',
    sent: set('top_p', 0.9),
  },

  // Tools
  'drops-compaction-items': {
    title: 'Compaction items are not sent back',
    caught: by('sends-hosted-history', 'raw-member-compaction-item'),
    sent: drop('input[type=compaction]'),
  },
  'drops-opened-pages-from-history': {
    title: 'Pages that a search opened are not sent back',
    caught: by('sends-hosted-history', 'page-by-web-search'),
    sent: drop('input[type=web_search_call,action.type=open_page|find_in_page]'),
  },
  'drops-hosted-tools-without-warning': {
    title: 'Hosted tools are dropped silently',
    caught: by('sends-tools', 'execution-basic/complete', 'search-with-function/stream'),
    from: ['B115'],
    sent: drop('tools[type!=function]'),
  },
  'mistypes-container-as-tool': {
    title: 'Reused container is declared as a tool',
    caught: by('sends-tools', 'store-false'),
    from: ['B091'],
    sent: change('tools[container]', (tool: JsonObject) =>
      typeof tool.container === 'string' ? { type: 'container', container: tool.container } : tool,
    ),
  },
  'mistypes-reused-container-as-tool': {
    title: 'Reused container is declared with its own type',
    caught: by('request-schema', 'execution-error'),
    phase: 'request',
    sent: change('tools[type=code_interpreter]', ({ container = null }: JsonObject) => ({
      type: 'code_interpreter_container',
      container,
    })),
  },
  'hardcodes-strict': {
    title: 'Every function is declared strict',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    from: ['B118'],
    sent: set('tools[type=function].strict', true),
  },
  'drops-strict': {
    title: 'Strictness of a function is not sent',
    caught: by('sends-tools', 'schema-strict'),
    from: ['B119'],
    sent: set('tools[type=function].strict', null),
  },
  'drops-server-after-approval': {
    title: 'Request with an approval does not declare its server',
    caught: by('sends-tools', 'approval-granted/complete', 'approval-mixed-store-false/stream'),
    from: ['B101'],
    sent: change('', ({ tools, ...body }: JsonObject) =>
      JSON.stringify(body.input).includes('mcp_approval_response') ? body : { tools, ...body },
    ),
  },
  'drops-tool-members-without-warning': {
    title: 'Display size is dropped without a warning',
    caught: by('sends-tools', 'action-basic'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'drops-server-token': {
    title: 'Authorization token of an MCP server is not sent',
    caught: by('sends-tools', 'approval-mixed-store-false'),
    options: drop('tools[type=mcp-server].authorizationToken'),
  },
  'drops-approval-mode-always': {
    title: 'Approval mode "always" is sent as "never"',
    caught: by('sends-tools', 'approval-granted/complete', 'approval-denied/stream'),
    options: set('tools[type=mcp-server].approvalMode', 'never'),
  },
  'drops-raw-tool-members': {
    title: 'Only the type of a raw tool is sent',
    caught: by('sends-tools', 'raw-tool-hosted-shell/complete', 'call-text/stream'),
    options: change('tools[type=raw].declaration', ({ type = null }: RawTool['declaration']) => ({ type })),
  },

  // Options
  'drops-stop-sequences-without-warning': {
    title: 'Stop sequences are dropped without a warning',
    caught: by('sends-options', 'options-basic'),
    options: drop('stopSequences'),
  },
  'drops-store-false': {
    title: 'store: false is not sent',
    caught: by('sends-options', 'store-false'),
    options: drop('store'),
  },
  'omits-result-switch': {
    title: 'Results of hosted tools are not requested',
    caught: by('request-requirements', 'execution-basic/complete', 'file-search-limits/stream'),
    from: ['B094'],
    sent: drop('include'),
  },
  'omits-encrypted-reasoning-switch': {
    title: 'Encrypted reasoning is not requested',
    caught: by('request-requirements', 'store-false'),
    sent: drop('include'),
  },
  'continues-other-conversation': {
    title: 'All requests continue the first known conversation',
    caught: by('sends-options', 'conversation-existing'),
    sent: set('[conversation].conversation', 'conv_first'),
  },
  'uses-environment-organization': {
    title: 'Organization of the environment is sent',
    caught: by('request-credentials', 'setup-environment'),
    phase: 'request',
    adapter: inFetch((fetch) => (input, init) => {
      const headers = new Headers(init?.headers);
      if (process.env.OPENAI_ORG_ID) headers.set('openai-organization', process.env.OPENAI_ORG_ID);
      return fetch(input, { ...init, headers });
    }),
  },

  // History
  'sends-last-message-only': {
    title: 'Only the last message is sent, without conversation id',
    caught: by('sends-history', 'search-basic/stream'),
    messages: last('[]'),
    options: drop('conversationId'),
    told: drop('conversationId'),
  },
  'sends-last-new-message-only': {
    title: 'Only the last of several new messages is sent',
    caught: by('sends-history', 'conversation-two-messages'),
    sent: last('[conversation=*].input[]'),
  },
  'drops-approval-requests-from-history': {
    title: 'Approval requests are not sent back',
    caught: by('sends-history', 'approval-mixed-store-false'),
    messages: drop('[].contents[type=approval-request]'),
  },
  'drops-encrypted-reasoning': {
    title: 'Encrypted reasoning is not sent back',
    caught: by('sends-opaque-state', 'store-false'),
    from: ['B077'],
    messages: drop('[].contents[type=reasoning]'),
  },
  'drops-approval-id-of-call': {
    title: 'MCP call loses its approval request id',
    caught: by('sends-hosted-history', 'approval-mixed-store-false'),
    from: ['B095'],
    read: drop(
      ...['output[]', 'item', 'response.output[]'].map((path) => `${path}[type=mcp_call].approval_request_id`),
    ),
  },
  'drops-item-after-reasoning': {
    title: 'Reasoning goes back without the item after it',
    caught: by('request-provider-rules', 'store-false'),
    from: ['B074'],
    sent: replace('input[]', (item: JsonObject, i, items) => (items[i - 1]?.type === 'reasoning' ? [] : [item])),
  },
  'sends-references-to-unstored-items': {
    title: 'Items that were not stored go back as references',
    caught: by('request-provider-rules', 'store-false'),
    from: ['B083'],
    sent: change('input[id,type!=reasoning]', ({ id }: JsonObject) => ({ type: 'item_reference', id })),
  },
  'leaks-parsed-arguments': {
    title: 'Call goes back with the SDK’s parsed_arguments',
    caught: by('request-schema', 'store-false'),
    phase: 'multi-turn',
    sent: change('input[type=function_call]', (item: JsonObject) => ({
      ...item,
      parsed_arguments: JSON.parse(String(item.arguments)),
    })),
  },
  'requires-image-bytes': {
    title: 'Earlier image with an id throws a WireError',
    caught: by('returns-provider-errors', 'image-by-id'),
    from: ['B110'],
    messages: change('[].contents[type=hosted-tool-call,tool=image-generation]', (call: HostedToolCallContent) => {
      const raw = call.rawRepresentation as JsonObject | undefined;
      if (raw && typeof raw.result !== 'string') throw new WireError('An image has no text in "result".');
      return call;
    }),
  },
  'mistypes-images-as-jpeg': {
    title: 'PNG is sent as image/jpeg',
    caught: by('sends-attachments', 'input-image-and-document'),
    sent: change('', (body) => JSON.parse(JSON.stringify(body).replaceAll('data:image/png', 'data:image/jpeg'))),
  },

  // Results and actions
  'drops-result-item-type': {
    title: 'Function outputs lack their type',
    caught: by('sends-function-results', 'call-single/complete', 'call-parallel/stream'),
    sent: drop('input[type=function_call_output].type'),
  },
  'renames-built-in-output-ids': {
    title: 'Shell and computer outputs use new call ids',
    caught: by('request-provider-rules', 'command-basic/complete', 'action-basic/stream'),
    from: ['B116'],
    sent: change('input[type=shell_call_output|computer_call_output]', (item: JsonObject, i) => ({
      ...item,
      call_id: `call_${i}`,
    })),
  },
  'hardcodes-patches-completed': {
    title: 'Every patch is sent as completed',
    caught: by('sends-action-results', 'action-patch-files'),
    sent: set('input[type=apply_patch_call_output].status', 'completed'),
  },
  'renames-action-call-ids': {
    title: 'Action results use another call id',
    caught: by('sends-action-results', 'action-basic/complete', 'command-basic/stream'),
    sent: change('input[type=computer_call_output|shell_call_output].call_id', (id: string) => `action-${id}`),
  },
  'hardcodes-exit-code-zero': {
    title: 'Every exit code is sent as 0',
    caught: by('sends-action-results', 'command-exit-code'),
    messages: change('[].contents[type=action-result].exitCode', () => 0),
  },
  'mistakes-exit-code-for-timeout': {
    title: 'Failed command is sent as a timeout',
    caught: by('sends-action-results', 'command-exit-code'),
    sent: set('input[type=shell_call_output].output[].outcome[type=exit]', { type: 'timeout' }),
  },
  'drops-declared-search': {
    title: 'Web search is not declared',
    caught: by('sends-tools', 'search-basic'),
    sent: drop('tools[type=web_search*]'),
  },
  'mistakes-timeout-for-exit-code': {
    title: 'Command timeout is sent as exit code 124',
    caught: by('sends-action-results', 'history-command-outcomes'),
    sent: set('input[type=shell_call_output].output[].outcome[type=timeout]', { type: 'exit', exit_code: 124 }),
  },
  'drops-safety-check-acknowledgements': {
    title: 'Acknowledged safety checks are not sent',
    caught: by('sends-action-results', 'safety-check-acknowledged'),
    messages: drop('[].contents[type=action-result].acknowledgedSafetyCheckIds'),
  },
  'invents-safety-check-acknowledgements': {
    title: 'Safety checks are acknowledged by the adapter',
    caught: by('sends-action-results', 'safety-check-acknowledged'),
    from: ['B106'],
    ...acknowledgingAll(),
  },

  // Approvals
  'drops-approval-responses': {
    title: 'Approval responses are not sent',
    caught: by(
      'sends-approvals',
      'approval-granted/complete',
      'approval-denied/stream',
      'approval-mixed-store-false/complete',
    ),
    from: ['B098'],
    sent: drop('input[type=mcp_approval_response]'),
  },
  'drops-denials': {
    title: 'Only granted approvals are sent',
    caught: by('sends-approvals', 'approval-denied', 'approval-mixed-store-false'),
    messages: drop('[].contents[type=approval-response,approved=false]'),
  },
  'drops-approval-response-id': {
    title: 'Approval response lacks the id of its request',
    caught: by('request-provider-rules', 'approval-granted/complete', 'approval-denied/stream'),
    from: ['B100'],
    sent: drop('input[type=mcp_approval_response].approval_request_id'),
  },
  'mistakes-denial-for-approval': {
    title: 'Every approval response is sent as granted',
    caught: by('sends-approvals', 'approval-denied', 'approval-mixed-store-false/stream'),
    messages: set('[].contents[type=approval-response].approved', true),
  },
  'drops-denial-flag': {
    title: 'Denied approval lacks the member "approve"',
    caught: by('request-provider-rules', 'approval-denied/complete', 'approval-mixed-store-false/stream'),
    sent: drop('input[approve=false].approve'),
  },
  'renames-approval-request-ids': {
    title: 'All approval responses name the first request',
    caught: by('sends-approvals', 'approval-mixed-store-false'),
    messages: change('[].contents', (contents: readonly Content[]) => {
      const found = contents.find((c) => c.type === 'approval-response');
      return set('[type=approval-response].requestId', found?.requestId)(contents)[0];
    }),
  },
  'invents-approvals': {
    title: 'Approvals are granted without asking the application',
    caught: by('sends-approvals', 'approval-granted', 'approval-denied'),
    client: (client) => givingLeave(client),
  },
});

/** Every check that a call of a computer brought goes back as acknowledged, from where the adapter keeps it. */
function acknowledgingAll(): Pick<Defect, 'returned' | 'messages'> {
  const pending = new Map<string, readonly string[]>();
  return {
    returned: change('[type=action-call]', ({ pendingSafetyChecks, ...call }: ActionCallContent) => {
      if (pendingSafetyChecks)
        pending.set(
          call.callId,
          pendingSafetyChecks.map(({ id }) => id),
        );
      return call;
    }),
    messages: change('[].contents[type=action-result]', (result: ActionResultContent) => {
      const ids = pending.get(result.callId);
      return ids ? { ...result, acknowledgedSafetyCheckIds: ids } : result;
    }),
  };
}

/** A client that answers every request for leave itself, and returns what comes of it. */
function givingLeave(client: ChatClient): ChatClient {
  return {
    async getResponse(messages, options, context) {
      const answer = await client.getResponse(messages, options, context);
      const leave = leaveFor(answer);
      if (!leave) return answer;
      return client.getResponse([...messages, ...answer.messages, leave], goingOn(options, answer), context);
    },
    async *getStreamingResponse(messages, options, context) {
      const updates = await listOf(client.getStreamingResponse(messages, options, context));
      const answer = foldUpdates(updates);
      const leave = leaveFor(answer);
      if (!leave) yield* updates;
      else {
        yield* client.getStreamingResponse([...messages, ...answer.messages, leave], goingOn(options, answer), context);
      }
    },
    close: () => client.close(),
  };
}

function leaveFor({ messages }: ChatResponse): ChatMessage | undefined {
  const requests = messages.flatMap((m) => m.contents).filter((c) => c.type === 'approval-request');
  if (requests.length === 0) return undefined;
  const contents = requests.map(({ requestId }) => ({ type: 'approval-response' as const, requestId, approved: true }));
  return { role: 'user', contents };
}

const goingOn = (options: ChatOptions = {}, { conversationId }: ChatResponse): ChatOptions =>
  conversationId === undefined ? options : { ...options, conversationId };
