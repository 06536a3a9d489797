/** The SDK, made of the caller's settings and of nothing else. */
import { MistralCore } from '@mistralai/mistralai/core.js';
import { SDKHooks } from '@mistralai/mistralai/hooks/hooks.js';
import type { SDKOptions } from '@mistralai/mistralai/lib/config.js';
import { HTTPClient } from '@mistralai/mistralai/lib/http.js';
import { ConnectionError, UnexpectedClientError } from '@mistralai/mistralai/models/errors/httpclienterrors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, WireError } from '../../../spec/contract/index.ts';
import { timerFor } from './call-deadline.ts';
import type { Call } from './client.ts';
import { errorsOf } from './errors.ts';
import { list, text } from './json.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { bearerOf, type SecretInUse } from './settings.ts';

/**
 * A function of the SDK (`@mistralai/mistralai/funcs/…`), with whatever input it takes for valid: what is sent is the body that
 * stands beside it.
 */
export type Operation = (
  core: MistralCore,
  options: { readonly signal: AbortSignal },
) => PromiseLike<{ readonly ok: boolean; readonly error?: unknown }>;

interface Mistral {
  /** The answer, parsed and as it was written. @throws errors of the contract */
  answer(operation: Operation, body: JsonObject, call: Call): Promise<unknown>;
  /** The data of its events, as they were written. @throws errors of the contract, also while being iterated */
  events(operation: Operation, body: JsonObject, call: Call): AsyncIterable<unknown>;
}

/** @throws TypeError when the credentials are of a kind that Mistral does not take or cannot be sent */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): Mistral {
  const options = optionsOf(settings, inUse);

  /** An exchange up to its answer's headers and, where it is no stream, to its end. */
  async function exchange(operation: Operation, body: JsonObject, call: Call): Promise<Answer> {
    const { signal } = call;
    const written = new WrittenExchange(body, signal);
    const core = new MistralCore({ ...options, httpClient: written.httpClient });
    call.phase = 'reading';
    const { error } = await Promise.resolve(operation(core, { signal })).catch((thrown: unknown) => ({
      error: thrown,
    }));
    // Whatever the SDK thinks of an answer: it is read here.
    const { answer } = written;
    if (!answer) throw error;
    if (answer.status >= 400) throw providerError(answer.json(), answer.status, answer.headers, inUse.secret);
    return answer;
  }

  return {
    answer: async (operation, body, call) => (await exchange(operation, body, call)).demandJson(),
    async *events(operation, body, call) {
      yield* (await exchange(operation, body, call)).events();
    },
  };
}

function optionsOf(settings: ClientSettings, inUse: SecretInUse): SDKOptions & { hooks: SDKHooks } {
  return {
    apiKey: bearerOf(settings.credentials, inUse, 'Mistral'),
    serverURL: settings.baseUrl,
    timeoutMs: timerFor(settings.timeout),
    retryConfig: { strategy: 'none' },
    // Without one, the SDK takes the console where MISTRAL_DEBUG is set, and shows it bodies and headers.
    debugLogger: { group: () => {}, groupEnd: () => {}, log: () => {} },
    hooks: withoutHooks(),
  };
}

/** Its own trace where the environment says so (MISTRAL_SDK_TELEMETRY), and write to the console. */
function withoutHooks(): SDKHooks {
  const none = {
    sdkInitHooks: [],
    beforeCreateRequestHooks: [],
    beforeRequestHooks: [],
    afterSuccessHooks: [],
    afterErrorHooks: [],
  };
  return Object.assign(new SDKHooks(), none);
}

// What the APIs of Mistral say, and their SDK throws, when something goes wrong.

export const errors = errorsOf({
  provider: 'Mistral',
  invalidRequest: 'invalid_request_error',
  requestId: 'mistral-correlation-id',
  /**
   * `{ "message", "type", "code" }`; `{ "detail" }` of a request that does not fit the schema, as text or as a list of
   * `{ "loc", "msg", "type" }`; the event `conversation.response.error`. Where it has no code, its type stands in.
   */
  read(body) {
    const { code, type, message, detail } = isJsonObject(body) ? body : {};
    const isEvent = String(type).startsWith('conversation.');
    return {
      code: codeOf(code) ?? (isEvent ? undefined : text(type)),
      message: text(message) ?? detailOf(isJsonObject(message) ? message.detail : detail),
    };
  },
  thrown(error) {
    if (error instanceof ConnectionError) return { is: 'no-connection', cause: error.cause };
    return error instanceof UnexpectedClientError ? { is: 'broken-off', cause: error.cause } : undefined;
  },
});

export const { providerError, invalidRequest } = errors;

const codeOf = (code: Json | undefined): string | undefined =>
  typeof code === 'number' ? String(code) : text(code) || undefined;

function detailOf(detail: Json | undefined): string | undefined {
  const said = (list(detail) ?? []).flatMap((each) => (isJsonObject(each) ? (text(each.msg) ?? []) : []));
  return text(detail) ?? (said.join('; ') || undefined);
}

// One exchange through the SDK of Mistral, with request and answer as they stand on the wire. The SDK writes and reads the members
// that its version knows and drops the others without a word; here it addresses, signs and sends, and leaves the JSON and the
// events alone.

/** Ends a stream in some APIs of Mistral. */
const endOfStream = '[DONE]';

class WrittenExchange {
  /** For the SDK: sends the body in place of the one that it would make. */
  readonly httpClient: HTTPClient;
  /** What came; `undefined` as long as nothing has. */
  answer: Answer | undefined;

  constructor(body: JsonObject, signal: AbortSignal) {
    this.httpClient = new HTTPClient({
      fetcher: async (input) => {
        const { url, method, headers } = input as Request;
        const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal });
        this.answer = await answerOf(response);
        return this.answer.copy();
      },
    });
  }
}

/** An answer as it came: read to its end, or a stream that nobody has looked into. */
class Answer {
  readonly status: number;
  readonly headers: Headers;
  /** `undefined` where it broke off. */
  readonly #text: string | undefined;
  readonly #stream: ReadableStream<Uint8Array> | undefined;

  constructor({ status, headers }: Response, text: string | undefined, stream?: ReadableStream<Uint8Array>) {
    this.status = status;
    this.headers = headers;
    this.#text = text;
    this.#stream = stream;
  }

  /** The body, parsed; `undefined` where it is no JSON. */
  json(): unknown {
    return this.#text === undefined ? undefined : parsed(this.#text);
  }

  /** @throws WireError it is no JSON, or broke off */
  demandJson(): unknown {
    const value = this.json();
    if (value === undefined) throw new WireError(`${this.#described()}, which is not JSON or broke off.`);
    return value;
  }

  /**
   * The data of the events, as they were written.
   *
   * @throws WireError it is no stream of events, or an event of it is no JSON
   */
  events(): AsyncIterable<unknown> {
    if (!this.#stream) throw new WireError(`${this.#described()}, which is no stream of events.`);
    return dataOf(this.#stream);
  }

  /** For the SDK. Of a stream it gets none, for it would take hold of it. */
  copy(): Response {
    return new Response(this.#text ?? '', { status: this.status, headers: this.headers });
  }

  #described(): string {
    return `Mistral answered with ${JSON.stringify(this.headers.get('content-type') ?? 'no content type')}`;
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  if (isStream && response.ok && response.body) return new Answer(response, undefined, response.body);
  const text = await response.text().catch(() => undefined);
  return new Answer(response, text);
}

/** Not by the SDK's `EventStream`: it looks through all that it holds again with every piece, so that a long event takes minutes. */
async function* dataOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  for await (const { data } of serverSentEvents(stream)) {
    if (data === endOfStream) return;
    const value = parsed(data);
    if (value === undefined) throw new WireError('An event of the stream is not JSON.');
    yield value;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
