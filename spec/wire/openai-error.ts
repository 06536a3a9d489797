import type { JsonObject } from '../../files/canonical-json.ts';
import type { ErrorFact } from '../facts/fact.ts';
import { asObject, asString } from './json.ts';

/**
 * The error that an HTTP body `{ error: { code, type, message } }`, a failed response's `error: { code, message }` or an
 * `error` event `{ code, message }` says. Source: `ResponseError`, `ResponseErrorEvent` and `APIError` of `openai`.
 *
 * @param status the HTTP status; absent where the error came in an answer that had begun.
 */
export function errorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error) ?? body;
  const type = error === body ? undefined : asString(error?.type);
  const code = asString(error?.code) ?? type;
  const retryable = status === undefined ? isWorthAnother.get(code ?? '') : undefined;
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
    ...(retryable === undefined ? {} : { retryable }),
  };
}

/**
 * Codes of a moment, and of what stays wrong. Source: `ResponseError.code` and `LastError.code` of `openai`;
 * https://platform.openai.com/docs/guides/error-codes.
 */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
  ['server_error', true],
  ['rate_limit_exceeded', true],
  ['vector_store_timeout', true],
  ['insufficient_quota', false],
  ['invalid_prompt', false],
  ['invalid_image', false],
]);
