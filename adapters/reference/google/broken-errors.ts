/** Defects of an adapter of the Gemini API in errors, and in streams that end early. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponse, ProviderError } from '../../../spec/contract/index.ts';
import { broken, by, providerErrors } from '../../broken/broken-adapter.ts';
import { change, isObject, set } from '../../broken/operations.ts';
import type { ReadEvent } from '../../broken/wire.ts';

/** What stands at the end of an answer, as the wire says it. */
const ended: JsonObject = { finishReason: 'STOP', index: 0 };

/** Fails as an adapter does that expects parts in every candidate. */
const countParts = (raw: unknown) => {
  const [candidate] = (raw as { candidates: { content: { parts: unknown[] } }[] }).candidates;
  return (candidate as { content: { parts: unknown[] } }).content.parts.length >= 0 ? raw : undefined;
};

export const brokenGoogleErrors = broken('google', {
  'crashes-on-missing-parts': {
    title: 'Candidate without parts throws a TypeError',
    caught: by('error-types', 'finish-malformed-call', 'finish-unexpected-call', 'finish-length-no-content'),
    from: ['B167'],
    told: change('rawRepresentation', countParts),
  },
  'mistakes-stream-without-finish-for-complete': {
    title: 'Interrupted stream ends like a complete one',
    caught: by('returns-provider-errors', 'stream-truncated/stream'),
    events: change('', (events: readonly ReadEvent[]) =>
      /"finishReason"|"error"|"promptFeedback"/.test(JSON.stringify(events))
        ? events
        : [...events, { data: { candidates: [ended] } }],
    ),
  },
  'mistakes-error-body-for-empty': {
    title: 'Error body with status 200 becomes an empty response',
    caught: by('returns-provider-errors', 'error-status-200-permanent/complete'),
    body: set('[error]', { candidates: [ended] }),
  },
  'crashes-on-blocked-prompt': {
    title: 'Blocked prompt is thrown as an empty response',
    caught: by('returns-provider-errors', 'finish-prompt-blocked/complete'),
    response: change('', (response: ChatResponse) => {
      if (isObject(response.rawRepresentation) && response.rawRepresentation.candidates) return response;
      throw new ProviderError('the provider gave no candidates', { status: 502, retryable: true });
    }),
  },
  'drops-retry-info': {
    title: 'Error lacks retryAfter',
    caught: by('returns-provider-errors', 'error-quota/complete', 'error-rate-limit'),
    fails: providerErrors({ requestId: undefined, retryAfter: undefined }),
  },
  'marks-permanent-errors-retryable': {
    title: 'Error without a status is always retryable',
    caught: by('error-retryable', 'error-status-200-permanent'),
    fails: providerErrors(({ status }) =>
      status === undefined ? { requestId: undefined, retryAfter: undefined, retryable: true } : {},
    ),
  },
  'returns-nan-retry-after': {
    title: 'Missing retry delay becomes NaN',
    caught: by('error-retryable', 'error-schema-invalid', 'error-gateway-502'),
    fails: providerErrors(({ retryAfter = Number.NaN }) => ({ requestId: undefined, retryAfter })),
  },
});
