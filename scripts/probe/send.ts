import { realTime } from '../../lib/real-time.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { messageWithoutSecrets } from '../../recordings/scrub/known-secrets.ts';

/** Longest that one answer may take, in milliseconds. */
const longest = 120_000;

/** Longest answer, in bytes: no scenario asks for a hundredth of it. */
const mostBytes = 4 * 2 ** 20;

/** The server that is probed. */
export interface ProbedServer {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be shown, wherever the server repeats it. */
  readonly secrets: readonly string[];
}

/** The connection broke, or the answer took too long or was too large. */
export class BrokenConnection extends Error {}

/**
 * The base URL without a slash at its end, and without a version that the path of a request repeats.
 *
 * @throws {UserError} it is none, or holds more than an address.
 */
export function baseUrlOf(text: string, path: string): string {
  const where = '--base-url';
  const hint = 'use the address of the server, such as http://127.0.0.1:8080/v1';
  if (!URL.canParse(text)) throw new UserError('is no URL', { where, hint });
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol)) throw new UserError(`"${protocol}" is not http: or https:`, { where, hint });
  if (username !== '' || password !== '') {
    throw new UserError('holds credentials', { where, hint: 'name the variable of the key: --key-env <name>' });
  }
  if (search !== '' || hash !== '') throw new UserError('holds a query or a fragment', { where, hint });
  const plain = `${origin}${pathname}`.replace(/\/+$/, '');
  const version = /^\/v\d+(?=\/)/.exec(path)?.[0];
  return version && plain.endsWith(version) ? plain.slice(0, -version.length) : plain;
}

/**
 * Sends one request, to the address that was given and to no other: redirects are answers like any other.
 *
 * @throws {BrokenConnection} there is no whole answer.
 */
export async function send(
  { baseUrl, headers, secrets }: ProbedServer,
  asked: { readonly operation: string; readonly path: string; readonly body: object; readonly isStream: boolean },
  signal: AbortSignal,
): Promise<Exchange> {
  const { operation, path, isStream } = asked;
  const url = `${baseUrl}${path}`;
  const text = JSON.stringify(asked.body);
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: isStream ? 'text/event-stream' : 'application/json',
      // A server may close a connection that idles, at the moment at which it is used again: that breaks no answer of its own.
      connection: 'close',
      ...headers,
    },
    body: text,
    redirect: 'manual',
    signal: AbortSignal.any([signal, realTime.abortAfter(longest)]),
  } as const;
  let response: HttpResponse;
  try {
    const answer = await fetch(url, init);
    const all = [...answer.headers];
    response = { status: answer.status, headers: all, body: { text: await textOf(answer) } };
  } catch (error) {
    if (signal.aborted) throw new UserError('stopped before the end of the probe; nothing was written');
    const isLate = (error as Error).name === 'TimeoutError';
    throw new BrokenConnection(isLate ? `no whole answer within ${longest / 1000} seconds` : reasonOf(error));
  }
  const request = { method: 'POST', url, headers: [['content-type', 'application/json']] as const, body: { text } };
  return {
    operation,
    transport: isStream ? 'sse' : 'json',
    request,
    response: messageWithoutSecrets(response, secrets),
  };
}

async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Why, in the words of the system: fetch itself says that it failed. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? (cause as NodeJS.ErrnoException) : undefined;
  return deeper?.message || deeper?.code || message;
}
