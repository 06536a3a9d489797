/** For tests: a provider that gives prepared answers and remembers what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import {
  type ChatClient,
  type ChatResponse,
  type ChatResponseUpdate,
  foldUpdates,
  isContractError,
} from '../../../spec/contract/index.ts';

interface AskedRequest {
  /** Method and path, with its query. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` where there is none. */
  readonly body: unknown;
}

export type ServedAnswer = (response: ServerResponse) => void;

export interface FakeServer {
  /** Another one for each set of answers: a late request of what was tested before takes none away. */
  readonly baseUrl: string;
  /** What was asked since the answers were prepared. */
  readonly asked: AskedRequest[];
  /** Prepares one answer for each request, in order, in place of those before. */
  serve(...answers: readonly ServedAnswer[]): void;
  /** Answers each request by what it asks. */
  serveBy(choose: (asked: AskedRequest, n: number) => ServedAnswer | undefined): void;
  close(): void;
}

export async function fakeServer(): Promise<FakeServer> {
  const asked: AskedRequest[] = [];
  let prepared: (request: AskedRequest, n: number) => ServedAnswer | undefined = () => undefined;
  let sets = 0;
  const prefix = () => `/set-${sets}`;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    const { method, url = '', headers } = request;
    // Nor does one that was aborted.
    if (body === undefined || !url.startsWith(`${prefix()}/`) || request.socket.destroyed) return response.destroy();
    const line = `${method} ${url.slice(prefix().length)}`;
    const one: AskedRequest = { line, headers, body: body === '' ? undefined : JSON.parse(body) };
    const answer = prepared(one, asked.push(one) - 1);
    if (answer) answer(response);
    else response.writeHead(500).end('the test prepared no further answer');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serveBy: FakeServer['serveBy'] = (choose) => {
    prepared = choose;
    sets += 1;
    asked.length = 0;
  };
  return {
    get baseUrl() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix()}`;
    },
    asked,
    serve: (...answers) => serveBy((_, n) => answers[n]),
    serveBy,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A JSON answer. */
export const jsonAnswer =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): ServedAnswer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** An answer of pieces. */
export const answerOf =
  (contentType: string, ...pieces: readonly (string | Buffer)[]): ServedAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    for (const piece of pieces) response.write(piece);
    response.end();
  };

/** An answer that begins and does not go on. @param then is called as soon as its beginning is out */
export const half =
  (
    contentType: string,
    beginning: string | Buffer,
    then: (response: ServerResponse) => void = () => {},
  ): ServedAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.write(beginning, () => then(response));
  };

/** For tests: an in-memory `fetch` that gives prepared answers in order and remembers what was asked. */

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** `undefined` where there is none. */
  readonly body: unknown;
}

export interface FakeFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly requests: SentRequest[];
}

/** A response, or a function that makes one (or throws) with the request's signal in hand. */
export type PreparedAnswer = Response | ((signal: AbortSignal | undefined) => Response | Promise<Response>);

/** Gives one answer for each request, in order. */
export function fakeFetch(...answers: PreparedAnswer[]): FakeFetch {
  const requests: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = answers[requests.length];
    requests.push({
      method: init?.method ?? 'GET',
      url: String(input instanceof Request ? input.url : input),
      headers: new Headers(init?.headers),
      body: init?.body == null ? undefined : JSON.parse(String(init.body)),
    });
    if (!answer) throw new Error('the test prepared no further answer');
    return typeof answer === 'function' ? answer(init?.signal ?? undefined) : answer;
  };
  return { fetch, requests };
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A stream of server-sent events, each named by its `type`, cut into chunks of the given number of bytes. */
export function serverSentEvents(events: readonly { readonly type: string }[], chunkSize = 1_000_000): Response {
  return eventStream(
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    chunkSize,
  );
}

/** The same from raw text. */
export function eventStream(text: string, chunkSize = 1_000_000): Response {
  const bytes = new TextEncoder().encode(text);
  let position = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(position, position + chunkSize));
      position += chunkSize;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

// For tests: frames of an AWS event stream, written from their specification.

/**
 * One frame whose headers are all text. Source: Smithy, "Amazon Event Stream Specification": lengths, checksum of these,
 * headers, payload, checksum of all.
 */
export function fakeFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const listed = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, Buffer.from(value))));
  const body = Buffer.from(payload);
  const lengths = [uint32(16 + listed.length + body.length), uint32(listed.length)];
  const prelude = [...lengths, uint32(crc32(Buffer.concat(lengths)))];
  const checked = Buffer.concat([...prelude, listed, body]);
  return Buffer.concat([checked, uint32(crc32(checked))]);
}

/** A frame that is an event. */
export const fakeEvent = (type: string, payload: unknown): Buffer =>
  fakeFrame({ ':message-type': 'event', ':event-type': type }, JSON.stringify(payload));

/** A frame that ends a stream with an exception. */
export const fakeException = (type: string, message: string): Buffer =>
  fakeFrame({ ':message-type': 'exception', ':exception-type': type }, JSON.stringify({ message }));

const header = (name: string, value: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7, value.length >> 8, value.length & 255]),
    value,
  ]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export type Mode = 'complete' | 'stream';

/** For tests: one call of a client in either mode; of a stream, what its updates make. */
export async function callInMode(
  mode: Mode,
  client: ChatClient,
  ...asked: Parameters<ChatClient['getResponse']>
): Promise<ChatResponse> {
  if (mode === 'complete') return client.getResponse(...asked);
  const updates: ChatResponseUpdate[] = [];
  for await (const update of client.getStreamingResponse(...asked)) updates.push(update);
  return foldUpdates(updates);
}

/** What a call ends with: an error of the contract, alone, that shows none of these texts. @throws Error it does not */
export async function failureOf(call: Promise<unknown>, ...hidden: readonly string[]): Promise<Error> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isContractError(error)) throw new Error('expected an error of the contract', { cause: error });
  const shown = hidden.find((text) => error.message.includes(text));
  if (shown !== undefined) throw new Error(`the error shows ${JSON.stringify(shown)}: ${error.message}`);
  const { cause } = error;
  if (
    cause instanceof Error &&
    (Object.keys(cause).length > 0 || hidden.some((text) => String(cause).includes(text)))
  ) {
    throw new Error('the cause of the error says more than its words', { cause: error });
  }
  return error;
}
