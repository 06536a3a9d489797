/**
 * Requests through the SDK's own pipeline: its authentication, its API version, its transport.
 *
 * The SDK's methods would do all that too, but they put every body through types of version `v1`: a tool that is not among them is
 * declared as its type alone, and the call of one comes back as `{ type, id }`. So bodies are said and read here as they are on the
 * wire.
 */
import type { Readable } from 'node:stream';
import type { AgentsClient } from '@azure/ai-agents';
import {
  createHttpHeaders,
  createPipelineRequest,
  type HttpClient,
  type HttpMethods,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { parsedJson } from '../shared/arguments.ts';
import type { Call } from '../shared/client.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { serverSentEvents } from '../shared/server-sent-events.ts';
import { providerError } from './errors.ts';

/** One event of a stream, in the shape in which the SDK passes them on. */
export interface StreamEvent {
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
