/** Errors of the provider in the midst of an answer that had begun, as each provider API says them. */
import { isEventStream } from '../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import { lengthOf, withPieces } from './answer.ts';
import { exceptions } from './exceptions.ts';
import { type FaultsOf, kindsApart } from './fault.ts';
import { event, frame, type Piece } from './pieces.ts';

/** An event or a frame, as a body lists it, and what to call it. */
interface LateError {
  readonly name: string;
  readonly piece: Piece;
}

const message = 'It broke off in the midst of the answer.';

const said = (name: string, data: object, type?: string): LateError => ({ name, piece: event(data, type) });

/** Source: Smithy, "Amazon Event Stream Specification": exceptions of the service's model, and any other error. */
const ofAws: readonly LateError[] = [
  ...exceptions.map(({ name }) => {
    const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return { name, piece: frame({ ':message-type': 'exception', ':exception-type': member }, { message }) };
  }),
  {
    name: 'InternalFailure',
    piece: frame({ ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': message }),
  },
];

/** Source: `ResponseErrorEvent` of `openai`. */
const ofResponses = ['server_error', 'rate_limit_exceeded'].map((code) =>
  said(code, { type: 'error', code, message, param: null, sequence_number: 1 }, 'error'),
);

/** Source: `AssistantStreamEvent.ErrorEvent` of `openai`, `ErrorEvent` of `@azure/ai-agents`. */
const ofRuns = ['server_error', 'rate_limit_exceeded'].map((code) =>
  said(code, { code, message, param: null, type: 'server_error' }, 'error'),
);

/**
 * By provider API. Mistral's documents know none in a stream of chat completions.
 *
 * Source: Anthropic, "Errors" and "Streaming messages: error events"; `ResponseErrorEvent` of `@mistralai/mistralai`; Google,
 * `google.rpc.Status`; the SDK of OpenAI throws what holds a member `error`.
 */
const lateErrors: Readonly<Record<string, readonly LateError[]>> = {
  anthropic: ['overloaded_error', 'api_error', 'timeout_error', 'invalid_request_error'].map((type) =>
    said(type, { type: 'error', error: { type, message } }, 'error'),
  ),
  'openai-responses': ofResponses,
  'azure-foundry-v2': ofResponses,
  'openai-chat': ['server_error', 'rate_limit_exceeded', 'insufficient_quota'].map((code) =>
    said(code, { error: { message, type: code, param: null, code } }),
  ),
  'openai-assistants': ofRuns,
  'azure-foundry-agents': ofRuns,
  google: (
    [
      [503, 'UNAVAILABLE'],
      [500, 'INTERNAL'],
      [429, 'RESOURCE_EXHAUSTED'],
      [400, 'INVALID_ARGUMENT'],
    ] as const
  ).map(([code, status]) => said(status, { error: { code, message, status } })),
  mistral: [500, 503, 422].map((code) =>
    said(String(code), { type: 'conversation.response.error', message, code }, 'conversation.response.error'),
  ),
  'bedrock-converse': ofAws,
  'bedrock-agents': ofAws,
};

export const apisWithLateErrors: readonly string[] = Object.keys(lateErrors);

/** Every error that the API knows, behind the first half of a stream, and behind its first event. */
export const late: FaultsOf = (response, operation, providerApi = '') => {
  const length = lengthOf(response) ?? 0;
  const places = length === 0 ? [] : [1, Math.ceil(length / 2)];
  const isFrames = isEventStream(headerOf(response, 'content-type') ?? '');
  const fits = ({ piece }: LateError) => 'headers' in piece === isFrames;
  return (lateErrors[providerApi] ?? []).filter(fits).flatMap(({ name, piece }) =>
    places.map((behind, i) => ({
      ...kindsApart(`${operation} ${i}`, name),
      what: `the answer to ${operation} ends with the error ${name} behind event ${behind} of ${length}`,
      arrives: () => endingWith(response, piece, behind),
    })),
  );
};

const endingWith = (response: HttpResponse, last: object, behind: number): HttpResponse =>
  withPieces(response, <T>(piece: T, at: number) =>
    at >= behind ? [] : at === behind - 1 ? [piece, last as T] : [piece],
  );
