/** What an API of AWS says, and its SDK throws, when something goes wrong. */
import { type Errors, errorsOf, systemCode } from './errors.ts';

/** Exceptions that mean "later". */
const later = [
  'BadGatewayException',
  'InternalServerException',
  'ModelNotReadyException',
  'ModelStreamErrorException',
  'ModelTimeoutException',
  'ServiceUnavailableException',
  'ThrottlingException',
];

/** @param provider named in messages */
export const awsErrors = (provider: string): Errors =>
  errorsOf({
    provider,
    invalidRequest: 'ValidationException',
    retryable: new Map(later.map((code) => [code, true])),
    /** The exception that the SDK made of it. */
    read(thrown) {
      const error = asError(thrown);
      const { requestId, headers } = answerOf(error);
      // Where its body cannot be read, a header still names the exception.
      const code = codeOf(error.name) ?? codeOf(headers?.get('x-amzn-errortype')?.split(':', 1)[0] ?? '');
      return { code, message: wordsOf(error), requestId };
    },
    thrown(error, phase) {
      const thrown = asError(error);
      const { status = 0, headers } = answerOf(error);
      const isBegun = phase === 'reading' || status > 0;
      if (status >= 400 || '$fault' in thrown || (isBegun && isNamedByFrame(thrown))) {
        return { is: 'rejected', body: error, status: status || undefined, ...(headers ? { headers } : {}) };
      }
      if (isBegun) return { is: 'broken-off', mediaType: foreignType(headers) };
      return systemCode(thrown) === undefined ? undefined : { is: 'no-connection', cause: thrown };
    },
  });

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** What the SDK calls an exception that names none. */
const namesOfNone = new Set(['', 'Error', 'Unknown', 'UnknownError', 'SyntaxError']);

/** The exception's own name: `ThrottlingException`. In frames it begins in lower case. */
function codeOf(name: string): string | undefined {
  return namesOfNone.has(name) ? undefined : name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Of an exception that it does not know, the SDK takes the whole payload for the message. */
function wordsOf({ name, message }: Error): string | undefined {
  // What it says of a body that is no JSON is not the provider's.
  if (name === 'SyntaxError' || typeof message !== 'string') return undefined;
  try {
    const { message: words } = JSON.parse(message);
    return typeof words === 'string' ? words : message;
  } catch {
    return message;
  }
}

/** Of what a frame names, and its version does not know, the SDK makes a bare error of that name; its own and Node's have a class or a code. */
const isNamedByFrame = (thrown: Error): boolean =>
  Object.getPrototypeOf(thrown) === Error.prototype && !namesOfNone.has(thrown.name) && !('code' in thrown);

/** The media type of an answer that is none of the API's. */
function foreignType(headers: Headers | undefined): string | undefined {
  const type = headers?.get('content-type') ?? undefined;
  return type === undefined || /json|eventstream/.test(type) ? undefined : type;
}

interface AnswerSeen {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly headers?: Headers | undefined;
}

/** What the SDK knows of the answer that an error came with. */
function answerOf(error: unknown): AnswerSeen {
  const { $metadata, $response } = (error ?? {}) as {
    $metadata?: { httpStatusCode?: number; requestId?: string };
    $response?: { statusCode?: number; headers?: Record<string, string> };
  };
  const headers = $response?.headers && new Headers($response.headers);
  return {
    status: $metadata?.httpStatusCode ?? $response?.statusCode,
    requestId: $metadata?.requestId ?? headers?.get('x-amzn-requestid') ?? undefined,
    headers,
  };
}
