/** The answer of one call as it came. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** What ends an event, as the SDK's own reader has it. */
const eventEnd = /\r\n\r\n|\n\n|\r\r/;

/**
 * A `fetch` for one call that keeps what it saw. The SDK copies the members that it knows into objects of its own and leaves
 * the rest behind (`finishMessage`, `createTime`, an error that is not numbered), and its errors have no headers.
 */
export class AnswerCopy {
  #status: number | undefined;
  #headers = new Headers();
  #text = '';
  #read = 0;

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    this.#status = response.status;
    this.#headers = response.headers;
    if (!response.body) return response;
    const decoder = new TextDecoder();
    const keep = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#text += decoder.decode(chunk, { stream: true });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(keep), response);
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

  /** The next event of the stream that is whole; `undefined` where there is none, or where it holds no object. */
  nextEvent(): JsonObject | undefined {
    for (;;) {
      const rest = this.#text.slice(this.#read);
      const end = eventEnd.exec(rest);
      if (!end) return undefined;
      this.#read += end.index + end[0].length;
      const event = rest.slice(0, end.index).trim();
      if (!event.startsWith('data:')) continue;
      const value = parsed(event.slice('data:'.length));
      return isJsonObject(value) ? value : undefined;
    }
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
