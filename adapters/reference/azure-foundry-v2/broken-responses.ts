/** Defects in how answers are read. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { broken, by } from '../../broken/broken-adapter.ts';
import { all, change, drop, isObject, type Operation, replace, set } from '../../broken/operations.ts';
import { inData } from '../../broken/wire.ts';

/** An operation on each item of an answer: in a body, or streamed alone, where an event without its item is gone. */
const items = (operation: Operation): Operation =>
  all(inOutput(operation), (event) =>
    isObject(event) && isObject(event.item) ? operation(event.item).map((item) => ({ ...event, item })) : [event],
  );

const inOutput = (operation: Operation): Operation =>
  all(replace('output[]', operation), replace('response.output[]', operation));

export const brokenFoundryAnswers = broken('azure-foundry-v2', {
  'drops-late-approval-request': {
    title: 'Approval requests are not read',
    caught: by('returns-approval-requests', 'approval-granted/complete', 'approval-denied/complete'),
    read: items(drop('[type=mcp_approval_request]')),
  },
  'drops-pending-safety-checks': {
    title: 'Safety checks are not read',
    caught: by('returns-actions', 'safety-check-acknowledged/complete', 'safety-check-unacknowledged/stream'),
    read: items(drop('pending_safety_checks')),
  },
  'returns-provider-tool-names': {
    title: 'Hosted tools are returned under their wire names',
    caught: by(
      'returns-hosted-tools',
      'azure-ai-search/complete',
      'azure-function-basic/stream',
      'query-basic/complete',
      'bing-grounding-basic/stream',
    ),
    returned: change(
      '[type=hosted-tool-call|hosted-tool-result]',
      (content: { readonly rawRepresentation: JsonObject }) => ({
        ...content,
        tool: String(content.rawRepresentation.type).replace(/_call(_output)?$/, ''),
      }),
    ),
  },
  'drops-failed-images': {
    title: 'Failed image generation is not returned',
    caught: by('returns-hosted-tools', 'image-error'),
    read: items(drop('[type=image_generation_call,status=failed]')),
  },
  'drops-results-without-quote': {
    title: 'File search results without text are dropped',
    caught: by('returns-files', 'file-search-results-without-text'),
    read: items(drop('results[!text]', 'results[text=]')),
  },
  'drops-foundry-citations-when-folding': {
    title: 'Streamed citations are not returned',
    caught: by('returns-citations', 'search-basic/stream', 'file-search-basic/stream'),
    events: all(
      drop('[data.type=response.output_text.annotation.added]'),
      inData(items(drop('content[].annotations[]'))),
    ),
  },
  'mistakes-failed-stream-for-empty': {
    title: 'Failed stream becomes an empty response',
    caught: by('returns-provider-errors', 'error-response-failed/stream'),
    events: all(
      set('[data.type=response.failed].data.response.status', 'completed'),
      set('[data.type=response.failed].data.response.error', null),
      set('[data.type=response.failed].event', 'response.completed'),
      set('[data.type=response.failed].data.type', 'response.completed'),
    ),
  },
});
