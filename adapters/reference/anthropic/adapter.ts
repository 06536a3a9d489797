import Anthropic, { type APIPromise, type ClientOptions } from '@anthropic-ai/sdk';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatResponse,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';
import { timerFor } from '../shared/call-deadline.ts';
import { type Api, type Request, referenceAdapter, warned } from '../shared/client.ts';
import { defined, objects, text } from '../shared/json.ts';
import { bearerOf, parameterOf, type SecretInUse } from '../shared/settings.ts';
import { exchange } from '../shared/stainless.ts';
import { actionToolsOf } from './actions.ts';
import { errors } from './errors.ts';
import { invokeModel, type Service } from './invoke-model.ts';
import { buildRequest } from './request.ts';
import { responseFromMessage } from './response.ts';
import { StreamReader, updatesFromEvents } from './stream.ts';
import { betasOf } from './tools.ts';

/** Anthropic Messages (`POST /v1/messages`, API version 2026-10-21) on the official SDK. */
export const adapter: Adapter = referenceAdapter('anthropic', (settings, inUse, adapterId) =>
  apiOf(serviceOf(settings, inUse), settings, adapterId),
);

function serviceOf(settings: ClientSettings, inUse: SecretInUse): Service {
  if (settings.surface === 'bedrock-invoke') return invokeModel(settings, inUse);
  const sdk = createSdk(settings, inUse);
  return {
    errors,
    whole: (body, call) => exchange(call, 'Anthropic', 'json', ({ signal }) => createMessage(sdk, body, signal)),
    events: (body, call) =>
      exchange(call, 'Anthropic', 'event-stream', ({ signal }) =>
        createMessage<AsyncIterable<unknown>>(sdk, body, signal),
      ),
  };
}

const apiOf = (service: Service, settings: ClientSettings, adapterId: string): Api<Request> => ({
  errors: service.errors,
  ...(service.close ? { close: service.close } : {}),
  sendsAll: () => true,
  takesMediaResults: true,
  prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),

  async whole({ body }, call) {
    const turn = new Turn(body);
    const responses: ChatResponse[] = [];
    let response: ChatResponse;
    do {
      const message = await service.whole(turn.body, call);
      response = responseFromMessage(message, actionToolsOf(turn.body));
      responses.push(response);
    } while (turn.goesOn(response.rawRepresentation));
    return turn.whole(responses);
  },

  begins: warned,

  async *streamed({ body }, call) {
    const turn = new Turn(body);
    let reader: StreamReader | undefined;
    do {
      const events = await service.events(turn.body, call);
      reader = new StreamReader(reader, actionToolsOf(turn.body));
      for await (const update of updatesFromEvents(events, reader)) yield turn.part(update);
    } while (turn.goesOn(reader.message));
  },
});

// A turn of the model, over as many exchanges as the API cuts it into.

/** A turn that pauses more often than this is given back as it is, with the finish reason `pause_turn`. */
export const mostContinuations = 10;

/**
 * The API pauses a long turn of tools that it runs itself (stop reason `pause_turn`) and goes on when what it said is sent
 * back unchanged. To the caller that is one response: one message, with the usage of all exchanges.
 */
export class Turn {
  #body: JsonObject;
  #continuations = 0;
  #messageId: string | undefined;

  constructor(body: JsonObject) {
    this.#body = body;
  }

  /** What the next exchange sends. */
  get body(): JsonObject {
    return this.#body;
  }

  /**
   * Takes in the message that ended an exchange, whole and as the API wrote it. True when the turn goes on, with a new
   * {@link body}.
   */
  goesOn(message: Json | undefined): boolean {
    if (!isJsonObject(message) || !this.#continues(text(message.stop_reason))) return false;
    this.#continuations++;
    this.#body = continued(this.#body, message);
    return true;
  }

  /** An update as part of the turn: under the id of its first message, and without a reason to finish while it goes on. */
  part<T extends ChatResponseUpdate>(update: T): T {
    const { finishReason, ...rest } = update;
    this.#messageId ??= update.messageId;
    return {
      ...rest,
      ...(finishReason === undefined || this.#continues(finishReason) ? {} : { finishReason }),
      ...(update.messageId === undefined ? {} : { messageId: this.#messageId }),
    } as T;
  }

  /** The responses of its exchanges as one. */
  whole(responses: readonly ChatResponse[]): ChatResponse {
    const [only, second] = responses;
    if (only && !second) return only;
    return {
      ...foldUpdates(responses.map((response) => this.part(asUpdate(response)))),
      rawRepresentation: responses.map(({ rawRepresentation }) => rawRepresentation ?? null),
    };
  }

  #continues(reason: string | undefined): boolean {
    return reason === 'pause_turn' && this.#continuations < mostContinuations;
  }
}

/**
 * The request again, with what the assistant said so far at the end of it, in the container in which its code ran. The API makes
 * one turn of neighbours of one role.
 */
function continued(body: JsonObject, message: JsonObject): JsonObject {
  return defined({
    ...body,
    messages: [...objects(body.messages), { role: 'assistant', content: message.content ?? [] }],
    container: container(body.container, message.container),
  });
}

function container(asked: Json | undefined, used: Json | undefined): Json | undefined {
  if (!isJsonObject(used) || typeof used.id !== 'string' || typeof asked === 'string') return asked;
  return isJsonObject(asked) ? { ...asked, id: used.id } : used.id;
}

function asUpdate(response: ChatResponse): ChatResponseUpdate {
  const { messages, responseId, modelId, finishReason, usage } = response;
  const [message] = messages;
  return defined({
    role: 'assistant' as const,
    contents: message?.contents ?? [],
    messageId: message?.messageId,
    responseId,
    modelId,
    finishReason,
    usage,
  });
}

// The SDK's client, made of the caller's settings and of nothing else.

/** Beta headers are sent where a tool wants them, whichever of these is meant. */
const versions = ['2026-10-21', '2023-06-01'];
const surfaces = [
  'ga',
  'beta',
  ...versions,
  'foundry',
  'claude-platform-aws',
  'bedrock-mantle',
  'vertex',
  'bedrock-invoke',
];

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Anthropic does not take or cannot be sent, when the base URL is none, or
 * there is no such surface, or it lacks a parameter
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): Anthropic {
  const { surface = 'ga' } = settings;
  if (!surfaces.includes(surface))
    throw new TypeError(`Anthropic has no surface ${JSON.stringify(surface)}; its surfaces are ${surfaces}.`);
  const options: ClientOptions = {
    // Every way is sent as `Authorization: Bearer`; the SDK reads no other source once one is given.
    apiKey: bearerOf(settings.credentials, inUse, 'Anthropic'),
    authToken: null,
    baseURL: `${settings.baseUrl}${['foundry', 'bedrock-mantle'].includes(surface) ? '/anthropic' : ''}`,
    ...(versions.includes(surface) ? { defaultHeaders: { 'anthropic-version': surface } } : {}),
    ...(surface === 'claude-platform-aws'
      ? { defaultHeaders: { 'anthropic-workspace-id': parameterOf(settings, surface, 'workspace') } }
      : {}),
    ...(surface === 'vertex'
      ? { fetch: withVertexForm(parameterOf(settings, surface, 'project'), parameterOf(settings, surface, 'location')) }
      : {}),
    // Given with every request, so that the SDK does not refuse large `max_tokens` without streaming.
    timeout: timerFor(settings.timeout),
    maxRetries: 0,
    webhookKey: null,
    logLevel: 'off',
    openTelemetry: false,
  };
  return new Anthropic(options);
}

/** Sends a body; by the beta endpoint, with the headers it wants, only where a tool is not to be had without. */
function createMessage<T>(sdk: Anthropic, body: JsonObject, signal: AbortSignal): APIPromise<T> {
  const betas = betasOf(body);
  const options = { signal };
  const call: APIPromise<unknown> =
    betas.length === 0
      ? sdk.messages.create(body as never, options)
      : sdk.beta.messages.create({ ...body, betas } as never, options);
  return call as APIPromise<T>;
}

/** Vertex AI has the model in the path, and the version in the body. Source: `@anthropic-ai/vertex-sdk` 1.1.3. */
const withVertexForm =
  (project: string, location: string): typeof fetch =>
  (input, init) => {
    const { model, ...body } = JSON.parse(String(init?.body));
    const headers = new Headers(init?.headers);
    const version = headers.get('anthropic-version');
    headers.delete('anthropic-version');
    const method = body.stream === true ? 'streamRawPredict' : 'rawPredict';
    const path = `/v1/projects/${project}/locations/${location}/publishers/anthropic/models/${model}:${method}`;
    return fetch(new URL(path, String(input)), {
      ...init,
      headers,
      body: JSON.stringify({ ...body, anthropic_version: version }),
    });
  };
