/** For tests: a server at loopback, because not every SDK asks by the global `fetch`. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedRequest {
  /** Method and path, with its query. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` where there is none. */
  readonly body: unknown;
}

export type ServedAnswer = (response: ServerResponse) => void;

export interface FakeServer {
  readonly baseUrl: string;
  /** What was asked since the answers were prepared. */
  readonly asked: AskedRequest[];
  /** Prepares one answer for each request, in order, in place of those before. */
  serve(...answers: readonly ServedAnswer[]): void;
  close(): void;
}

export async function fakeServer(): Promise<FakeServer> {
  const asked: AskedRequest[] = [];
  let prepared: readonly ServedAnswer[] = [];
  const server = createServer(async (request, response) => {
    const preparedThen = prepared;
    const body = await text(request).catch(() => undefined);
    // A request that was given up, or belongs to what was tested before, takes no answer away.
    if (body === undefined || prepared !== preparedThen || request.socket.destroyed) return response.destroy();
    const answer = prepared[asked.length];
    asked.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: body === '' ? undefined : JSON.parse(body),
    });
    if (answer) answer(response);
    else response.writeHead(500).end('the test prepared no further answer');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    serve(...answers) {
      prepared = answers;
      asked.length = 0;
    },
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
