/** What the API says, and its SDK throws, when something goes wrong. */
import { isRestError, RestError } from '@azure/core-rest-pipeline';
import { isJsonObject } from '../../../files/canonical-json.ts';
import { errorsOf } from '../shared/errors.ts';
import { text } from '../shared/json.ts';

export const errors = errorsOf({
  provider: 'Azure AI Foundry',
  invalidRequest: 'invalid_request_error',
  requestId: 'x-request-id',
  /** Source: `RunError`. */
  retryable: new Map([
    ['server_error', true],
    ['rate_limit_exceeded', true],
  ]),
  /**
   * `{ "code", "message", "type" }`: the member `error` of a body, or the `last_error` of a run. Where it has no code, its type
   * stands in. Source: `AgentErrorDetail`, `RunError` of `@azure/ai-agents`.
   */
  read(error) {
    const { code, type, message } = isJsonObject(error) ? error : {};
    return { code: text(code) ?? text(type), message: text(message) };
  },
  thrown(error, phase) {
    if (!isRestError(error) || phase === 'reading') return undefined;
    return error.code === RestError.PARSE_ERROR ? { is: 'broken-off' } : { is: 'no-connection', cause: error };
  },
});

export const { providerError } = errors;
