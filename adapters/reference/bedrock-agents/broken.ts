/** Defects of an adapter of Bedrock Agents. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpRequest } from '../../../recordings/format/exchange.ts';
import { broken, by, continuesLastConversation } from '../../broken/broken-adapter.ts';
import { change, drop, first, set } from '../../broken/operations.ts';

/** Where requests of Agents hold the results that go back. */
const results = 'inlineSessionState|sessionState.returnControlInvocationResults';

export const brokenBedrockAgents = broken('bedrock-agents', {
  'mixes-sessions': {
    title: 'Client continues the conversation that it answered last',
    caught: by('sends-history', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...continuesLastConversation,
  },
  'empties-composed-bodies': {
    title: 'Bodies composed of schemas are sent empty',
    caught: by('sends-tools', 'operation-references'),
    phase: 'schema',
    options: drop('tools[type=openapi].specification.**.allOf'),
  },
  'omits-format-warning': {
    title: 'Unsupported response format is dropped without a warning',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    options: drop('responseFormat'),
  },
  'drops-unsupported-keywords': {
    title: 'Unsupported keywords of parameters are dropped silently',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    options: drop(
      ...['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding'].map(
        (keyword) => `tools[].parameters.properties.**.${keyword}`,
      ),
    ),
  },
  // Requests
  'describes-predefined-action-group': {
    title: 'Predefined action group has a description',
    caught: by('request-provider-rules', 'execution-basic'),
    phase: 'request',
    sent: set('actionGroups[parentActionGroupSignature].description', 'Runs code.'),
  },
  'shortens-session-id': {
    title: 'Session id has one character',
    caught: by('request-provider-rules', 'call-single-flat'),
    phase: 'request',
    request: change('url', (url: string) => url.replace(/\/agents\/[^/]+$/, '/agents/s')),
  },
  'shortens-instruction': {
    title: 'Instruction has fewer than 40 characters',
    caught: by('request-provider-rules', 'call-single-flat'),
    phase: 'request',
    sent: set('instruction', 'Answer briefly.'),
  },
  'drops-tool-version': {
    title: 'Anthropic tool is declared without its version',
    caught: by('sends-tools', 'action-basic/complete', 'declaration-two-turns/stream'),
    sent: drop('actionGroups[].parentActionGroupSignatureParams.type'),
  },
  'mistypes-parameter-types': {
    title: 'Parameter type "integer" is sent as "int64"',
    caught: by('request-schema', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    phase: 'schema',
    sent: set('**[type=integer].type', 'int64'),
  },
  'hardcodes-control-plane-host': {
    title: 'Tools are declared at a fixed host',
    caught: by('request-sequence', 'agent-functions'),
    settings: set('endpoints', { control: 'https://proxy.example' }),
  },
  'omits-stream-switch': {
    title: 'Streaming is not switched on in the request',
    caught: by('request-requirements', 'call-single-flat/stream', 'agent-existing-functions/stream'),
    sent: drop('streamingConfigurations'),
  },
  'omits-trace-switch': {
    title: 'Trace is not requested',
    caught: by('request-requirements', 'aws-lambda-basic/complete', 'knowledge-base-basic/stream'),
    sent: drop('enableTrace'),
  },
  'changes-agent-while-preparing': {
    title: 'Agent is changed while still being prepared',
    caught: by('request-provider-rules', 'agent-prepare-server-error'),
    phase: 'request',
    body: set('agent.agentStatus', 'PREPARED'),
  },
  'omits-group-deletion': {
    title: 'Action groups are never deleted',
    caught: by('resources-deleted', 'agent-functions'),
    adapter: (adapter) => ({
      ...adapter,
      createClient: (settings) => ({ ...adapter.createClient(settings), close: async () => {} }),
    }),
  },
  'omits-in-use-check': {
    title: 'Deletion of an action group lacks its flag',
    caught: by('request-requirements', 'agent-functions'),
    request: change('url', (url: string) => url.replace(/\?skipResourceInUseCheck=true$/, '')),
  },
  'shortens-agent-history': {
    title: 'Texts of earlier turns lose their last character',
    caught: by('sends-history', 'history-foreign-text'),
    sent: change('inlineSessionState.conversationHistory.messages[].content[].text', (text: string) =>
      text.slice(0, -1),
    ),
  },
  'omits-agent-preparation': {
    title: 'Agent draft is never prepared',
    caught: by('resources-deleted', 'agent-functions'),
    phase: 'request',
    request: change('[method=POST,url=https://bedrock-agent.*/agents/*]', (request: HttpRequest) =>
      /\/agents\/[^/]+\/?$/.test(request.url) ? { ...request, method: 'GET' } : request,
    ),
    body: change('[agent=*]', ({ agent, ...body }: JsonObject) => ({ ...Object(agent), agent, ...body })),
  },

  // Results
  'sends-first-result-only': {
    title: 'Only the first of several results is sent',
    caught: by('sends-function-results', 'call-parallel-flat'),
    from: ['B070'],
    sent: first(`${results}[]`),
  },
  'renames-invocation-id': {
    title: 'Results use an invented invocation id',
    caught: by('request-provider-rules', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    sent: set('inlineSessionState|sessionState[invocationId].invocationId', 'invocation-1'),
  },
  'drops-collaborator-of-result': {
    title: 'Result does not name the collaborator that called',
    caught: by('request-provider-rules', 'agent-collaborator-function'),
    sent: drop(`${results}[].functionResult.agentId`),
  },
  'swaps-agent-of-result': {
    title: 'Results name the invoked agent, not the caller',
    caught: by('sends-function-results', 'call-single-flat/complete', 'call-parallel-flat/stream'),
    sent: set(`${results}[].functionResult.agentId`, 'SUPERVISOR'),
  },
  'mistakes-approval-for-function-call': {
    title: 'Confirmation request gets a result',
    caught: by('sends-approvals', 'approval-agent-function'),
    from: ['B071'],
    sent: change(`${results}[].functionResult`, ({ confirmationState: _, ...result }: JsonObject) => ({
      responseBody: { TEXT: { body: 'done' } },
      ...result,
    })),
  },
  'drops-approval-beside-result': {
    title: 'Result is sent without the requested confirmation',
    caught: by('sends-function-results', 'approval-with-result'),
    phase: 'multi-turn',
    sent: drop(`${results}[].functionResult.confirmationState`),
  },

  // Answers
  'renames-output-files': {
    title: 'All files that code created have the same name',
    caught: by('returns-files', 'output-inline-image'),
    returned: set('[type=data,name].name', 'file.bin'),
  },
  'ignores-return-of-control': {
    title: 'Return of control is not read',
    caught: by('returns-function-calls', 'call-single-flat/complete', 'agent-existing-functions/stream'),
    from: ['B068', 'B073'],
    frames: set('[type=returnControl]', { type: 'chunk', payload: { bytes: '' } }),
  },
  'mistakes-failed-preparation-for-success': {
    title: 'Failure in a trace is not returned',
    caught: by('returns-finish-reason', 'knowledge-base-streamed-citations'),
    phase: 'response',
    frames: drop('[payload.trace.failureTrace=*]'),
  },
});
