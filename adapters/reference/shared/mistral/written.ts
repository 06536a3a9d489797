/**
 * One exchange through the SDK of Mistral, with request and answer as they stand on the wire. The SDK writes and reads the members
 * that its version knows and drops the others without a word; here it addresses, signs and sends, and leaves the JSON and the
 * events alone.
 */

import { HTTPClient } from '@mistralai/mistralai/lib/http.js';
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { WireError } from '../../../../spec/contract/index.ts';
import { serverSentEvents } from '../server-sent-events.ts';

/** Ends a stream in some APIs of Mistral. */
const endOfStream = '[DONE]';

export class WrittenExchange {
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
export class Answer {
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
