import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { Polly as PollyClass, PollyConfig, Request as PollyRequest } from '@pollyjs/core';
import { bodyOf } from '../format/body.ts';
import { type Body, type Headers, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { decompress } from './decompress.ts';
import type { InterceptedRequest, Interceptor, PassedRequest } from './intercepted-request.ts';
import { connectionReset } from './network-errors.ts';
import { loadNodeHttpAdapter } from './node-http-adapter.ts';
import { handedOver } from './stream-chunks.ts';

/** What takes Polly down again. */
export type Disconnect = () => Promise<void>;

/** The receiver of requests by `node:http`, and their responses. */
export interface NodeHttpHandler {
  readonly intercept: Interceptor;
  /** Gives the response to a request that was passed on; the caller gets its errors as network errors. */
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
}

/**
 * Connects Polly.js with its stock adapter for `node:http`. Polly only catches requests and hands over responses: its own search for one
 * would cost time, and find none.
 *
 * @param current gives the handler of a request, when it is made
 */
export async function replayNodeHttp(current: () => NodeHttpHandler): Promise<Disconnect> {
  const { NodeHttpAdapter } = await pollyModules();

  class ReplayedNodeHttp extends NodeHttpAdapter {
    override handleRequest(caught: Caught) {
      const { req, respond } = caught.requestArguments;
      const { intercept, answer } = current();
      const pass = async ({ request }: PassedRequest) => {
        if (req.destroyed) return respond(null, [0, undefined, {}]);
        const answered = await answer(request);
        if (req.destroyed) return respond(null, [0, undefined, {}]);
        const delivered = new Promise((resolve) => {
          for (const event of ['response', 'abort', 'error']) req.once(event, resolve);
        });
        respond(null, [answered.status, streamOf(answered, req), answered.headers.flat()]);
        await delivered;
      };
      return intercept(interceptedOf(caught), pass).catch((error) => respond(error));
    }
  }

  const polly = await idlePolly();
  polly.connectTo(ReplayedNodeHttp as never);
  return async () => polly.disconnect();
}

/**
 * A body as `node:http` reads it. Each piece comes in its own turn of the event loop, as it does from a socket: of two that come in
 * one, whoever reads by `for await` gets the sum.
 */
function streamOf(answer: HttpResponse, req: ClientRequest): Readable {
  const left = handedOver(answer);
  const { watch } = answer;
  if (watch) {
    watch.begins();
    req.once('close', watch.ends);
    req.once('response', (response: Readable) => response.once('close', watch.ends));
  }
  const next = (stream: Readable) => {
    const { value, done } = left.next();
    if (done && answer.ends !== 'never') watch?.ends();
    if (!done) stream.push(Buffer.from(value));
    else if (answer.ends === 'reset') stream.destroy(connectionReset());
    else if (answer.ends !== 'never' || req.destroyed) stream.push(null);
    else req.once('close', () => stream.push(null));
  };
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      setImmediate(next, this);
    },
  });
}

/** The same, but requests are sent, and the answers that come are handed to `recorded`. */
export async function recordNodeHttp(
  intercept: Interceptor,
  recorded: (passed: PassedRequest, response: HttpResponse) => void,
): Promise<Disconnect> {
  const { Polly, NodeHttpAdapter, Persister } = await pollyModules();
  const sent = new WeakMap<object, PassedRequest>();

  class HookedPersister extends Persister {
    static override get id(): string {
      return 'hooks';
    }
    override recordRequest(request: PollyRequest): void {
      const passed = sent.get(request.requestArguments);
      if (passed) recorded(passed, responseOf(request));
    }
  }

  class RecordedNodeHttp extends NodeHttpAdapter {
    override handleRequest(caught: Caught) {
      const { requestArguments } = caught;
      const pass = async (passed: PassedRequest) => {
        sent.set(requestArguments, passed);
        await super.handleRequest({ ...caught, body: passed.sent });
      };
      return intercept(interceptedOf(caught), pass).catch((error) => requestArguments.respond(error));
    }
  }

  const polly = new Polly('recording', {
    ...quiet,
    mode: 'record',
    adapters: [RecordedNodeHttp],
    persister: HookedPersister,
    recordFailedRequests: true,
  } as unknown as PollyConfig);
  syncBuiltinESMExports();
  return async () => {
    await polly.stop();
    syncBuiltinESMExports();
  };
}

const quiet = {
  // Ids of Polly's own would only cost time, and a logger each.
  matchRequestsBy: { method: false, headers: false, body: false, url: false, order: false },
  // A log line of Polly's prints the request, Authorization included.
  logLevel: 'silent',
};

let idle: PollyClass | undefined;

/** A Polly that is connected to nothing. Kept for the next case, because making one takes longer than what it does. */
async function idlePolly(): Promise<PollyClass> {
  const { Polly } = await pollyModules();
  idle ??= new Polly('replay', { ...quiet, mode: 'replay' } as unknown as PollyConfig);
  return idle;
}

/** What the stock adapter hands to itself, with the way to answer its caller. */
interface Caught {
  readonly url: unknown;
  readonly method: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
  readonly requestArguments: {
    readonly req: ClientRequest;
    readonly respond: (
      error: unknown,
      answer?: readonly [status: number, body: unknown, headers: readonly string[] | object],
    ) => void;
  };
}

const interceptedOf = ({ url, method, headers, body }: Caught): InterceptedRequest => ({
  through: 'node:http',
  url: String(url),
  method,
  headers: headersOf(headers),
  body,
});

type AdapterClass = new (
  polly: PollyClass,
) => {
  handleRequest(caught: Caught): Promise<unknown>;
};
type PersisterClass = {
  new (polly: PollyClass): { recordRequest(request: PollyRequest): void };
  readonly id: string;
};

let modules: ReturnType<typeof loadPolly> | undefined;

const pollyModules = () => {
  modules ??= loadPolly();
  return modules;
};

/**
 * Polly is loaded when first needed: it patches modules as it loads. Its packages are CommonJS whose export is the class
 * itself, while their types say that the class is a default export.
 */
async function loadPolly() {
  const [core, persister] = await Promise.all([import('@pollyjs/core'), import('@pollyjs/persister')]);
  return {
    Polly: core.Polly,
    NodeHttpAdapter: loadNodeHttpAdapter() as AdapterClass,
    Persister: persister.default as unknown as PersisterClass,
  };
}

function responseOf({ response }: PollyRequest): HttpResponse {
  const { statusCode = 0, headers = {}, body = '', encoding } = response ?? {};
  const list = headersOf(headers);
  const compression = headerOf({ headers: list }, 'content-encoding');
  // Of what is compressed Polly keeps the chunks, as a JSON list.
  const text: Body =
    compression !== undefined && compression !== 'identity'
      ? bodyOf(
          decompress(Buffer.concat(JSON.parse(body).map((chunk: string) => Buffer.from(chunk, 'base64'))), compression),
        )
      : { text: body, ...(encoding === 'base64' ? { encoding } : {}) };
  return { status: statusCode, headers: list, body: text };
}

/** Polly's headers, a record whose values may be lists, as the list they are on the wire. */
function headersOf(headers: Record<string, string | readonly string[]>): Headers {
  return Object.entries(headers).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value) => [name.toLowerCase(), String(value)] as const),
  );
}
