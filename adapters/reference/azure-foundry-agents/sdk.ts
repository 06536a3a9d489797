/** The SDK's client, made of the caller's settings and of nothing else. */
import type { Readable } from 'node:stream';
import { AgentsClient } from '@azure/ai-agents';
import {
  bearerTokenAuthenticationPolicyName,
  createHttpHeaders,
  createPipelineRequest,
  type HttpClient,
  type HttpMethods,
  isRestError,
  logPolicyName,
  type PipelinePolicy,
  type PipelineResponse,
  proxyPolicyName,
  RestError,
  tracingPolicyName,
} from '@azure/core-rest-pipeline';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { type Credential, credentialOf } from '../shared/azure.ts';
import type { Call } from '../shared/client.ts';
import { errorsOf } from '../shared/errors.ts';
import { parsedJson, text } from '../shared/json.ts';
import { serverSentEvents } from '../shared/server-sent-events.ts';
import type { SecretInUse } from '../shared/settings.ts';

/** The API's version by the surface that the matrix names. Source: `KnownVersions`; Azure.AI.Agents main.tsp. */
const apiVersions = new Map([
  ['v1', 'v1'],
  ['preview', '2025-05-15-preview'],
]);

export const surfaceOf = ({ surface = 'v1' }: Pick<ClientSettings, 'surface'>): string => surface;

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Azure AI Foundry does not take or cannot be sent, the base URL is
 * none, or the surface is not known
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse, httpClient: HttpClient): AgentsClient {
  const surface = surfaceOf(settings);
  const apiVersion = apiVersions.get(surface);
  if (apiVersion === undefined) {
    throw new TypeError(
      `Azure AI Foundry Agents have the surfaces "v1" and "preview", not ${JSON.stringify(surface)}.`,
    );
  }
  const credential = credentialOf(settings.credentials, inUse);
  const sdk = new AgentsClient(settings.baseUrl, credential, {
    apiVersion,
    httpClient,
    retryOptions: { maxRetries: 0 },
  });
  // What the first three would read of the environment, or tell of the call, is not the caller's.
  for (const name of [proxyPolicyName, logPolicyName, tracingPolicyName, bearerTokenAuthenticationPolicyName]) {
    sdk.pipeline.removePolicy({ name });
  }
  sdk.pipeline.addPolicy(bearerOf(credential));
  return sdk;
}

/** As the SDK's own, which refuses a gateway without TLS whatever its options say. */
const bearerOf = (credential: Credential): PipelinePolicy => ({
  name: bearerTokenAuthenticationPolicyName,
  async sendRequest(request, next) {
    const { token } = await credential.getToken();
    request.headers.set('Authorization', `Bearer ${token}`);
    return next(request);
  },
});

// Requests through the SDK's own pipeline: its authentication, its API version, its transport.
//
// The SDK's methods would do all that too, but they put every body through types of version `v1`: a tool that is not among them is
// declared as its type alone, and the call of one comes back as `{ type, id }`. So bodies are said and read here as they are on the
// wire.

/** One event of a stream, in the shape in which the SDK passes them on. */
interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** One HTTP exchange after the other, each with its own time. @throws errors of the contract, all of them */
export interface Wire {
  json(method: HttpMethods, path: string, body?: JsonObject): Promise<JsonObject>;
  events(path: string, body: JsonObject): Promise<AsyncIterable<StreamEvent>>;
}

export interface Sender {
  readonly sdk: AgentsClient;
  readonly httpClient: HttpClient;
  readonly settings: Pick<ClientSettings, 'baseUrl'>;
  readonly inUse: SecretInUse;
}

export function wireWithin(call: Call, { sdk, httpClient, settings, inUse }: Sender): Wire {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function send(method: HttpMethods, path: string, body: JsonObject | undefined, streams: boolean) {
    const ending = new AbortController();
    const end = () => ending.abort(call.signal.reason);
    call.signal.addEventListener('abort', end);
    if (call.signal.aborted) end();
    const request = createPipelineRequest({
      url: `${base}${path}`,
      method,
      headers: createHttpHeaders(body && { 'content-type': 'application/json' }),
      abortSignal: ending.signal,
      // The base URL says whether there is TLS.
      allowInsecureConnection: true,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(streams ? { streamResponseStatusCodes: new Set([200]) } : {}),
    });
    call.begin();
    const response = await sdk.pipeline.sendRequest(httpClient, request);
    call.phase = 'reading';
    if (streams) {
      // From here on the stream is ended, not the request: aborted when all has arrived, that throws where nobody can catch it.
      call.signal.removeEventListener('abort', end);
      // In Node the SDK has no other stream.
      const stream = response.readableStreamBody as Readable | undefined;
      call.signal.addEventListener('abort', () => stream?.destroy());
    }
    if (response.status > 299) throw refusal(response, inUse.secret);
    return response;
  }

  return {
    async json(method, path, body) {
      try {
        return objectIn(await send(method, path, body, false));
      } catch (error) {
        throw call.errorOf(error);
      }
    },
    async events(path, body) {
      try {
        return eventsIn(await send('POST', path, body, true));
      } catch (error) {
        throw call.errorOf(error);
      }
    },
  };
}

/** Text that is no JSON, and no text, are no object. */
const bodyOf = ({ bodyAsText }: PipelineResponse) => parsedJson(bodyAsText ?? '');

const typeOf = ({ headers }: PipelineResponse): string => headers.get('content-type') ?? 'no content type';

function refusal(response: PipelineResponse, secret: string): Error {
  const { status, headers } = response;
  const body = bodyOf(response);
  const error = isJsonObject(body) ? (body.error ?? body) : undefined;
  return providerError(error, status, new Headers(headers.toJSON()), secret);
}

function objectIn(response: PipelineResponse): JsonObject {
  const body = bodyOf(response);
  if (isJsonObject(body)) return body;
  throw new WireError(`Azure AI Foundry answered with ${JSON.stringify(typeOf(response))}, not with a JSON object.`);
}

async function* eventsIn(response: PipelineResponse): AsyncGenerator<StreamEvent> {
  const stream = response.readableStreamBody;
  const type = typeOf(response);
  if (!stream || !type.includes('event-stream')) {
    throw new WireError(`Azure AI Foundry answered with ${JSON.stringify(type)}, not with a stream of events.`);
  }
  for await (const { event, data } of serverSentEvents(stream as AsyncIterable<Uint8Array>)) {
    if (event !== 'done') yield { event, data: parsedJson(data) };
  }
}

// What the API says, and its SDK throws, when something goes wrong.

export const errors = errorsOf({
  provider: 'Azure AI Foundry',
  invalidRequest: 'invalid_request_error',
  requestId: 'x-request-id',
  /** Source: `RunError`. */
  retryable: new Map([
    ['server_error', true],
    ['rate_limit_exceeded', true],
  ]),
  /**
   * `{ "code", "message", "type" }`: the member `error` of a body, or the `last_error` of a run. Where it has no code, its type
   * stands in. Source: `AgentErrorDetail`, `RunError` of `@azure/ai-agents`.
   */
  read(error) {
    const { code, type, message } = isJsonObject(error) ? error : {};
    return { code: text(code) ?? text(type), message: text(message) };
  },
  thrown(error, phase) {
    if (!isRestError(error) || phase === 'reading') return undefined;
    return error.code === RestError.PARSE_ERROR ? { is: 'broken-off' } : { is: 'no-connection', cause: error };
  },
});

const { providerError } = errors;
