/** Defects of an adapter of Google's Interactions. */
import type { UsageDetails } from '../../../spec/contract/index.ts';
import { broken, by, continuesLastConversation } from '../../broken/broken-adapter.ts';
import { change, drop, first, last, meets, set } from '../../broken/operations.ts';

export const brokenGoogleInteractions = broken('google-interactions', {
  'mixes-interactions': {
    title: 'Client continues the conversation that it answered last',
    caught: by('sends-options', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...continuesLastConversation,
  },
  'omits-names-of-results': {
    title: 'Function results lack the function name',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: drop('input[type=function_result].name'),
  },
  'passes-strict-to-interactions': {
    title: 'Functions are declared with a strict flag',
    caught: by('request-schema', 'call-single'),
    phase: 'request',
    sent: set('tools[type=function].strict', true),
  },
  'sends-first-of-two-function-results': {
    title: 'Only the first of parallel results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: first('input[type=function_result]'),
  },
  'omits-tools-of-next-turn': {
    title: 'Tools are declared in the first turn only',
    caught: by('sends-tools', 'call-single'),
    phase: 'multi-turn',
    sent: drop('[previous_interaction_id].tools'),
  },
  'reports-failure-as-result': {
    title: 'Function failure is sent as a success',
    caught: by('sends-function-results', 'result-error'),
    phase: 'multi-turn',
    sent: drop('input[type=function_result].is_error'),
  },
  'drops-signature-of-thought': {
    title: 'Reasoning signatures are dropped from the history',
    caught: by('sends-opaque-state', 'store-false'),
    phase: 'multi-turn',
    sent: drop('input[type=thought].signature'),
  },
  'drops-earlier-reasoning-steps': {
    title: 'Only the reasoning of the last step goes back',
    caught: by('sends-opaque-state', 'reasoning-steps-store-false/complete'),
    phase: 'multi-turn',
    sent: last('input[type=thought]'),
  },
  'sends-reasoning-before-all-calls': {
    title: 'Reasoning of all steps goes before the first call',
    caught: by('sends-opaque-state', 'reasoning-steps-store-false/complete'),
    phase: 'multi-turn',
    sent: change('input', (steps: readonly object[]) => [
      ...steps.filter(meets('type=user_input|thought')),
      ...steps.filter(meets('type!=user_input|thought')),
    ]),
  },
  'drops-signature-of-call': {
    title: 'Signature of a call is not sent back',
    caught: by('sends-opaque-state', 'store-false'),
    phase: 'multi-turn',
    sent: drop('input[type=function_call].signature'),
  },
  'chooses-tool-without-functions': {
    title: 'Tool choice is sent without functions',
    caught: by('request-provider-rules', 'search-no-results'),
    phase: 'request',
    sent: set('generation_config', { tool_choice: 'auto' }),
  },
  'counts-citations-in-characters': {
    title: 'Citation offsets are read as characters',
    caught: by('returns-citation-spans', 'search-basic/complete'),
    phase: 'response',
    body: change('steps[].content[].annotations[].start_index', (index: number) => index - 1),
  },
  'awaits-requires-action': {
    title: 'Status "requires_action" is returned as a stop',
    caught: by('returns-finish-reason', 'call-single'),
    phase: 'response',
    told: change('finishReason', (reason) => (reason === 'tool_calls' ? 'stop' : reason)),
  },
  'miscounts-reasoning-tokens': {
    title: 'Reasoning is not counted as output tokens',
    caught: by('returns-usage', 'call-single'),
    phase: 'response',
    told: change('usage', ({ reasoningTokens = 0, outputTokens = 0, ...usage }: UsageDetails) => ({
      ...usage,
      reasoningTokens,
      outputTokens: outputTokens - reasoningTokens,
    })),
  },
  'drops-steps-behind-text': {
    title: 'Steps after the text are dropped',
    caught: by('returns-hosted-tools', 'search-basic'),
    phase: 'response',
    told: drop('messages[].contents[type=hosted-tool-call]', 'contents[type=hosted-tool-call]'),
  },
  'drops-server-name-of-interaction': {
    title: 'Server of an MCP call is dropped',
    caught: by('returns-hosted-tools', 'call-basic/complete'),
    phase: 'response',
    returned: drop('[type=hosted-tool-call].serverName'),
  },
  'drops-score-limit-silently': {
    title: 'Score threshold is dropped without a warning',
    caught: by('sends-tools', 'search-and-retrieval/declaration-members'),
    phase: 'request',
    told: drop('warnings[]'),
  },
  'drops-token-of-server': {
    title: 'Token of an MCP server is not sent',
    caught: by('sends-tools', 'remote-mcp/declaration-members'),
    phase: 'request',
    sent: drop('tools[type=mcp_server].headers'),
  },
});
