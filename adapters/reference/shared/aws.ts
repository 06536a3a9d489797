/** What every client of an SDK of AWS is made of: the caller's settings, and nothing of this machine. */
import { buffer } from 'node:stream/consumers';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { type Errors, errorsOf, systemCode } from './errors.ts';
import { bearer, bearerFrom, type SecretInUse } from './settings.ts';

/**
 * The configuration of a client. What is said here keeps the SDK from looking it up elsewhere: in the environment, in `~/.aws`
 * or at the metadata service of a machine of AWS. A bearer token of the environment (`AWS_BEARER_TOKEN_BEDROCK`) would even
 * take the place of the signature.
 *
 * Keys sign requests; a key of the Bedrock API is a bearer token, in whichever way it is given.
 *
 * @param inUse is kept up to date
 * @throws TypeError when the credentials cannot be sent, the base URL is none, or no region is to be had
 */
export function awsClientConfig(settings: ClientSettings, inUse: SecretInUse) {
  const { baseUrl } = settings;
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  return {
    ...authentication(settings.credentials, inUse),
    // The SDK would send the path behind a slash of its own.
    endpoint: baseUrl.replace(/\/+$/, ''),
    region: regionOf(settings),
    // The SDK's own speaks HTTP/2, which nothing intercepts.
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: '',
    // The SDK's own tells of the machine, and where this runs as AWS_EXECUTION_ENV says.
    defaultUserAgentProvider: async (): Promise<[string][]> => [['aws-sdk-js']],
    disableClockSkewCorrection: true,
  };
}

/** A client, as far as its middleware is concerned. */
interface WithMiddleware {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Keeps a client from passing on what surrounds this process: within AWS Lambda it sends the trace that the environment names.
 *
 * @throws Error the SDK has no such middleware any more
 */
export function withoutSurroundings<C extends WithMiddleware>(client: C): C {
  if (client.middlewareStack.remove('recursionDetectionMiddleware')) return client;
  throw new Error('The SDK of AWS no longer has its "recursionDetectionMiddleware".');
}

function authentication(credentials: ClientSettings['credentials'], inUse: SecretInUse) {
  switch (credentials.type) {
    case 'awsKeys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      // The last one is the one to be kept out of messages.
      for (const sent of [accessKeyId, sessionToken ?? 'none', secretAccessKey]) bearer(sent, inUse);
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
      return { credentials: keys, authSchemePreference: ['sigv4'] };
    }
    case 'bearerToken':
      return byToken(bearer(credentials.token, inUse));
    case 'apiKey':
      return byToken(bearer(credentials.apiKey, inUse));
    case 'tokenProvider':
      return byToken(() => bearerFrom(credentials.getToken, inUse));
  }
}

function byToken(token: string | (() => Promise<string>)) {
  return {
    // Expired as soon as it is used: whoever gives tokens knows which one holds.
    token: async () => ({ token: typeof token === 'string' ? token : await token(), expiration: new Date(0) }),
    authSchemePreference: ['httpBearerAuth'],
  };
}

/** The region is part of the signature, whatever the host. */
function regionOf({ parameters = {} }: ClientSettings): string {
  const { region } = parameters;
  if (region) return region;
  throw new TypeError('Amazon Bedrock needs "region" in the parameters of the settings: requests are signed for it.');
}

// Bodies and events as they stand on the wire. An SDK of AWS writes and reads the members that its version knows and drops the
// others without a word; here it signs, sends, takes frames apart and names errors, and leaves the JSON alone.

/** The part of a command that is used here. */
interface Sendable {
  readonly middlewareStack: {
    // The SDK's own types of middleware name input and output of the command, of which nothing is needed here.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    add(middleware: any, options: { step: 'serialize'; priority: 'low'; name: string }): void;
    // biome-ignore lint/suspicious/noExplicitAny: see above
    add(middleware: any, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}

/** Sends this body in place of the one that the SDK would make of the command's input. Returns the command. */
export function withBody<C extends Sendable>(command: C, body: JsonObject): C {
  const middleware =
    <R>(next: (args: { readonly request: unknown }) => Promise<R>) =>
    (args: { readonly request: unknown }) => {
      const request = args.request as { body: string; headers: Record<string, string> };
      request.body = JSON.stringify(body);
      request.headers['content-type'] = 'application/json';
      return next(args);
    };
  command.middlewareStack.add(middleware, { step: 'serialize', priority: 'low', name: 'bodyAsWritten' });
  return command;
}

/** An answer in JSON, as it came. */
interface WrittenAnswer {
  /** The body, parsed; `undefined` where it is no JSON, or where nothing came. */
  json(): unknown;
}

/**
 * Keeps the JSON that answers a command.
 *
 * @throws WireError while the command is sent: the answer broke off
 */
export function keepingAnswer(command: Sendable): WrittenAnswer {
  let bytes = Buffer.alloc(0);
  const middleware =
    <R>(next: (args: R) => Promise<{ response: unknown }>) =>
    async (args: R) => {
      const result = await next(args);
      const response = result.response as { body: unknown };
      try {
        bytes = await buffer(response.body as AsyncIterable<Buffer>);
      } catch {
        throw new WireError('The answer broke off.');
      }
      // A copy: the SDK makes of what it is given something of its own.
      response.body = Uint8Array.from(bytes);
      return result;
    };
  command.middlewareStack.add(middleware, { step: 'deserialize', priority: 'low', name: 'answerAsWritten' });
  return { json: () => parsed(bytes) };
}

/** A frame as the SDK's decoder gives it. */
interface DecodedFrame {
  readonly headers: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly body: Uint8Array;
}

type Decode = (event: Record<string, DecodedFrame>) => Promise<unknown>;

/** The part of a client that takes event streams apart. */
interface StreamingClient {
  readonly config: { eventStreamMarshaller: unknown };
}

interface Marshaller {
  deserialize(body: unknown, decode: Decode): AsyncIterable<unknown>;
}

/**
 * Makes a client give events as `{ [type]: payload }`, the payload as the provider wrote it, and events that its version does
 * not know too. Exceptions stay the SDK's business.
 *
 * @throws WireError while the stream is read: a payload is no JSON
 */
export function giveEventsAsWritten(client: StreamingClient): void {
  const marshaller = client.config.eventStreamMarshaller as Marshaller;
  const deserialize = marshaller.deserialize.bind(marshaller);
  marshaller.deserialize = (body, decode) =>
    deserialize(body, async (event) => {
      // One frame, under what it calls itself.
      const [[type, frame]] = Object.entries(event) as [[string, DecodedFrame]];
      if (frame.headers[':message-type']?.value !== 'event') return decode(event);
      const payload = parsed(frame.body);
      if (payload === undefined) throw new WireError('An event of the stream is not JSON.');
      return { [type]: payload };
    });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

// What an API of AWS says, and its SDK throws, when something goes wrong.

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
const awsErrors = (provider: string): Errors =>
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
      return { code, message: modelTextOf(error), requestId };
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
function modelTextOf({ name, message }: Error): string | undefined {
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

export const bedrock: Errors = awsErrors('Amazon Bedrock');
export const bedrockAgents: Errors = awsErrors('Amazon Bedrock Agents');
