import type { Headers, HttpRequest } from '../format/exchange.ts';
import { normalizeRequest } from './normalize-request.ts';

/** A request of this process, intercepted before it is sent. */
export interface InterceptedRequest {
  readonly through: 'fetch' | 'node:http';
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** An intercepted request that goes on, with its body read. */
export interface PassedRequest {
  readonly request: HttpRequest;
  /** Its position among the intercepted requests. */
  readonly order: number;
  /** The bytes of its body, as they are sent. */
  readonly sent: string | Buffer | undefined;
}

/**
 * Sees every request first. It may await before it passes it on, or never pass it on. The caller gets its errors as network
 * errors.
 */
export type Interceptor = (
  request: InterceptedRequest,
  pass: (passed: PassedRequest) => Promise<void>,
) => Promise<void>;

/** A request without its body, as far as it is known before the body is read. */
export const headOf = ({ url, method, headers }: InterceptedRequest): HttpRequest =>
  normalizeRequest({ method: method.toUpperCase(), url, headers });
