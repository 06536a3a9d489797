/** What the API says, and its SDK throws, when something goes wrong. */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { isJsonObject } from '../../../lib/canonical-json.ts';
import { errorsOf } from '../shared/errors.ts';
import { text } from '../shared/json.ts';
import { thrownByStainless } from '../shared/stainless.ts';

export const errors = errorsOf({
  provider: 'Anthropic',
  invalidRequest: 'invalid_request_error',
  requestId: 'request-id',
  retryable: new Map([
    ['api_error', true],
    ['overloaded_error', true],
    ['rate_limit_error', true],
    ['timeout_error', true],
  ]),
  /** `{ "type": "error", "error": { "type", "message" }, "request_id" }`. */
  read(body) {
    const outer = isJsonObject(body) ? body : {};
    const inner = isJsonObject(outer.error) ? outer.error : {};
    return { code: text(inner.type), message: text(inner.message), requestId: text(outer.request_id) };
  },
  thrown: thrownByStainless({ APIConnectionError, APIConnectionTimeoutError, APIError }),
});

export const { providerError, invalidRequest } = errors;
