import type { HttpResponse } from '../format/exchange.ts';
import { fetchResponse } from './fetch-response.ts';
import type { Interceptor, PassedRequest } from './intercepted-request.ts';

/** The receiver of requests by `fetch`, and their responses. */
export interface FetchHandler {
  readonly intercept: Interceptor;
  /** Gives the response to a request that was passed on; the caller gets its errors as network errors. */
  readonly respond: (passed: PassedRequest, init: RequestInit) => Promise<HttpResponse>;
}

/**
 * Replaces `fetch` of this process, and `Request`, whose bodies could be read back from a stream only.
 *
 * @param current gives the handler of a request, when it is made
 * @returns a function that restores both
 */
export function interceptFetch(current: () => FetchHandler): () => void {
  const { fetch, Request } = globalThis;
  const sources = new WeakMap<object, Source>();
  globalThis.Request = new Proxy(Request, {
    construct(target, [input, init]: [RequestInfo, RequestInit?], newTarget) {
      const request: Request = Reflect.construct(target, [input, init], newTarget);
      return noted(request, { ...sourceOf(input, init), made: [...request.headers] });
    },
  });
  const noted = (request: Request, source: Source): Request => {
    sources.set(request, source);
    return Object.assign(request, { clone: () => noted(Request.prototype.clone.call(request), source) });
  };
  const sourceOf = (input: RequestInfo | URL, init: RequestInit = {}): Source => {
    if (!(input instanceof Request)) return { url: String(input), init };
    const source = sources.get(input) ?? nativeSource(input);
    return { url: source.url, init: { ...source.init, ...headersOf(input, source), ...init } };
  };
  globalThis.fetch = (input, options) =>
    new Promise((resolve, reject) => {
      const { intercept, respond } = current();
      const { url, init } = sourceOf(input, options);
      const { method = 'GET', headers, body } = init;
      if (input instanceof Request && body) Object.defineProperty(input, 'bodyUsed', { value: true });
      const pass = async (passed: PassedRequest) =>
        resolve(fetchResponse(await respond(passed, init), passed.request.url, init.signal));
      intercept({ through: 'fetch', url, method, headers: [...asHeaders(headers)], body }, pass).catch(reject);
    });
  return () => Object.assign(globalThis, { fetch, Request });
}

/** The URL and the options that a request was made from. */
interface Source {
  readonly url: string;
  readonly init: RequestInit;
  /** Its headers when it was made. */
  readonly made?: readonly [name: string, value: string][];
}

/** The headers of the options, with those that were set, changed or deleted since the request was made; none where nothing was. */
function headersOf(request: Request, { init, made = [...request.headers] }: Source): Pick<RequestInit, 'headers'> {
  const before = new Map(made);
  const now = [...request.headers].filter(([name, value]) => before.get(name) !== value);
  const deleted = made.filter(([name]) => !request.headers.has(name));
  if (now.length === 0 && deleted.length === 0) return {};
  const headers = new Headers(init.headers);
  for (const [name] of deleted) headers.delete(name);
  for (const [name, value] of now) headers.set(name, value);
  return { headers };
}

/** The same of a request that was made before requests were intercepted. */
const nativeSource = ({ url, method, headers, body, signal, redirect }: Request): Source => ({
  url,
  init: { method, headers, body, signal, redirect },
});

const asHeaders = (headers: HeadersInit | undefined): Headers =>
  headers instanceof Headers ? headers : new Headers(headers);
