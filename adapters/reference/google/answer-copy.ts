/** The answer of one call as it came. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { serverSentEvents } from '../shared/server-sent-events.ts';

/**
 * A `fetch` for one call that keeps what it saw. The SDK copies the members that it knows into objects of its own and leaves
 * the rest behind (`finishMessage`, `createTime`, an error that is not numbered), and its errors have no headers.
 */
export class AnswerCopy {
  #status: number | undefined;
  #headers = new Headers();
  #text = '';
  readonly #events: (Json | undefined)[] = [];

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
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
    for await (const { data } of serverSentEvents(body)) {
      this.#events.push(parsed(data));
      yield data;
    }
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
