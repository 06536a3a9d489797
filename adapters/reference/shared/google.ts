/** The SDK's client, made of the caller's settings and of nothing else. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import { ApiError, GoogleGenAI, type GoogleGenAIOptions } from '@google/genai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ClientSettings,
  type Credentials,
  InvalidToolError,
  type Tool,
  type Warning,
  WireError,
} from '../../../spec/contract/index.ts';
import { errorsOf, isContractError, nameOf } from './errors.ts';
import { objects, text } from './json.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { bearer, bearerFrom, type SecretInUse } from './settings.ts';

/** The variants of this column. */
export type Surface = 'gemini-api' | 'vertex';

/** @throws TypeError when there is no such surface */
export function surfaceOf({ surface = 'gemini-api' }: Pick<ClientSettings, 'surface'>): Surface {
  if (surface === 'vertex') return surface;
  if (surface in versions) return 'gemini-api';
  const known = [...Object.keys(versions), 'vertex'].join(', ');
  throw new TypeError(`Google has no surface ${JSON.stringify(surface)}; its surfaces are ${known}.`);
}

/** Of the Gemini API, by what a caller names; first the one that the SDK itself would call. */
const versions: Readonly<Record<string, string>> = {
  'gemini-api': 'v1',
  'gemini-api-v1': 'v1',
  'gemini-api-v1beta': 'v1beta',
};

/**
 * @param inUse is kept up to date
 * @param fetch what the client sends with; where absent, each call may name its own
 * @throws TypeError when the credentials are of a kind that the surface does not take or cannot be sent, when the base URL is
 * none, or when Vertex AI is not told project and location
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse, fetch?: typeof globalThis.fetch): GoogleGenAI {
  const options = {
    ...(surfaceOf(settings) === 'vertex' ? vertexOptions(settings, inUse) : geminiOptions(settings, inUse)),
    httpOptions: { baseUrl: settings.baseUrl, ...(fetch ? { fetch } : {}) },
  };
  return new GoogleGenAI(options);
}

function geminiOptions(
  { credentials, surface = 'gemini-api' }: ClientSettings,
  inUse: SecretInUse,
): GoogleGenAIOptions {
  if (credentials.type !== 'apiKey') {
    throw new TypeError(`The Gemini API takes credentials of type "apiKey", not "${credentials.type}".`);
  }
  return { vertexai: false, apiVersion: versions[surface] ?? 'v1', apiKey: bearer(credentials.apiKey, inUse) };
}

/**
 * The token goes to Google's authentication library as a client of its own, so that the library never looks for credentials: a
 * client that was given to it is used as it is, before any file, variable or metadata server is asked.
 */
function vertexOptions({ credentials, parameters = {} }: ClientSettings, inUse: SecretInUse): GoogleGenAIOptions {
  const { project, location } = parameters;
  if (!project || !location) {
    throw new TypeError('Vertex AI needs "project" and "location" in the parameters of the settings.');
  }
  const token = tokenOf(credentials, inUse);
  const authClient = {
    getRequestHeaders: async () => new Headers({ authorization: `Bearer ${await token()}` }),
  } as unknown as NonNullable<NonNullable<GoogleGenAIOptions['googleAuthOptions']>['authClient']>;
  return { vertexai: true, apiVersion: 'v1beta1', project, location, googleAuthOptions: { authClient } };
}

function tokenOf(credentials: Credentials, inUse: SecretInUse): () => Promise<string> {
  switch (credentials.type) {
    case 'bearerToken': {
      const token = bearer(credentials.token, inUse);
      return async () => token;
    }
    case 'tokenProvider':
      return () => bearerFrom(credentials.getToken, inUse);
    default:
      throw new TypeError(
        `Vertex AI takes credentials of type "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}

// The answer of one call as it came.

/**
 * A `fetch` for one call that keeps what it saw. The SDK copies the members that it knows into objects of its own and leaves
 * the rest behind (`finishMessage`, `createTime`, an error that is not numbered), and its errors have no headers.
 */
export class AnswerCopy {
  #status: number | undefined;
  #unsent: unknown;
  #headers = new Headers();
  #text = '';
  readonly #events: (Json | undefined)[] = [];

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init).catch((error: unknown) => {
      this.#unsent = error;
      throw error;
    });
    this.#status = response.status;
    this.#headers = response.headers;
    if (!response.body) return response;
    const isStream = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    return new Response(isStream ? inPlainWords(this.#eventsOf(response.body)) : this.#kept(response.body), response);
  };

  /** The HTTP status; `undefined` while nothing came. */
  get status(): number | undefined {
    return this.#status;
  }

  /** Why nothing came; `undefined` where something did. SDKs wrap it in errors of their own. */
  get unsent(): unknown {
    return this.#unsent;
  }

  get headers(): Headers {
    return this.#headers;
  }

  /** The body so far, parsed; `undefined` where it is no JSON. */
  json(): Json | undefined {
    return parsed(this.#text);
  }

  /** The next event of the stream; `undefined` where there is none, or where it holds no object. */
  nextEvent(): JsonObject | undefined {
    const event = this.#events.shift();
    return isJsonObject(event) ? event : undefined;
  }

  async *#eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
    for await (const { data } of serverSentEvents(this.#kept(body))) {
      this.#events.push(parsed(data));
      yield data;
    }
    // An error may stand behind the events, in none of them.
    const last =
      this.#text
        .trimEnd()
        .split(/\r?\n\r?\n/)
        .at(-1) ?? '';
    if (!last.startsWith('{')) return;
    this.#events.push(parsed(last));
    yield last;
  }

  #kept(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const decoder = new TextDecoder();
    const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
      this.#text += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    };
    return body.pipeThrough(new TransformStream({ transform }));
  }
}

/**
 * Events in the one spelling that the SDK's own reader knows: a line of data and nothing else. It passes over an event with a
 * comment, an id or a name before its data.
 */
const inPlainWords = (events: AsyncIterable<string>): BodyInit =>
  NodeStream.from(
    (async function* () {
      const encoder = new TextEncoder();
      for await (const data of events) yield encoder.encode(`data: ${data.replaceAll('\n', ' ')}\n\n`);
    })(),
  ) as BodyInit;

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

// What the API says, and its SDK throws, when something goes wrong.

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
    // Interactions have the code as a text, and no status.
    return {
      code: text(error.status) ?? text(error.code),
      message: text(error.message),
      retryAfter: retryDelay(error),
    };
  },
  thrown(error, phase) {
    if (error instanceof ApiError) return { is: 'rejected', body: errorInside(error.message) };
    // `fetch` says that there was no connection by a TypeError with a cause.
    const isUnsent = phase === 'sending' && error instanceof TypeError && error.cause !== undefined;
    return isUnsent ? { is: 'no-connection', cause: error.cause } : undefined;
  },
});

export const { providerError, invalidRequest } = errors;

/** What the SDK throws says little; what came over the wire says the rest. */
export function explained(error: unknown, copy: AnswerCopy, secret: string): unknown {
  const { status, headers } = copy;
  if (isContractError(error)) return error;
  if (status === undefined) return copy.unsent ?? error;
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

// Tools: what Google has no member for.

/** Source: `FunctionDeclaration.name`. */
export const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
export const nameRule =
  'Google takes names of 1 to 128 letters A-Z and a-z, digits, underscores, dots, colons and hyphens that begin with a letter or an underscore.';

/** Wishes that the API has no member for. */
export function unsaid(tool: Tool, members: readonly string[]): Warning[] {
  const given = new Map<string, unknown>(Object.entries(tool));
  return members
    .filter((member) => given.get(member) !== undefined)
    .map((member) => ({
      code: 'unsupported-setting',
      message: `${member} of ${tool.type} was not sent: Google has no member for it.`,
    }));
}

/** @throws InvalidToolError for a server whose calls the user is to approve */
export function demandUnasked({ approvalMode }: Extract<Tool, { type: 'mcp-server' }>): void {
  if (approvalMode !== 'always') return;
  const why = 'Google asks nobody before it calls a server, so "approvalMode" cannot be "always".';
  throw new InvalidToolError('mcp-server', why);
}

/** @throws InvalidToolError where one of them is set: to leave it out would let the tool do more, or something else */
export function demandUnset<T extends Tool>(tool: T, members: readonly (keyof T & string)[], why: string): void {
  const set = members.find((member) => tool[member] !== undefined);
  if (set !== undefined) throw new InvalidToolError(tool.type, `"${set}" cannot be said to Google: ${why}.`);
}
