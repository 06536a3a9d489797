/** Operations on what goes over the wire: laid between a reference adapter and its recording. */
import { isJsonObject, type JsonObject } from '../../lib/canonical-json.ts';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import { expandFrames, type ListedFrame, writeFrames } from '../../recordings/format/event-stream.ts';
import type { Headers, HttpRequest, HttpResponse } from '../../recordings/format/exchange.ts';
import type { InjectedDefect } from '../../recordings/transport/inject-adapter-defect.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { type Operation, replace } from './operations.ts';

/** Places on the wire. What is not given stays as it is. */
export interface WireDefects {
  /** Requests that are meant, by the path of their URL; all where it does not say. */
  readonly to?: RegExp;
  /** Requests as a whole: method, URL, headers, body. */
  readonly request?: Operation;
  /** The headers of requests, by their names in lower case. */
  readonly requestHeaders?: Operation;
  /** The JSON body of requests. */
  readonly sent?: Operation;
  /** The headers of answers, by their names in lower case. */
  readonly responseHeaders?: Operation;
  /** The JSON body of answers that are one document. */
  readonly body?: Operation;
  /** Server-sent events, as a list of `{ event, data }`; data that are no JSON object are their text. */
  readonly events?: Operation;
  /** The JSON body, and the data of each event by itself. */
  readonly read?: Operation;
  /** AWS frames, as a list of `{ type, payload }`. */
  readonly frames?: Operation;
}

/** A server-sent event, as `events` sees it. */
export interface ReadEvent {
  /** Its `event:` field, where it has one. */
  readonly event?: string;
  readonly data: JsonObject | string;
}

/** A frame of an AWS event stream, as `frames` sees it. */
export interface Frame {
  /** `:event-type`, or `:exception-type`. */
  readonly type: string;
  /** Its payload; empty where that is no JSON object. */
  readonly payload: JsonObject;
}

/** Lays defects between an adapter and its recording; nothing where none of them is on the wire. */
export function bodyPatch(defects: WireDefects): InjectedDefect | undefined {
  const { to = /^/, request, requestHeaders, sent } = defects;
  const { responseHeaders, body, events, read, frames } = defects;
  const out: ((r: HttpRequest) => HttpRequest)[] = [];
  if (request) out.push((r) => one(request, r));
  if (requestHeaders) out.push((r) => ({ ...r, headers: inHeaders(r.headers, requestHeaders) }));
  if (sent) out.push((r) => inSent(r, sent));
  const back: ((r: HttpResponse) => HttpResponse)[] = [];
  if (responseHeaders) back.push((r) => ({ ...r, headers: inHeaders(r.headers, responseHeaders) }));
  for (const each of [body, read]) if (each) back.push((r) => inBody(r, each));
  if (events) back.push((r) => inEvents(r, events));
  if (read) back.push((r) => inEvents(r, inData(read)));
  if (frames) back.push((r) => inFrames(r, frames));
  if (out.length + back.length === 0) return undefined;
  const isMeant = ({ url }: HttpRequest) => to.test(new URL(url).pathname);
  return {
    request: (r) => (isMeant(r) ? out.reduce((now, change) => change(now), r) : r),
    ...(back.length > 0
      ? { response: (r, asked) => (isMeant(asked) ? back.reduce((now, change) => change(now), r) : r) }
      : {}),
  };
}

/** An operation on the data of each event of a list, where they are an object; an event of which nothing is left is gone. */
export const inData = (operation: Operation): Operation =>
  replace('[]', (event: ReadEvent) =>
    typeof event.data === 'string' ? [event] : operation(event.data).map((data) => ({ ...event, data })),
  );

/** An adapter that reads each piece of a streamed answer by itself, before its SDK does. */
export const inPieces = (change: (piece: string) => string): ((adapter: Adapter) => Adapter) =>
  inFetch((fetch) => async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    const misreading = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) =>
        controller.enqueue(new TextEncoder().encode(change(new TextDecoder().decode(piece)))),
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(misreading), { status, statusText, headers });
  });

/** An adapter whose clients find another `fetch` when they are made, for SDKs that keep it. */
export const inFetch =
  (change: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) =>
  (adapter: Adapter): Adapter => ({
    ...adapter,
    createClient: (settings) => {
      const { fetch } = globalThis;
      globalThis.fetch = change(fetch);
      try {
        return adapter.createClient(settings);
      } finally {
        globalThis.fetch = fetch;
      }
    },
  });

/** What an operation makes of a value that has to be there: itself, where the operation gives nothing. */
export const one = <T>(operation: Operation, value: T): T => (operation(value)[0] ?? value) as T;

function inSent(request: HttpRequest, change: Operation): HttpRequest {
  const body = parsed(request.body?.text);
  return isJsonObject(body) ? { ...request, body: { text: JSON.stringify(one(change, body)) } } : request;
}

function inBody(response: HttpResponse, change: Operation): HttpResponse {
  const body = parsed(response.body.text);
  return isJsonObject(body) ? withText(response, JSON.stringify(one(change, body))) : response;
}

function inHeaders(headers: Headers, change: Operation): Headers {
  const before = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const now: Readonly<Record<string, string>> = one(change, before);
  return headers.flatMap(([name]) => {
    const value = now[name.toLowerCase()];
    return value === undefined ? [] : [[name, value] as const];
  });
}

function inEvents(response: HttpResponse, change: Operation): HttpResponse {
  const { text } = response.body;
  if (!/^(event|data|id|retry|)\s*:/m.test(text) || isJsonObject(parsed(text))) return response;
  const lines = one(change, eventsOf(text)).map(({ event, data }) => {
    const name = event === undefined ? '' : `event: ${event}\n`;
    return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  });
  return withText(response, lines.join(''));
}

function eventsOf(text: string): ReadEvent[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const field = (name: string) =>
      lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).trimStart());
    const [event] = field('event');
    const data = field('data').join('\n');
    const read = parsed(data);
    return data === '' ? [] : [{ ...(event === undefined ? {} : { event }), data: isJsonObject(read) ? read : data }];
  });
}

function inFrames(response: HttpResponse, change: Operation): HttpResponse {
  const listed = expandFrames(bytesOf(response.body));
  if (!listed) return response;
  const told = one(change, listed.map(readFrame)).map(frameOf);
  return { ...withText(response, ''), body: bodyOf(writeFrames(told)) };
}

const typeHeaders = [':event-type', ':exception-type'];

const readFrame = ({ headers, json }: ListedFrame): Frame => ({
  type: headers.flatMap(([name, value]) => (typeHeaders.includes(name) ? [String(value)] : []))[0] ?? '',
  payload: (json ?? {}) as JsonObject,
});

function frameOf({ type, payload }: Frame): ListedFrame {
  const isException = type.endsWith('Exception');
  return {
    headers: [
      [isException ? ':exception-type' : ':event-type', type],
      [':content-type', 'application/json'],
      [':message-type', isException ? 'exception' : 'event'],
    ],
    json: payload,
  };
}

const withText = (response: HttpResponse, text: string): HttpResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => name !== 'content-length'),
  body: { text },
});

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
