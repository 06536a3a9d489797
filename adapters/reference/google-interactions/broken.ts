/** Defects of an adapter of Google's Interactions. */
import { broken, by } from '../../broken/broken-adapter.ts';
import { drop, first, set } from '../../broken/operations.ts';

export const brokenGoogleInteractions = broken('google-interactions', {
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
});
