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
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
  };
}
