import { bodyOf } from '../format/body.ts';
import type { Body } from '../format/exchange.ts';

/** A request's body, read once, and the content type that `fetch` adds where a body brings one. */
export interface ReadBody {
  /** What is sent: the bytes that were read. */
  readonly sent: string | Buffer;
  readonly body: Body;
  readonly contentType: string | undefined;
}

/**
 * Reads a body of any kind that `fetch` or `node:http` take: text, bytes, forms, files, streams. A stream can be read only
 * once, so what was read is what must be sent.
 */
export async function readBody(given: unknown): Promise<ReadBody | undefined> {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given === 'string') return { sent: given, body: { text: given }, contentType: 'text/plain;charset=UTF-8' };
  const response = new Response(given as ConstructorParameters<typeof Response>[0]);
  const sent = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? undefined;
  return sent.length === 0 ? undefined : { sent, body: bodyOf(sent), contentType };
}
