import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { Polly as PollyClass, PollyConfig, Request as PollyRequest } from '@pollyjs/core';
import { bodyOf } from '../format/body.ts';
import { type Body, type Headers, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { asSent } from './as-sent.ts';
import { connectedFor, disconnected } from './connection.ts';
import { decompress } from './decompress.ts';
import { fetchResponse } from './fetch-response.ts';
import { connectionReset } from './network-errors.ts';
import { loadNodeHttpAdapter } from './node-http-adapter.ts';
import { handedOver } from './pieces.ts';

/** A request as Polly's adapters catch it, before Polly itself looks at it. */
export interface Caught {
  readonly through: 'fetch' | 'node:http';
  readonly url: unknown;
  readonly method: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
  readonly requestArguments: object;
}

/** A request as it goes on, its body read. */
export interface Passed {
  readonly request: HttpRequest;
  /** Its place among the requests that were caught. */
  readonly order: number;
  /** What Polly has to look at instead of what it caught. */
  readonly changed: Caught;
}

/**
 * Sees every request first. It may await before it passes it on, or never pass it on. What it throws, the caller gets as a
 * network error.
 */
export type Catch = (caught: Caught, pass: (passed: Passed) => Promise<void>) => Promise<void>;

/** What takes Polly down again. */
export type Disconnect = () => Promise<void>;

/**
 * Connects Polly.js with its stock adapters for `fetch` and `node:http`. From here until it is disconnected, every request of
 * this process is answered by `answer`; what that throws, the caller gets as a network error. Polly only catches requests and
 * hands over answers: what it does by itself to find one would cost time, and find none.
 */
export const replayThroughPolly = (
  catching: Catch,
  answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): Promise<Disconnect> => connectedFor<Use>({ catching, answer }, connectReplay);

/** Who catches requests, and answers them. */
interface Use {
  readonly catching: Catch;
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
}

async function connectReplay(current: () => Use): Promise<Disconnect> {
  const { FetchAdapter, NodeHttpAdapter } = await pollyModules();

  class ReplayedFetch extends FetchAdapter {
    override handleRequest(caught: Intercepted<FetchArguments>) {
      const { respond, options } = caught.requestArguments;
      const { catching, answer } = current();
      const pass = async ({ request }: Passed) => {
        options.signal?.throwIfAborted();
        const answered = await unlessAborted(answer(request), options.signal);
        respond({ response: fetchResponse(answered, request.url, options.signal) });
      };
      return catching({ ...caught, through: 'fetch' }, pass).catch((error) => respond({ error }));
    }
  }

  class ReplayedNodeHttp extends NodeHttpAdapter {
    override handleRequest(caught: Intercepted<NodeHttpArguments>) {
      const { req, respond } = caught.requestArguments;
      const { catching, answer } = current();
      const pass = async ({ request }: Passed) => {
        if (req.destroyed) return respond(null, [0, undefined, {}]);
        const answered = await answer(request);
        if (req.destroyed) return respond(null, [0, undefined, {}]);
        const delivered = new Promise((resolve) => {
          for (const event of ['response', 'abort', 'error']) req.once(event, resolve);
        });
        respond(null, [answered.status, streamOf(answered, req), answered.headers.flat()]);
        await delivered;
      };
      return catching({ ...caught, through: 'node:http' }, pass).catch((error) => respond(error));
    }
  }

  const polly = await idlePolly();
  connectFetch(polly, ReplayedFetch);
  polly.connectTo(ReplayedNodeHttp as never);
  return async () => polly.disconnect();
}

/**
 * A body as `node:http` reads it. Each piece comes in its own turn of the event loop, as it does from a socket: of two that come in
 * one, whoever reads by `for await` gets the sum.
 */
function streamOf(answer: HttpResponse, req: ClientRequest): Readable {
  const left = handedOver(answer);
  const next = (stream: Readable) => {
    const { value, done } = left.next();
    if (!done) stream.push(value);
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

/** What `fetch` does: whoever gives up while he waits for the answer is told so at once. */
async function unlessAborted<T>(answered: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal || !(answered instanceof Promise)) return answered;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  return Promise.race([answered, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** The same, but requests are sent, and the answers that come are handed to `recorded`. */
export async function recordThroughPolly(
  catching: Catch,
  recorded: (passed: Passed, response: HttpResponse) => void,
): Promise<Disconnect> {
  const { Polly, FetchAdapter, NodeHttpAdapter, Persister } = await pollyModules();
  await disconnected();
  const sent = new WeakMap<object, Passed>();

  class HookedPersister extends Persister {
    static override get id(): string {
      return 'hooks';
    }
    override recordRequest(request: PollyRequest): void {
      const passed = sent.get(request.requestArguments);
      if (passed) recorded(passed, responseOf(request));
    }
  }

  class RecordedFetch extends FetchAdapter {
    override handleRequest(caught: Intercepted<FetchArguments>) {
      const { requestArguments } = caught;
      const pass = async (passed: Passed) => {
        sent.set(requestArguments, passed);
        await super.handleRequest(passed.changed);
      };
      return catching({ ...caught, through: 'fetch' }, pass).catch((error) => requestArguments.respond({ error }));
    }
  }

  class RecordedNodeHttp extends NodeHttpAdapter {
    override handleRequest(caught: Intercepted<NodeHttpArguments>) {
      const { requestArguments } = caught;
      const pass = async (passed: Passed) => {
        sent.set(requestArguments, passed);
        await super.handleRequest(passed.changed);
      };
      return catching({ ...caught, through: 'node:http' }, pass).catch((error) => requestArguments.respond(error));
    }
  }

  const polly = new Polly('recording', {
    ...quiet,
    mode: 'record',
    adapters: [RecordedFetch, RecordedNodeHttp],
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

/** What Polly puts in the place of `Request` makes requests of the platform's own class: SDKs ask whether they are (`instanceof`). */
function connectFetch(polly: PollyClass, adapter: AdapterClass): void {
  const { prototype } = globalThis.Request;
  polly.connectTo(adapter as never);
  Object.assign(globalThis.Request, { prototype });
}

/** What a stock adapter hands to itself, with the way to answer its caller. */
type Intercepted<Arguments extends object = object> = Omit<Caught, 'through' | 'requestArguments'> & {
  readonly requestArguments: Arguments;
};

interface FetchArguments {
  readonly options: RequestInit;
  readonly respond: (answer: { readonly response: Response } | { readonly error: unknown }) => void;
}

interface NodeHttpArguments {
  readonly req: ClientRequest;
  readonly respond: (
    error: unknown,
    answer?: readonly [status: number, body: unknown, headers: readonly string[] | object],
  ) => void;
}

type AdapterClass = new (
  polly: PollyClass,
) => {
  handleRequest(caught: Intercepted): Promise<unknown>;
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
  const [core, fetchAdapter, persister] = await Promise.all([
    import('@pollyjs/core'),
    import('@pollyjs/adapter-fetch'),
    import('@pollyjs/persister'),
  ]);
  return {
    Polly: core.Polly,
    FetchAdapter: fetchAdapter.default as unknown as AdapterClass,
    NodeHttpAdapter: loadNodeHttpAdapter() as AdapterClass,
    Persister: persister.default as unknown as PersisterClass,
  };
}

function responseOf({ response, requestArguments }: PollyRequest): HttpResponse {
  const { statusCode = 0, headers = {}, body = '', encoding } = response ?? {};
  const list = headersOf(headers);
  const compression = headerOf({ headers: list }, 'content-encoding');
  // fetch hands over what it decompressed; of node:http Polly keeps the compressed chunks, as a JSON list.
  const compressed = compression !== undefined && compression !== 'identity' && 'req' in requestArguments;
  const text: Body = compressed
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

/** A request without its body, as far as it is known before the body is read. */
export function headOf({ url, method, headers }: Caught): HttpRequest {
  return asSent({ method: method.toUpperCase(), url: String(url), headers: headersOf(headers) });
}
