/** Defects of an adapter of Mistral conversations. */
import { abortsEarlierCall, broken, by, continuesLastConversation } from '../../broken/broken-adapter.ts';
import { all, change, double, drop, first, meets, set } from '../../broken/operations.ts';

/** Content without its sources: of an entry a list, of an event one chunk. */
const withoutReferences = (content: unknown) => {
  if (Array.isArray(content)) return content.filter((chunk) => !isReference(chunk));
  return isReference(content) ? '' : content;
};

const isReference = meets('type=tool_reference');

export const brokenMistral = broken('mistral', {
  'mixes-mistral-conversations': {
    title: 'Client continues the conversation that it answered last',
    caught: by('sends-options', 'setup-calls-at-once'),
    phase: 'multi-turn',
    ...continuesLastConversation,
  },
  // As in https://github.com/livekit/agents/pull/5586: the conversation still stays locked.
  'aborts-earlier-call': {
    title: 'Call aborts an earlier one of its conversation',
    caught: by('returns-provider-errors', 'setup-conversation-in-use'),
    phase: 'multi-turn',
    ...abortsEarlierCall,
  },
  'drops-schema-of-format': {
    title: 'Response format is JSON without its schema',
    caught: by('sends-options', 'output-format-beside-functions'),
    phase: 'request',
    sent: set('completion_args.[response_format].response_format', { type: 'json_object' }),
  },
  'closes-nested-objects': {
    title: 'Nested objects allow no other members',
    caught: by('sends-tools', 'schema-keywords'),
    phase: 'schema',
    sent: set('tools[].function.parameters.**[type=object,!additionalProperties].additionalProperties', false),
  },
  'omits-model': {
    title: 'Conversation begins without a model',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'request',
    sent: drop('model'),
  },
  'sends-result-object': {
    title: 'Function result is sent as an object',
    caught: by('request-provider-rules', 'call-single'),
    phase: 'multi-turn',
    sent: change('inputs[type=function.result].result', (text) => ({ text })),
  },
  'leaks-entry-metadata': {
    title: 'Library note is sent with entries',
    caught: by('request-schema', 'call-single'),
    phase: 'multi-turn',
    sent: set('inputs[].is_error', false),
  },
  'omits-credentials-on-append': {
    title: 'Second request lacks the credentials',
    caught: by('request-requirements', 'call-single'),
    phase: 'multi-turn',
    requestHeaders: drop('authorization'),
  },
  'redeclares-tools-on-append': {
    title: 'Tools are declared again in a conversation',
    caught: by('request-provider-rules', 'call-single/complete', 'call-parallel/stream'),
    to: /\/conversations\/[^/]+$/,
    sent: set('tools', []),
  },
  'drops-new-instructions-without-warning': {
    title: 'Changed instructions are dropped without a warning',
    caught: by('sends-options', 'conversation-new-instructions-unsupported'),
    told: drop('warnings[]'),
  },
  'appends-first-result-only': {
    title: 'Only the first of several results is sent',
    caught: by('request-provider-rules', 'call-parallel'),
    sent: first('inputs[type=function.result]'),
  },
  'drops-denial-reason-without-warning': {
    title: 'Reason of a denial is dropped without a warning',
    caught: by('sends-approvals', 'connector-approval-mixed'),
    told: drop('warnings[]'),
  },
  'drops-foreign-reasoning-without-warning': {
    title: 'Inexpressible reasoning is dropped without a warning',
    caught: by('sends-history', 'history-foreign'),
    told: drop('warnings[]'),
  },
  'ignores-edited-content': {
    title: 'Edited message goes back unedited',
    caught: by('sends-history', 'history-edited-entries'),
    sent: set('inputs[role=assistant,content=Let me look.].content', 'Let me look, for I do not know it by heart.'),
  },
  'duplicates-executions-in-history': {
    title: 'Tool execution is sent back twice',
    caught: by('sends-hosted-history', 'history-assembled-entries/complete', 'store-false/stream'),
    sent: double('inputs[type=tool.execution]'),
  },
  'drops-references-from-history': {
    title: 'Sources of a response are not sent back',
    caught: by('sends-hosted-history', 'store-false/complete', 'response-all-chunks-replayed/stream'),
    sent: change('inputs[].content', withoutReferences),
  },
  'drops-reference-titles': {
    title: 'Tool references lack their title',
    caught: by('returns-citation-spans', 'search-basic'),
    returned: drop('[type=text].annotations[].title'),
  },
  'drops-references': {
    title: 'Tool references are not read',
    caught: by('returns-citations', 'search-basic', 'file-search-basic/complete'),
    from: ['B191'],
    read: all(change('outputs[].content', withoutReferences), change('content', withoutReferences)),
  },
});
