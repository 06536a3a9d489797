/** Defects of an adapter of Azure AI Foundry Agent Service (classic). */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { asksFromMember, broken, by, providerErrors } from '../../broken/broken-adapter.ts';
import { change, double, drop, first, set } from '../../broken/operations.ts';

export const brokenFoundryAgents = broken('azure-foundry-agents', {
  'mixes-foundry-threads': {
    title: 'Client keeps messages of a call in a member',
    caught: by('sends-history', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...asksFromMember,
  },
  'omits-resources-of-servers': {
    title: 'Resources of a server without approval mode are omitted',
    caught: by('sends-tools', 'remote-mcp/declaration-members'),
    phase: 'request',
    sent: drop('tool_resources.mcp[!require_approval]'),
  },
  'drops-path-parameters': {
    title: 'Parameters of a path are dropped',
    caught: by('sends-tools', 'operation-references'),
    phase: 'schema',
    options: change('tools[type=openapi].specification.paths', (paths: JsonObject) =>
      Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, drop('parameters')(item)[0]])),
    ),
  },
  'omits-response-format': {
    title: 'Response format is not sent',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: drop('response_format'),
  },
  'drops-later-of-all': {
    title: 'Only the first schema of allOf is sent',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: change('tools[].function.parameters.**.allOf', (all: readonly unknown[]) => all.slice(0, 1)),
  },
  // Requests
  'goes-on-during-agent-run': {
    title: 'Next message is sent before a run ends',
    caught: by('request-provider-rules', 'execution-basic/complete'),
    phase: 'multi-turn',
    read: set('[object=thread.run,status=queued|in_progress].status', 'completed'),
  },
  'sends-output-object': {
    title: 'Function result is sent as an object',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('tool_outputs[].output', (text) => ({ text })),
  },
  'names-index-twice': {
    title: 'Search has its index twice',
    caught: by('request-provider-rules', 'azure-ai-search'),
    phase: 'request',
    sent: double('tool_resources.azure_ai_search.indexes[]'),
  },
  'drops-tools-without-sdk-helper': {
    title: 'Tools of preview API versions are dropped',
    caught: by('sends-tools', 'bing-custom-search/complete', 'query-basic/stream'),
    from: ['B157'],
    sent: drop('tools[type=bing_custom_search|fabric_dataagent]'),
  },
  'drops-approval-mode': {
    title: 'require_approval is not sent',
    caught: by('sends-tools', 'call-approval-never'),
    from: ['B155'],
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
    sent: sayingAgain(),
  },
  'drops-tool-outputs-in-streams': {
    title: 'Streamed submission lacks its tool outputs',
    caught: by('request-provider-rules', 'call-single/stream', 'call-parallel/stream'),
    from: ['B145'],
    to: /\/submit_tool_outputs$/,
    sent: drop('[stream=true].tool_outputs'),
  },
  'submits-first-output-only-in-streams': {
    title: 'Streamed submission has only the first tool output',
    caught: by('request-provider-rules', 'call-parallel/stream'),
    from: ['B146'],
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
    from: ['B149'],
    body: drop('**.requesturl'),
  },
  'drops-message-annotations': {
    title: 'Annotations of a message are not read',
    caught: by('returns-citations', 'bing-grounding-basic/complete', 'file-search-basic/complete'),
    from: ['B151'],
    body: drop('**.annotations[]'),
  },
  'drops-url-citations-in-streams': {
    title: 'Streamed URL citations are not read',
    caught: by('returns-citations', 'bing-grounding-basic/stream'),
    from: ['B152'],
    events: drop('[].data.**.annotations[type=url_citation]'),
  },
  'drops-citations-without-quote': {
    title: 'File citation without a quote is dropped',
    caught: by('returns-citations', 'file-search-basic/complete'),
    from: ['B154'],
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
    from: ['B148'],
    events: drop('[].data.**.annotations[].text|start_index|end_index'),
  },
  'drops-retry-after-on-azure': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-rate-limit'),
    fails: providerErrors({ retryAfter: undefined }),
  },
});

/** Tells a run what its thread was told right before. */
function sayingAgain() {
  let said: JsonObject = {};
  return change('', (body: JsonObject) => {
    if (body.role !== undefined) said = body;
    return body.assistant_id === undefined ? body : { ...body, additional_messages: [said] };
  });
}
