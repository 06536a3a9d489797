/** How answers say that something failed: what several provider APIs share. */

import type { JsonObject } from '../../lib/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { ErrorFact, LocatedFact } from '../facts/fact.ts';
import type { EventFrame } from './events.ts';
import { asObject, asString, jsonOf } from './json.ts';

/**
 * What the headers of an answer that failed say: in how many milliseconds to ask again, and what the provider calls the request.
 * A date to ask again at says nothing that could be compared without a clock. Source: RFC 9110, section 10.2.3.
 *
 * @param idHeader the provider's header for the id of a request
 */
export function failureHeaders(response: HttpResponse, idHeader: string): Pick<ErrorFact, 'retryAfter' | 'requestId'> {
  const requestId = headerOf(response, idHeader);
  const wait = numberIn(headerOf(response, 'retry-after-ms')) ?? inMilliseconds(headerOf(response, 'retry-after'));
  return {
    ...(wait === undefined ? {} : { retryAfter: Math.round(wait) }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

const inMilliseconds = (seconds: string | undefined): number | undefined => {
  const count = numberIn(seconds);
  return count === undefined ? undefined : count * 1000;
};

const numberIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;

/**
 * Of an answer that is no JSON: what it says it is, such as a page of a proxy, for whoever looks for the cause has to hear it;
 * or that it broke off, where it says that it is JSON.
 */
export function unreadableResponse(response: HttpResponse, path: string): LocatedFact[] {
  const type = headerOf(response, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
  if (type === '' || type.includes('json')) return [truncatedResponse(path)];
  return [{ fact: { kind: 'error', message: '', unreadable: type }, path }];
}

/** An error, without what is not known of it. */
export const errorOf = ({
  status,
  code,
  message = '',
  retryable,
}: {
  readonly [member in 'status' | 'code' | 'message' | 'retryable']?: ErrorFact[member] | undefined;
}): ErrorFact => ({
  kind: 'error',
  ...(status === undefined ? {} : { status }),
  ...(code === undefined ? {} : { code }),
  message,
  ...(retryable === undefined ? {} : { retryable }),
});

/** A stream that ends before what it tells is over, or an answer that tells nothing. */
export const truncatedResponse = (path: string): LocatedFact => ({
  fact: { kind: 'error', message: '', unreadable: '' },
  path,
});

/**
 * The error that an HTTP body `{ error: { code, type, message } }`, a failed response's `error: { code, message }` or an
 * `error` event `{ code, message }` says; xAI has the message as `error`, beside the code. Source: `ResponseError`, `ResponseErrorEvent` and `APIError` of `openai`.
 *
 * @param status the HTTP status; absent where the error came in an answer that had begun.
 */
export function openAiErrorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error) ?? body;
  const type = asString(error?.type);
  // An event of the Responses API says by its type alone that it is an error.
  const code = asString(error?.code) ?? (error === body && type === 'error' ? undefined : type);
  const retryable = status === undefined ? isWorthAnotherOfOpenAi.get(code ?? '') : undefined;
  return errorOf({ status, code, message: asString(error?.message) ?? asString(body?.error), retryable });
}

/**
 * Codes of a moment, and of what stays wrong. Source: `ResponseError.code` and `LastError.code` of `openai`;
 * https://platform.openai.com/docs/guides/error-codes.
 */
const isWorthAnotherOfOpenAi: ReadonlyMap<string, boolean> = new Map([
  ['server_error', true],
  ['rate_limit_exceeded', true],
  ['vector_store_timeout', true],
  ['insufficient_quota', false],
  ['invalid_prompt', false],
  ['invalid_image', false],
]);

// How services of AWS say that something failed: with the answer's status, or in a frame of an answer that had begun.

/**
 * The error that an answer with a status of failure says: its name in a header (or, of some services, in the body), the rest in
 * the body. Source: Smithy, AWS restJson1 protocol, "Operation error serialization".
 */
export function awsHttpError(response: HttpResponse): ErrorFact {
  const body = asObject(jsonOf(response.body));
  const name = headerOf(response, 'x-amzn-errortype') ?? asString(body?.code) ?? asString(body?.__type);
  return { ...awsErrorFact(name, body, response.status), ...failureHeaders(response, 'x-amzn-requestid') };
}

/**
 * The error that a frame says; `undefined` where it says none. Source: Smithy, "Amazon Event Stream Specification": frames of
 * type `exception` name an exception of the service's model, frames of type `error` any other.
 */
export function awsFrameError({ headers, payload }: EventFrame): ErrorFact | undefined {
  switch (headers[':message-type']) {
    case 'exception':
      return awsErrorFact(headers[':exception-type'], asObject(payload));
    case 'error':
      return awsErrorFact(headers[':error-code'], { message: headers[':error-message'] ?? '' });
    default:
      return undefined;
  }
}

/**
 * One name for one error: `com.amazon#ThrottlingException:http://…` and a frame's `throttlingException`, the name of the member
 * of the union of events, are both the `ThrottlingException` of the service's model.
 */
export function awsErrorFact(name: string | undefined, body: JsonObject | undefined, status?: number): ErrorFact {
  const [bare = ''] = (name ?? '').replace(/^.*?#/, '').split(/[:,]/);
  const code = bare.trim().replace(/^[a-z]/, (letter) => letter.toUpperCase());
  const message = asString(body?.message) ?? asString(body?.Message);
  return errorOf({ status, code: code || undefined, message, retryable: isWorthAnotherOfAws.get(code) });
}

/**
 * Exceptions of a moment, and of what stays wrong. Source: Amazon Bedrock, "Troubleshooting Amazon Bedrock API error codes", and
 * the descriptions of exceptions in the API references of Converse and InvokeAgent ("Retry your request").
 */
const isWorthAnotherOfAws: ReadonlyMap<string, boolean> = new Map([
  ['BadGatewayException', true],
  ['InternalServerException', true],
  ['ModelNotReadyException', true],
  ['ModelStreamErrorException', true],
  ['ModelTimeoutException', true],
  ['ServiceUnavailableException', true],
  ['ThrottlingException', true],
  ['AccessDeniedException', false],
  ['ResourceNotFoundException', false],
  ['ValidationException', false],
]);
