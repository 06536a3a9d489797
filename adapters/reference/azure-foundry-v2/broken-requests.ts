/** Defects in what is sent. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { broken, by, type Defect } from '../../broken/broken-adapter.ts';
import { all, change, drop, move, set } from '../../broken/operations.ts';
import { itemDefects } from '../openai-responses/broken-requests.ts';

/** What was reported of the Responses API is planted there; here these are cousins of it. */
const ofAgents = Object.fromEntries(
  Object.entries(itemDefects).map(([id, { from: _, ...defect }]) => [`agent-${id}`, defect]),
);

export const brokenFoundryRequests = broken('azure-foundry-v2', {
  'drops-ranking-options': {
    title: 'Score threshold of file search is dropped',
    caught: by('sends-tools', 'search-and-retrieval/declaration-members'),
    phase: 'request',
    sent: drop('definition.tools[].ranking_options'),
  },
  'drops-document-components': {
    title: 'Components of a document are dropped, references stay',
    caught: by('sends-tools', 'operation-references'),
    phase: 'schema',
    options: drop('tools[type=openapi].specification.components'),
  },
  'drops-text-of-definition': {
    title: 'Response format is not in the definition',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('definition.text'),
  },
  'drops-conditions': {
    title: 'if, then and else are dropped from schemas',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: drop('**.if', '**.then', '**.else'),
  },
  ...ofAgents,
  'sends-approval-as-text': {
    title: 'Approval response has a text for "approve"',
    caught: by('request-provider-rules', 'approval-granted'),
    sent: set('input[type=mcp_approval_response].approve', 'yes'),
  },
  'sets-temperature-of-reasoning-agent': {
    title: 'Agent with a reasoning model has a temperature',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('definition.temperature', 0.2),
  },
  'sets-top-p-of-reasoning-agent': {
    title: 'Agent with a reasoning model has a top_p',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: set('definition.top_p', 0.9),
  },
  'omits-code-container': {
    title: 'Code interpreter is declared without a container',
    caught: by('request-provider-rules', 'execution-basic/complete', 'execution-error/stream'),
    sent: drop('tools[].container', 'definition.tools[].container'),
  },
  'mistypes-agent-functions-as-chat': {
    title: 'Agent functions are declared as in Chat Completions',
    caught: by('request-schema', 'call-single'),
    phase: 'request',
    sent: change('definition.tools[type=function]', ({ type, ...rest }: JsonObject) => ({ type, function: rest })),
  },
  'sends-legacy-agent-member': {
    title: 'Agent is named by a retired member',
    caught: by('request-provider-rules', 'call-single/complete', 'search-basic/stream'),
    sent: move('agent_reference', 'agent'),
  },
  'omits-agent-name': {
    title: 'Agent is referenced without its name',
    caught: by('request-provider-rules', 'call-single'),
    sent: set('agent_reference.name', ''),
  },
  'omits-agents-api-version': {
    title: 'Agents are created without an API version',
    caught: by('request-requirements', 'call-single'),
    request: change('url', (url: string) => (url.includes('/agents') ? url.replace(/\?api-version=[^&]*/, '') : url)),
  },
  'duplicates-agent-members': {
    title: 'Members of the agent are repeated in requests',
    caught: by('request-provider-rules', 'call-single/complete', 'search-basic/stream'),
    sent: all(
      set('[agent_reference=*].instructions', 'Answer in one short sentence.'),
      set('[agent_reference=*].tools', []),
    ),
  },
  'drops-tool-choice-type': {
    title: 'Tool choice lacks its type',
    caught: by('sends-options', 'tool-choice-function'),
    sent: drop('definition.tool_choice.type'),
  },
  'drops-require-approval': {
    title: 'require_approval is not sent',
    caught: by('sends-tools', 'call-approval-never/complete', 'approval-granted/stream'),
    from: ['B155'],
    sent: drop('tools[].require_approval', 'definition.tools[].require_approval'),
  },
  'creates-agent-before-rejection': {
    title: 'Agent is created before the unsupported tool is rejected',
    caught: by('rejects-before-sending', 'reject-unsupported-tool'),
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
  'drops-base-url-path': {
    title: 'Path of the base URL is ignored',
    caught: by('request-sequence', 'call-single'),
    phase: 'request',
    settings: change('baseUrl', (url: string) => new URL('/another', url).href),
  },
  'mistakes-item-id-for-result-call-id': {
    title: 'Results use the item id as call id',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    sent: change('input[type=function_call_output].call_id', (id: string) => `fc_${id.replace(/^call_/, '')}`),
  },
  'duplicates-stored-history': {
    title: 'Stored items are sent again with previous_response_id',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/complete'),
    from: ['B158'],
    ...repeating(),
  },
  'drops-denial-reason': {
    title: 'Reason of a denial is not sent',
    caught: by('sends-approvals', 'approval-mixed-with-token'),
    sent: drop('input[].reason'),
  },
});

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
