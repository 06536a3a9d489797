import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { ErrorFact } from '../facts/fact.ts';
import { asArray, asObject, asString } from './json.ts';

/**
 * The error that an answer of Mistral says: `{ object: "error", message, type, code }`, the same inside an `error`, or `{ detail
 * }`, which is text or a list of what does not fit. The code is a text or a number; where there is none, the type stands in.
 * Source: `HTTPValidationError`, `ValidationError`,
 * `ResponseErrorEvent` of `@mistralai/mistralai`.
 *
 * @param status the HTTP status; absent where the error came in an answer that had begun.
 */
export function mistralErrorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error) ?? body ?? {};
  // What is told in an event has the event's own type.
  const type = asString(error.type)?.startsWith('conversation.') ? undefined : asString(error.type);
  const code = typeof error.code === 'number' ? String(error.code) : asString(error.code) || type;
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error.message) ?? detailsOf(asObject(error.message)?.detail ?? error.detail),
  };
}

function detailsOf(detail: Json | undefined): string {
  const messages = (asArray(detail) ?? []).flatMap((one) => asString(asObject(one)?.msg) ?? []);
  return asString(detail) ?? messages.join('; ');
}
