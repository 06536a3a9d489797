/** Defects of an adapter of xAI's Responses. */
import { asksFromMember, broken, by, providerErrors } from '../../broken/broken-adapter.ts';
import { append, change, drop, first, last, set } from '../../broken/operations.ts';

export const brokenXaiResponses = broken('xai-responses', {
  'mixes-messages-of-calls': {
    title: 'Client keeps messages of a call in a member',
    caught: by('sends-history', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...asksFromMember,
  },
  'declares-custom-tool-to-xai': {
    title: 'Custom tool is declared to xAI',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: append('tools', { type: 'custom', name: 'note', description: 'Takes a note.' }),
  },
  'declares-reserved-name-to-xai': {
    title: 'Function is declared with a reserved name',
    caught: by('request-provider-rules', 'call-no-arguments'),
    phase: 'request',
    sent: change('tools[type=function].name', () => 'tool_search'),
  },
  'drops-code-of-flat-error': {
    title: 'Code of a flat error is dropped',
    caught: by('returns-provider-errors', 'error-rate-limit'),
    phase: 'error',
    fails: providerErrors({ code: undefined }),
  },
  'drops-encrypted-reasoning-of-xai': {
    title: 'Encrypted reasoning is not sent back',
    caught: by('sends-opaque-state', 'store-false'),
    phase: 'multi-turn',
    sent: drop('input[type=reasoning]'),
  },
  'drops-earlier-reasoning-of-xai': {
    title: 'Only the reasoning of the last step goes back',
    caught: by('sends-opaque-state', 'reasoning-steps-store-false/complete'),
    phase: 'multi-turn',
    sent: last('input[type=reasoning]'),
  },
  'sends-first-of-two-results-to-xai': {
    title: 'Only the first of parallel results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    phase: 'multi-turn',
    sent: first('input[type=function_call_output]'),
  },
  'sends-two-conversation-links-to-xai': {
    title: 'Both conversation and previous_response_id are sent',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: set('[previous_response_id=*].conversation', 'conv_boat'),
  },
  'reads-search-of-x-as-function': {
    title: 'Search of X becomes a call of the application',
    caught: by('returns-hosted-tools', 'raw-tool-x-search/complete'),
    phase: 'response',
    body: change('output[type=custom_tool_call].call_id', () => 'call_1'),
  },
  'reads-hosted-code-as-function': {
    title: 'Call of the code interpreter becomes a function call',
    caught: by('returns-hosted-tools', 'execution-basic/complete'),
    phase: 'response',
    body: change('output[type=code_interpreter_call].type', () => 'function_call'),
  },
  'sends-custom-call-to-xai': {
    title: 'Call goes back as a custom call',
    caught: by('request-provider-rules', 'store-false'),
    phase: 'multi-turn',
    sent: set('input[type=function_call].type', 'custom_tool_call'),
  },
  'sends-no-key-to-xai': {
    title: 'Requests carry no credentials',
    caught: by('request-requirements', 'call-single'),
    phase: 'request',
    requestHeaders: drop('authorization'),
  },
  'names-no-model-of-xai': {
    title: 'Requests name no model',
    caught: by('request-requirements', 'call-single'),
    phase: 'request',
    sent: drop('model'),
  },
  'drops-domains-of-xai': {
    title: 'Allowed domains of a search are not sent',
    caught: by('sends-tools', 'web-search/declaration-members'),
    phase: 'request',
    sent: drop('tools[type=web_search].allowed_domains'),
  },
  'drops-place-of-searcher-silently': {
    title: 'Location of a search is dropped without a warning',
    caught: by('sends-tools', 'web-search/declaration-members'),
    phase: 'request',
    told: drop('warnings[]'),
  },
  'drops-stop-texts-silently': {
    title: 'Stop sequences are dropped without a warning',
    caught: by('sends-options', 'options-lacking'),
    phase: 'request',
    told: drop('warnings[]'),
  },
});
