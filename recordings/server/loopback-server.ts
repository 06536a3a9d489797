import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { bodyOf } from '../format/body.ts';
import type { HttpRequest, HttpResponse } from '../format/exchange.ts';
import { isTransport } from '../network-guard/socket-guard.ts';
import { normalizeRequest } from '../transport/normalize-request.ts';
import { handedOver } from '../transport/stream-chunks.ts';

/** A request as it came, its body not read yet. */
export interface Incoming {
  /** Without its body; its URL leads to the server that this one stands for. */
  readonly head: HttpRequest;
  /** The same with its body. @throws {Error} the client went away. */
  readonly read: () => Promise<HttpRequest>;
  /** Returns when the answer was handed to the operating system, or the client is gone. @throws never */
  readonly respond: (response: HttpResponse) => Promise<void>;
  /** Closes the connection, unless it was answered: the client sees a failure of the network. */
  readonly refuse: () => void;
}

export interface LoopbackOptions {
  readonly tls: boolean;
  /** The base URL of the server that this one stands for. */
  readonly baseUrl: string;
  /** 0, or the port to listen at. */
  readonly port?: number;
  readonly handle: (incoming: Incoming) => void;
}

export interface LoopbackServer {
  /** The base URL of this server, with the path of the one that it stands for. */
  readonly baseUrl: string;
  /** With TLS: the test CA's certificate, PEM. */
  readonly ca?: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

const originPattern = /^https?:\/\/[^/?#]*/;

/**
 * Starts an HTTP server at 127.0.0.1 that stands for another one.
 *
 * @throws {Error} the port is taken, with code `EADDRINUSE`.
 */
export async function startLoopbackServer({
  tls,
  baseUrl,
  port = 0,
  handle,
}: LoopbackOptions): Promise<LoopbackServer> {
  const [home = ''] = originPattern.exec(baseUrl) ?? [];
  const identity = tls ? await testIdentity() : undefined;
  const listener: RequestListener = (request, response) => handle(incoming(request, response, home));
  const server = identity
    ? createTlsServer({ key: identity.key, cert: identity.cert }, listener)
    : createServer(listener);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: actual } = server.address() as AddressInfo;
  isTransport(actual);
  return {
    baseUrl: baseUrl.replace(originPattern, `${tls ? 'https' : 'http'}://127.0.0.1:${actual}`),
    ...(identity ? { ca: identity.ca } : {}),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What belongs to the recorded connection, and not to this one. */
const framing = ['connection', 'keep-alive', 'content-length', 'content-encoding', 'transfer-encoding'];

function incoming(request: IncomingMessage, response: ServerResponse, home: string): Incoming {
  // A client that goes away is its own affair.
  request.on('error', () => {});
  response.on('error', () => {});
  const { rawHeaders, method = '', url = '' } = request;
  const headers = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name.toLowerCase(), rawHeaders[i + 1] ?? ''] as const] : [],
  );
  const head = normalizeRequest({ method, url: home + url, headers });
  let isAnswered = false;
  return {
    head,
    async read() {
      const bytes = await buffer(request);
      return bytes.length === 0 ? head : { ...head, body: bodyOf(bytes) };
    },
    async respond(answer) {
      isAnswered = true;
      const { status, headers: recorded } = answer;
      response.sendDate = false;
      response.statusCode = status;
      for (const [name, value] of recorded) if (!framing.includes(name)) response.appendHeader(name, value);
      for (const piece of handedOver(answer)) response.write(piece);
      if (answer.ends === 'never') return response.flushHeaders();
      if (answer.ends === 'reset') await new Promise((resolve) => response.write('', resolve));
      if (answer.ends === 'reset') request.socket.destroy();
      else response.end();
      await finished(response).catch(() => {});
    },
    refuse() {
      if (!isAnswered) request.socket.destroy();
    },
  };
}

/** What a TLS server at loopback needs to be believed. */
interface TestIdentity {
  /** The test CA's certificate, PEM: who trusts it, trusts the server. */
  readonly ca: string;
  /** The server's own certificate, for 127.0.0.1 and localhost, and its key; PEM. */
  readonly cert: string;
  readonly key: string;
}

let generated: Promise<TestIdentity> | undefined;

/**
 * A test CA and a certificate that it signed, made when first asked for and kept in memory alone: the CA's key is forgotten
 * at once, and nothing is committed, written or trusted beyond this process. Valid for a week.
 */
function testIdentity(): Promise<TestIdentity> {
  generated ??= generate();
  return generated;
}

async function generate(): Promise<TestIdentity> {
  const selfsigned = await import('selfsigned');
  const common = { keyType: 'ec', algorithm: 'sha256', ...validity() } as const;
  const ca = await selfsigned.generate([{ name: 'commonName', value: 'agent-tools-conformance test CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const server = await selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { cert: ca.cert, key: ca.private },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { ca: ca.cert, cert: server.cert, key: server.private };
}

/** From an hour ago, because clocks differ, to a week from now. */
function validity(): { readonly notBeforeDate: Date; readonly notAfterDate: Date } {
  const now = Date.now();
  const hour = 3_600_000;
  return { notBeforeDate: new Date(now - hour), notAfterDate: new Date(now + 7 * 24 * hour) };
}
