import type { Polly as PollyClass, PollyConfig, Request as PollyRequest } from '@pollyjs/core';
import { bodyOf } from '../format/body.ts';
import { type Body, type Headers, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { asSent } from './as-sent.ts';
import { decompress } from './decompress.ts';
import { fetchResponse } from './fetch-response.ts';

/** A request as Polly's adapters catch it, before Polly itself looks at it. */
export interface Caught {
  readonly through: 'fetch' | 'node:http';
  readonly url: unknown;
  readonly method: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
  readonly requestArguments: object;
}

/** The sides of Polly that this room uses, each given the request as it was caught. */
export interface Hooks {
  /**
   * Sees every request first. It may await before it passes it on (changed, or as it is), or never pass it on. What it
   * throws, the caller gets as a network error.
   */
  catch(caught: Caught, pass: (changed: Caught) => Promise<void>): Promise<void>;
  /** Replay: the answer. What it throws, the caller gets as a network error. */
  answer(requestArguments: object): Promise<HttpResponse>;
  /** Recording: the answer that came. */
  recorded(requestArguments: object, response: HttpResponse): void;
}

/**
 * Starts Polly.js with its stock adapters for `fetch` and `node:http`. From here until it is stopped, no request of this
 * process goes anywhere but through the hooks.
 */
export async function startPolly(mode: 'replay' | 'record', hooks: Hooks): Promise<PollyClass> {
  const { Polly, FetchAdapter, NodeHttpAdapter, Persister } = await pollyModules();

  class HookedPersister extends Persister {
    static override get id(): string {
      return 'hooks';
    }
    override async findEntry(request: PollyRequest) {
      return harEntryOf(await hooks.answer(request.requestArguments));
    }
    override recordRequest(request: PollyRequest): void {
      hooks.recorded(request.requestArguments, responseOf(request));
    }
  }

  class HookedFetch extends FetchAdapter {
    override handleRequest(caught: FetchIntercepted) {
      const { respond, options } = caught.requestArguments;
      const pass = async (changed: Caught) => {
        if (mode === 'record') return void (await super.handleRequest(changed));
        // In replay the answer is known: what Polly does to find one would only cost time.
        options.signal?.throwIfAborted();
        respond({ response: fetchResponse(await hooks.answer(caught.requestArguments), headOf(changed).url) });
      };
      return hooks.catch({ ...caught, through: 'fetch' }, pass).catch((error) => respond({ error }));
    }
  }

  class HookedNodeHttp extends NodeHttpAdapter {
    override handleRequest(caught: Intercepted) {
      const pass = async (changed: Caught) => void (await super.handleRequest(changed));
      return hooks.catch({ ...caught, through: 'node:http' }, pass).catch((error) => {
        caught.requestArguments.respond(error);
      });
    }
  }

  return new Polly('case', {
    mode,
    adapters: [HookedFetch, HookedNodeHttp],
    persister: HookedPersister,
    recordIfMissing: false,
    recordFailedRequests: true,
    // The tape matches. Polly's own ids would only cost time, and a logger each.
    matchRequestsBy: { method: false, headers: false, body: false, url: false, order: false },
    // A log line of Polly's prints the request, Authorization included.
    logLevel: 'silent',
  } as unknown as PollyConfig);
}

/** What a stock adapter hands to itself, with the way to answer its caller. */
type Intercepted = Omit<Caught, 'through'> & { readonly requestArguments: { respond(answer: unknown): void } };

type FetchIntercepted = Omit<Caught, 'through'> & {
  readonly requestArguments: {
    readonly options: RequestInit;
    respond(answer: { response: Response } | { error: unknown }): void;
  };
};

type AdapterClass = new (
  polly: PollyClass,
) => {
  handleRequest(caught: Omit<Caught, 'through'>): Promise<unknown>;
};
type PersisterClass = {
  new (
    polly: PollyClass,
  ): { findEntry(request: PollyRequest): Promise<unknown>; recordRequest(request: PollyRequest): void };
  readonly id: string;
};

/**
 * Polly is loaded when first needed: it patches modules as it loads. Its packages are CommonJS whose export is the class
 * itself, while their types say that the class is a default export.
 */
async function pollyModules() {
  const [core, fetchAdapter, nodeHttpAdapter, persister] = await Promise.all([
    import('@pollyjs/core'),
    import('@pollyjs/adapter-fetch'),
    import('@pollyjs/adapter-node-http'),
    import('@pollyjs/persister'),
  ]);
  return {
    Polly: core.Polly,
    FetchAdapter: fetchAdapter.default as unknown as AdapterClass,
    NodeHttpAdapter: nodeHttpAdapter.default as unknown as AdapterClass,
    Persister: persister.default as unknown as PersisterClass,
  };
}

function harEntryOf({ status, headers, body }: HttpResponse) {
  return {
    time: 0,
    response: {
      status,
      headers: headers.map(([name, value]) => ({ name, value })),
      content: { text: body.text, ...(body.encoding ? { encoding: body.encoding } : {}) },
    },
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
    [values].flat().map((value) => [name.toLowerCase(), String(value)] as const),
  );
}

/** A request without its body, as far as it is known before the body is read. */
export function headOf({ url, method, headers }: Caught): HttpRequest {
  return asSent({ method: method.toUpperCase(), url: String(url), headers: headersOf(headers) });
}
