import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ErrorFact } from '../../facts/fact.ts';
import { asObject, asString } from '../json.ts';

/**
 * The error that `{ "type": "error", "error": { type, message } }` says. Source: `ErrorResponse` of `@anthropic-ai/sdk`.
 *
 * @param status the HTTP status; absent where the error came inside a stream that had begun.
 */
export function errorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error);
  const code = asString(error?.type);
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
  };
}
