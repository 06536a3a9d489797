/** Over the reference adapters of the Responses API, of OpenAI and of Azure AI Foundry: defects in what goes out. */
import type { JsonObject } from '../../files/canonical-json.ts';
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
} from '../../spec/contract/index.ts';
import { broken, by, type Defect, listOf } from './broken-adapter.ts';
import { change, drop, last, move, replace, set } from './operations.ts';
import { inFetch } from './wire.ts';

export const brokenResponsesRequests = broken('openai-responses', {
  // Tools
  'filters-hosted-tools': {
    title: 'Hosted tools are dropped silently',
    caught: by('tools-on-the-wire', 'computes-and-explains/complete', 'search-then-call/stream'),
    modelledOn: ['B115'],
    sent: drop('tools[type!=function]'),
  },
  'declares-a-container-as-a-tool': {
    title: 'Reused container is declared as a tool',
    caught: by('tools-on-the-wire', 'nothing-kept'),
    modelledOn: ['B091'],
    sent: change('tools[container]', (tool: JsonObject) =>
      typeof tool.container === 'string' ? { type: 'container', container: tool.container } : tool,
    ),
  },
  'sends-a-container-as-its-own-tool': {
    title: 'Reused container is declared with its own type',
    caught: by('requests-fit-schema', 'code-fails'),
    phase: 'request',
    modelledOn: ['B091'],
    sent: change('tools[type=code_interpreter]', ({ container = null }: JsonObject) => ({
      type: 'code_interpreter_container',
      container,
    })),
  },
  'forces-strict-schemas': {
    title: 'Every function is declared strict',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B118'],
    sent: set('tools[type=function].strict', true),
  },
  'forgets-strictness': {
    title: 'Strictness of a function is not sent',
    caught: by('tools-on-the-wire', 'strict-function'),
    modelledOn: ['B119'],
    sent: set('tools[type=function].strict', null),
  },
  'forgets-the-server-after-leave': {
    title: 'Request with an approval does not declare its server',
    caught: by('tools-on-the-wire', 'approval-granted/complete', 'approval-with-nothing-kept/stream'),
    modelledOn: ['B101'],
    sent: change('', ({ tools, ...body }: JsonObject) =>
      JSON.stringify(body.input).includes('mcp_approval_response') ? body : { tools, ...body },
    ),
  },
  'drops-members-of-tools-in-silence': {
    title: 'Display size is dropped without a warning',
    caught: by('tools-on-the-wire', 'look-and-click'),
    response: set('warnings', []),
    update: drop('warnings'),
  },
  'opens-servers-without-their-token': {
    title: 'Authorization token of an MCP server is not sent',
    caught: by('tools-on-the-wire', 'approval-with-nothing-kept'),
    options: drop('tools[type=mcp-server].authorizationToken'),
  },
  'lets-servers-be-called-unasked': {
    title: 'Approval mode "always" is sent as "never"',
    caught: by('tools-on-the-wire', 'approval-granted/complete', 'approval-denied/stream'),
    options: set('tools[type=mcp-server].approvalMode', 'never'),
  },
  'changes-raw-tools': {
    title: 'Only the type of a raw tool is sent',
    caught: by('tools-on-the-wire', 'raw-hosted-shell/complete', 'raw-custom-tool/stream'),
    options: change('tools[type=raw].declaration', ({ type = null }: RawTool['declaration']) => ({ type })),
  },

  // Options
  'drops-stop-sequences-in-silence': {
    title: 'Stop sequences are dropped without a warning',
    caught: by('options-on-the-wire', 'settings'),
    options: drop('stopSequences'),
  },
  'keeps-against-the-callers-will': {
    title: 'store: false is not sent',
    caught: by('options-on-the-wire', 'nothing-kept'),
    options: drop('store'),
  },
  'asks-for-no-results': {
    title: 'Results of hosted tools are not requested',
    caught: by('requests-complete', 'computes-and-explains/complete', 'file-search-limits/stream'),
    modelledOn: ['B094'],
    sent: drop('include'),
  },
  'asks-for-no-sealed-reasoning': {
    title: 'Encrypted reasoning is not requested',
    caught: by('requests-complete', 'nothing-kept'),
    sent: drop('include'),
  },
  'goes-on-in-two-ways': {
    title: 'Both conversation and previous_response_id are sent',
    caught: by('requests-acceptable', 'in-a-conversation'),
    sent: set('[conversation=*].previous_response_id', 'resp_boat_1'),
  },
  'names-the-organization-of-the-environment': {
    title: 'Organization of the environment is sent',
    caught: by('credentials-are-the-callers', 'setup-surroundings'),
    phase: 'request',
    adapter: inFetch((fetch) => (input, init) => {
      const headers = new Headers(init?.headers);
      if (process.env.OPENAI_ORG_ID) headers.set('openai-organization', process.env.OPENAI_ORG_ID);
      return fetch(input, { ...init, headers });
    }),
  },

  // History
  'forgets-the-conversation': {
    title: 'Only the last message is sent, without conversation id',
    caught: by('history-on-the-wire', 'parallel-calls/complete', 'cited-answer/stream'),
    messages: last('[]'),
    options: drop('conversationId'),
    told: drop('conversationId'),
  },
  'sends-the-last-message-alone': {
    title: 'Only the last of several new messages is sent',
    caught: by('history-on-the-wire', 'two-messages-at-once'),
    sent: last('[conversation=*].input[]'),
  },
  'forgets-requests-for-leave': {
    title: 'Approval requests are not sent back',
    caught: by('history-on-the-wire', 'approval-with-nothing-kept'),
    messages: drop('[].contents[type=approval-request]'),
  },
  'forgets-encrypted-reasoning': {
    title: 'Encrypted reasoning is not sent back',
    caught: by('opaque-state-returned', 'nothing-kept'),
    modelledOn: ['B077'],
    messages: drop('[].contents[type=reasoning]'),
  },
  'cannot-join-calls-with-leave': {
    title: 'MCP call loses its approval request id',
    caught: by('hosted-history-on-the-wire', 'approval-with-nothing-kept'),
    modelledOn: ['B095'],
    read: drop(
      ...['output[]', 'item', 'response.output[]'].map((path) => `${path}[type=mcp_call].approval_request_id`),
    ),
  },
  'puts-reasoning-behind-its-call': {
    title: 'Reasoning goes back after its call',
    caught: by('requests-acceptable', 'nothing-kept'),
    modelledOn: ['B074'],
    sent: replace('input[]', (item: JsonObject, i, items) => {
      if (item.type === 'reasoning') return [];
      return items[i - 1]?.type === 'reasoning' ? [item, items[i - 1]] : [item];
    }),
  },
  'puts-words-behind-reasoning': {
    title: 'Empty message is put between reasoning and call',
    caught: by('requests-acceptable', 'nothing-kept'),
    modelledOn: ['B076'],
    sent: replace('input[type=reasoning]', (item) => [item, { type: 'message', role: 'assistant', content: '' }]),
  },
  'gives-reasoning-new-ids': {
    title: 'Encrypted reasoning goes back under another id',
    caught: by('requests-acceptable', 'nothing-kept'),
    modelledOn: ['B079'],
    sent: change('input[type=reasoning]', (item: JsonObject, i) => ({ ...item, id: `rs_${i}` })),
  },
  'gives-items-ids-of-its-own': {
    title: 'Call goes back with an invented item id',
    caught: by('requests-acceptable', 'nothing-kept/complete'),
    sent: change('input[type=function_call]', (item: JsonObject, i) => ({ ...item, id: `item_${i}` })),
  },
  'refers-to-what-was-not-kept': {
    title: 'Items that were not stored go back as references',
    caught: by('requests-acceptable', 'nothing-kept'),
    modelledOn: ['B083'],
    sent: change('input[id,type!=reasoning]', ({ id }: JsonObject) => ({ type: 'item_reference', id })),
  },
  'sends-back-what-it-parsed': {
    title: 'Call goes back with the SDK’s parsed_arguments',
    caught: by('requests-fit-schema', 'nothing-kept'),
    phase: 'multi-turn',
    sent: change('input[type=function_call]', (item: JsonObject) => ({
      ...item,
      parsed_arguments: JSON.parse(String(item.arguments)),
    })),
  },
  'wants-images-whole': {
    title: 'Earlier image given by id throws a WireError',
    caught: by('errors-equal-wire', 'image-named-by-id'),
    modelledOn: ['B110'],
    messages: change('[].contents[type=hosted-tool-call,tool=image-generation]', (call: HostedToolCallContent) => {
      const raw = call.rawRepresentation as JsonObject | undefined;
      if (raw && typeof raw.result !== 'string') throw new WireError('An image has no text in "result".');
      return call;
    }),
  },
  'calls-every-picture-a-jpeg': {
    title: 'PNG is sent as image/jpeg',
    caught: by('attachments-on-the-wire', 'papers-at-hand'),
    sent: change('', (body) => JSON.parse(JSON.stringify(body).replaceAll('data:image/png', 'data:image/jpeg'))),
  },
  'shows-papers-as-pictures': {
    title: 'File given by URL is sent as an image',
    caught: by('requests-acceptable', 'shown-in-every-way/complete', 'papers-at-an-address/stream'),
    sent: change('input[].content[file_url]', ({ file_url: url }: JsonObject) => ({
      type: 'input_image',
      detail: 'auto',
      image_url: url,
    })),
  },

  // Results and actions
  'answers-without-a-type': {
    title: 'Function outputs lack their type',
    caught: by('results-on-the-wire', 'single-call/complete', 'parallel-calls/stream'),
    sent: drop('input[type=function_call_output].type'),
  },
  'makes-call-ids-for-hosted-outputs': {
    title: 'Shell and computer outputs use new call ids',
    caught: by('requests-acceptable', 'runs-and-reports/complete', 'look-and-click/stream'),
    modelledOn: ['B116'],
    sent: change('input[type=shell_call_output|computer_call_output]', (item: JsonObject, i) => ({
      ...item,
      call_id: `call_${i}`,
    })),
  },
  'answers-actions-under-another-id': {
    title: 'Action results use another call id',
    caught: by('action-results-on-the-wire', 'look-and-click/complete', 'runs-and-reports/stream'),
    messages: change('[].contents[type=action-result].callId', (id: string) => `action-${id}`),
  },
  'forgets-exit-codes-that-have-a-member': {
    title: 'Every exit code is sent as 0',
    caught: by('action-results-on-the-wire', 'command-fails'),
    messages: change('[].contents[type=action-result].exitCode', () => 0),
  },
  'tells-a-timeout-as-an-exit-code': {
    title: 'Command timeout is sent as exit code 124',
    caught: by('action-results-on-the-wire', 'ended-in-many-ways'),
    sent: set('input[type=shell_call_output].output[].outcome[type=timeout]', { type: 'exit', exit_code: 124 }),
  },
  'acknowledges-nothing': {
    title: 'Acknowledged safety checks are not sent',
    caught: by('action-results-on-the-wire', 'safety-check-acknowledged'),
    messages: drop('[].contents[type=action-result].acknowledgedSafetyCheckIds'),
  },
  'acknowledges-by-itself': {
    title: 'Safety checks are acknowledged by the adapter',
    caught: by('action-results-on-the-wire', 'safety-check-acknowledged'),
    modelledOn: ['B106'],
    ...acknowledgingAll(),
  },

  // Approvals
  'ignores-answers-to-requests-for-leave': {
    title: 'Approval responses are not sent',
    caught: by(
      'approvals-on-the-wire',
      'approval-granted/complete',
      'approval-denied/stream',
      'approval-with-nothing-kept/complete',
    ),
    modelledOn: ['B098'],
    sent: drop('input[type=mcp_approval_response]'),
  },
  'loses-denials': {
    title: 'Only granted approvals are sent',
    caught: by('approvals-on-the-wire', 'approval-denied', 'approval-with-nothing-kept'),
    messages: drop('[].contents[type=approval-response,approved=false]'),
  },
  'grants-what-was-denied': {
    title: 'Every approval response is sent as granted',
    caught: by('approvals-on-the-wire', 'approval-denied', 'approval-with-nothing-kept/stream'),
    messages: set('[].contents[type=approval-response].approved', true),
  },
  'says-neither-yes-nor-no': {
    title: 'Denied approval lacks the member "approve"',
    caught: by('requests-acceptable', 'approval-denied/complete', 'approval-with-nothing-kept/stream'),
    sent: drop('input[approve=false].approve'),
  },
  'answers-another-request': {
    title: 'All approval responses answer the first request',
    caught: by('approvals-on-the-wire', 'approval-with-nothing-kept'),
    messages: change('[].contents', (contents: readonly Content[]) => {
      const found = contents.find((c) => c.type === 'approval-response');
      return set('[type=approval-response].requestId', found?.requestId)(contents)[0];
    }),
  },
  'gives-leave-by-itself': {
    title: 'Approvals are granted without asking the application',
    caught: by('approvals-on-the-wire', 'approval-granted', 'approval-denied'),
    client: (client) => givingLeave(client),
  },
});

export const brokenFoundryRequests = broken('azure-foundry-v2', {
  'declares-code-without-a-container': {
    title: 'Code interpreter is declared without a container',
    caught: by('requests-acceptable', 'computes-and-explains/complete', 'code-fails/stream'),
    sent: drop('tools[].container', 'definition.tools[].container'),
  },
  'nests-the-functions-of-an-agent': {
    title: 'Agent functions are declared as in Chat Completions',
    caught: by('requests-fit-schema', 'single-call'),
    phase: 'request',
    sent: change('definition.tools[type=function]', ({ type, ...rest }: JsonObject) => ({ type, function: rest })),
  },
  'names-an-agent-as-it-once-was': {
    title: 'Agent is named by a retired member',
    caught: by('requests-acceptable', 'single-call/complete', 'cited-answer/stream'),
    sent: move('agent_reference', 'agent'),
  },
  'declares-tools-beside-the-agent': {
    title: 'Instructions of the agent are repeated in requests',
    caught: by('requests-acceptable', 'single-call/complete', 'cited-answer/stream'),
    sent: set('[agent_reference=*].instructions', 'Answer in one short sentence.'),
  },
  'chooses-without-a-type': {
    title: 'Tool choice lacks its type',
    caught: by('options-on-the-wire', 'choice-specific'),
    sent: drop('definition.tool_choice.type'),
  },
  'asks-for-no-leave': {
    title: 'require_approval is not sent',
    caught: by('tools-on-the-wire', 'called-without-asking/complete', 'approval-granted/stream'),
    modelledOn: ['B155'],
    sent: drop('tools[].require_approval', 'definition.tools[].require_approval'),
  },
  'makes-agents-in-vain': {
    title: 'Agent is created before the unsupported tool is refused',
    caught: by('refused-before-sending', 'refused'),
    client: (client, [messages, { tools: _, ...options } = {}]) => ({
      ...client,
      async getResponse(...asked) {
        await client.getResponse(messages, options);
        return client.getResponse(...asked);
      },
      async *getStreamingResponse(...asked) {
        yield* client.getStreamingResponse(messages, options);
        yield* client.getStreamingResponse(...asked);
      },
    }),
  },
  'forgets-where-a-gateway-begins': {
    title: 'Path of the base URL is ignored',
    caught: by('requests-expected', 'single-call'),
    phase: 'request',
    settings: change('baseUrl', (url: string) => new URL('/another', url).href),
  },
  'answers-with-item-ids': {
    title: 'Results use the item id as call id',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/stream'),
    modelledOn: ['B080'],
    sent: change('input[type=function_call_output].call_id', (id: string) => `fc_${id.replace(/^call_/, '')}`),
  },
  'repeats-what-is-kept': {
    title: 'Stored items are sent again with previous_response_id',
    caught: by('requests-acceptable', 'single-call/complete', 'parallel-calls/complete'),
    modelledOn: ['B158'],
    ...repeating(),
  },
  'gives-leave-to-nothing': {
    title: 'Approval response lacks the id of its request',
    caught: by('requests-acceptable', 'approval-granted/complete', 'approval-denied/stream'),
    modelledOn: ['B100'],
    sent: drop('input[type=mcp_approval_response].approval_request_id'),
  },
  'gives-no-reasons': {
    title: 'Reason of a denial is not sent',
    caught: by('approvals-on-the-wire', 'opened-by-a-key'),
    sent: drop('input[].reason'),
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

/** Puts the items of answers before those of every request that goes on from one. */
function repeating(): Pick<Defect, 'sent' | 'body'> {
  let told: readonly unknown[] = [];
  return {
    sent: change('[previous_response_id=*].input', (items: readonly unknown[]) => [...told, ...items]),
    body: change('output', (items: readonly unknown[]) => {
      told = items;
      return items;
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
