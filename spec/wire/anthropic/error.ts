import type { JsonObject } from '../../../files/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../../recordings/format/exchange.ts';
import type { ErrorFact } from '../../facts/fact.ts';
import { asObject, asString } from '../json.ts';

/**
 * The error that `{ "type": "error", "error": { type, message } }` says. Source: `ErrorResponse` of `@anthropic-ai/sdk`.
 *
 * @param response what it is the body of; absent where the error came inside a stream that had begun.
 */
export function errorFact(body: JsonObject | undefined, response?: HttpResponse): ErrorFact {
  const error = asObject(body?.error);
  // A good status says nothing of an error.
  const status = response && response.status >= 400 ? response.status : undefined;
  const requestId = (response && headerOf(response, 'request-id')) ?? asString(body?.request_id);
  const retryAfter = response && waitingTime(response);
  const code = asString(error?.type);
  const retryable = status === undefined ? isWorthAnother.get(code ?? '') : undefined;
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
    ...(retryable === undefined ? {} : { retryable }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** Milliseconds, where they are told as such or in seconds. */
function waitingTime(response: HttpResponse): number | undefined {
  const milliseconds = headerOf(response, 'retry-after-ms');
  const time = Number(milliseconds ?? headerOf(response, 'retry-after') ?? Number.NaN) * (milliseconds ? 1 : 1000);
  return Number.isNaN(time) ? undefined : time;
}

/** Codes of a moment, and of what stays wrong. Source: https://platform.claude.com/docs/en/api/errors. */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
  ['overloaded_error', true],
  ['api_error', true],
  ['timeout_error', true],
  ['invalid_request_error', false],
  ['authentication_error', false],
  ['permission_error', false],
]);
