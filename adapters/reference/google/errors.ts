/** What the API says, and its SDK throws, when something goes wrong. */
import { ApiError } from '@google/genai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { WireError } from '../../../spec/contract/index.ts';
import { errorsOf, isContractError, nameOf } from '../shared/errors.ts';
import { objects, text } from '../shared/json.ts';
import type { AnswerCopy } from './answer-copy.ts';

export const errors = errorsOf({
  provider: 'Google',
  invalidRequest: 'invalid_request_error',
  /** Source: `google.rpc.Code`. */
  retryable: new Map([
    ['UNAVAILABLE', true],
    ['RESOURCE_EXHAUSTED', true],
    ['DEADLINE_EXCEEDED', true],
    ['INTERNAL', true],
    ['ABORTED', true],
  ]),
  /** `{ "error": { "code", "message", "status", "details" } }`, or a list of such where a stream was asked for. */
  read(body) {
    const outer: unknown = Array.isArray(body) ? body[0] : body;
    const error = isJsonObject(outer) && isJsonObject(outer.error) ? outer.error : {};
    return { code: text(error.status), message: text(error.message), retryAfter: retryDelay(error) };
  },
  thrown(error, phase) {
    if (error instanceof ApiError) return { is: 'rejected', body: errorInside(error.message) };
    // `fetch` says that there was no connection by a TypeError with a cause.
    const isUnsent = phase === 'sending' && error instanceof TypeError && error.cause !== undefined;
    return isUnsent ? { is: 'no-connection', cause: error.cause } : undefined;
  },
});

export const { providerError, unsendable } = errors;

/** What the SDK throws says little; what came over the wire says the rest. */
export function explained(error: unknown, copy: AnswerCopy, secret: string): unknown {
  const { status, headers } = copy;
  if (status === undefined || isContractError(error)) return error;
  if (status >= 400) return providerError(copy.json(), status, headers, secret);
  if (error instanceof ApiError) return error;
  const type = headers.get('content-type');
  return new WireError(`The answer of Google (${type}) broke off or is not what the API promises (${nameOf(error)}).`);
}

/** Milliseconds, from `google.rpc.RetryInfo`: `{ "@type": "…RetryInfo", "retryDelay": "34.5s" }`. */
function retryDelay(error: JsonObject): number | undefined {
  const info = objects(error.details).find((detail) => text(detail['@type'])?.endsWith('google.rpc.RetryInfo'));
  const seconds = Number.parseFloat(String(info?.retryDelay));
  return seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}

/** An error inside a stream stands in the SDK's message: `got status: UNAVAILABLE. {"error":{…}}`. */
function errorInside(message: string): Json | undefined {
  try {
    return JSON.parse(message.slice(message.indexOf('{')));
  } catch {
    return undefined;
  }
}
