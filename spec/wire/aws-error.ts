/** How services of AWS say that something failed: with the answer's status, or in a frame of an answer that had begun. */
import type { JsonObject } from '../../files/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { ErrorFact } from '../facts/fact.ts';
import type { EventFrame } from './event-stream.ts';
import { failureHeaders } from './failure-headers.ts';
import { asObject, asString, jsonOf } from './json.ts';

/**
 * The error that an answer with a status of failure says: its name in a header (or, of some services, in the body), the rest in
 * the body. Source: Smithy, AWS restJson1 protocol, "Operation error serialization".
 */
export function awsHttpError(response: HttpResponse): ErrorFact {
  const body = asObject(jsonOf(response.body));
  const name = headerOf(response, 'x-amzn-errortype') ?? asString(body?.code) ?? asString(body?.__type);
  return { ...errorFact(name, body, response.status), ...failureHeaders(response, 'x-amzn-requestid') };
}

/**
 * The error that a frame says; `undefined` where it says none. Source: Smithy, "Amazon Event Stream Specification": frames of
 * type `exception` name an exception of the service's model, frames of type `error` any other.
 */
export function awsFrameError({ headers, payload }: EventFrame): ErrorFact | undefined {
  switch (headers[':message-type']) {
    case 'exception':
      return errorFact(headers[':exception-type'], asObject(payload));
    case 'error':
      return errorFact(headers[':error-code'], { message: headers[':error-message'] ?? '' });
    default:
      return undefined;
  }
}

/**
 * One name for one error: `com.amazon#ThrottlingException:http://…` and a frame's `throttlingException`, the name of the member
 * of the union of events, are both the `ThrottlingException` of the service's model.
 */
function errorFact(name: string | undefined, body: JsonObject | undefined, status?: number): ErrorFact {
  const [bare = ''] = (name ?? '').replace(/^.*?#/, '').split(/[:,]/);
  const code = bare.trim().replace(/^[a-z]/, (letter) => letter.toUpperCase());
  const retryable = isWorthAnother.get(code);
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === '' ? {} : { code }),
    message: asString(body?.message) ?? asString(body?.Message) ?? '',
    ...(retryable === undefined ? {} : { retryable }),
  };
}

/**
 * Exceptions of a moment, and of what stays wrong. Source: Amazon Bedrock, "Troubleshooting Amazon Bedrock API error codes", and
 * the descriptions of exceptions in the API references of Converse and InvokeAgent ("Retry your request").
 */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
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
