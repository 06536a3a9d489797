/** From the corpus's common form back to HTTP, as it can be served to an adapter. */
import type { Json } from '../../lib/canonical-json.ts';
import { isJsonObject } from '../../lib/canonical-json.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { bytesOf, bodyOf as httpBodyOf } from '../../recordings/format/body.ts';
import { eventsInFrames, type Frame, joinFrames } from '../../recordings/format/event-stream.ts';
import type {
  Body,
  Exchange,
  Headers,
  HttpRequest,
  HttpResponse,
  WireTransport,
} from '../../recordings/format/exchange.ts';
import { scrubRequest } from '../../recordings/scrub/scrub.ts';
import { classify } from '../../recordings/transport/match-request.ts';
import type { CorpusFolder } from './folders.ts';
import type { CorpusExchange, CorpusResponse } from './format.ts';

/**
 * Why an exchange of the corpus cannot be served. `aside` where it is no operation of the column: uploads, stores, containers
 * and the like, which sources keep beside the conversations that use them, and which no adapter's call makes.
 */
export interface Unservable {
  readonly reason: string;
  readonly aside: boolean;
}

/** What of a column tells how its traffic is served. */
export type CorpusColumn = Pick<ProviderApi, 'operations' | 'baseUrl'> & Partial<Pick<ProviderApi, 'surfaces'>>;

/**
 * The exchanges that one recorded exchange holds: one, or as many as streams that its source put one after the other.
 * A missing status means 200; a missing request is one that asks for such an answer and says nothing else.
 */
export function toExchanges(
  recorded: CorpusExchange,
  folder: CorpusFolder,
  column: CorpusColumn,
): Exchange[] | Unservable {
  const request = recorded.request
    ? requestOf(recorded.request, folder, column.baseUrl)
    : imaginedRequest(recorded.stream, column);
  if (!request)
    return {
      reason: 'no operation of the provider API has this response, and the source has no request',
      aside: false,
    };
  const classified = classify(scrubRequest(request), column.operations, column.baseUrl);
  if ('reason' in classified) return { reason: classified.reason, aside: true };
  if (folder.models !== undefined && !new RegExp(folder.models).test(request.url)) {
    return { reason: 'of a model that another provider API has', aside: true };
  }
  if (isLost(recorded.response)) return { reason: 'the source has no body of the response', aside: false };
  const { operation, transport } = classified;
  const framing = column.surfaces?.find(({ id }) => id === folder.surface)?.framing;
  const responses = responsesOf(recorded.response, folder, transport, framing);
  const list = transport === 'sse' && responses.find(isJsonList);
  if (list)
    return { reason: 'the stream came as one JSON list; no adapter is served what it did not ask for', aside: false };
  return responses.map((response) => ({ operation: operation.id, transport, request, response }));
}

/** Some APIs stream to those who do not ask for events: the elements of a list, as they come. */
const isJsonList = ({ status, headers, body }: HttpResponse): boolean =>
  status < 400 &&
  headers.some(([name, value]) => name === 'content-type' && value.includes('json')) &&
  body.text.trimStart().startsWith('[');

/** JSON is said to be there, and nothing is: no JSON text is empty (RFC 8259). */
function isLost({ status, headers = {}, text }: CorpusResponse): boolean {
  return text === '' && (status ?? 200) === 200 && headers['content-type']?.includes('json') === true;
}

function requestOf(
  request: NonNullable<CorpusExchange['request']>,
  { path }: CorpusFolder,
  baseUrl: string,
): HttpRequest {
  const body = bodyOf(request);
  const url = new URL(request.url, baseUrl);
  if (path) url.pathname = url.pathname.replace(new RegExp(path.from), path.to);
  return {
    method: request.method,
    url: url.href,
    headers: headersOf(request.headers, undefined),
    ...(body ? { body } : {}),
  };
}

/** The column's first operation, asked for as a stream or not. */
function imaginedRequest(
  stream: boolean,
  { operations, baseUrl }: Pick<ProviderApi, 'operations' | 'baseUrl'>,
): HttpRequest | undefined {
  const [operation] = operations;
  const [template] = operation?.urlTemplates ?? [];
  if (!operation || template === undefined) return undefined;
  const { body: member, query, pathSuffix } = (stream && operation.streamWhen) || {};
  const path = template.replaceAll(/\{[^}]*\}/g, 'unknown');
  const suffix = member === undefined && pathSuffix !== undefined && !path.endsWith(pathSuffix) ? pathSuffix : '';
  return {
    method: operation.method,
    url: new URL(`${path}${suffix}${query === undefined ? '' : `?${query}`}`, baseUrl).href,
    headers: [['content-type', 'application/json']],
    body: { text: JSON.stringify(member === undefined ? {} : { [member]: true }) },
  };
}

function responsesOf(
  response: CorpusResponse,
  folder: CorpusFolder,
  transport: WireTransport,
  framing: Parameters<typeof eventsInFrames>[1] | undefined,
): HttpResponse[] {
  const status = response.status ?? 200;
  const frames = response.frames?.map(frameOf) ?? (transport === 'eventstream' ? framesOfEvents(response) : undefined);
  if (frames && framing) {
    const headers = headersOf({ ...response.headers, 'content-type': 'text/event-stream' }, undefined);
    return [{ status, headers, body: { text: eventsInFrames(frames, framing) } }];
  }
  if (frames) {
    const headers = headersOf(response.headers, 'application/vnd.amazon.eventstream');
    return [{ status, headers, body: httpBodyOf(joinFrames(frames)) }];
  }
  if (!response.events) {
    const type = response.json === undefined ? undefined : 'application/json';
    return [{ status, headers: headersOf(response.headers, type), body: bodyOf(response) ?? { text: '' } }];
  }
  const headers = headersOf(response.headers, 'text/event-stream; charset=utf-8');
  const texts =
    response.sse_text === undefined
      ? streamsOf(response, folder).map((s) => streamText(s, folder))
      : [response.sse_text];
  return texts.map((text) => ({ status, headers, body: { text } }));
}

const frameOf = ({ headers, ...payload }: NonNullable<CorpusResponse['frames']>[number]): Frame => ({
  headers: Object.entries(headers),
  payload: bytesOf(bodyOf(payload) ?? { text: '' }),
});

/** The frames that events were taken from, of which their source kept `{ [type]: payload }`. */
function framesOfEvents({ events, events_from: from }: CorpusResponse): Frame[] | undefined {
  if (!events || from === undefined) return undefined;
  return events.flatMap(({ data }) =>
    Object.entries(isJsonObject(data) ? data : {}).map(([type, payload]) => ({
      headers: [
        [':event-type', type],
        [':content-type', 'application/json'],
        [':message-type', 'event'],
      ],
      payload: Buffer.from(JSON.stringify(payload)),
    })),
  );
}

type Event = NonNullable<CorpusResponse['events']>[number];

/** Only where the source kept no HTTP can several streams stand in one list. */
function streamsOf(
  { events = [], events_from: from }: CorpusResponse,
  { streamBeginsWith, eventNamedBy }: CorpusFolder,
) {
  if (from === undefined || streamBeginsWith === undefined || eventNamedBy === undefined) return [events];
  const streams: Event[][] = [];
  for (const event of events) {
    const begins = isJsonObject(event.data) && event.data[eventNamedBy] === streamBeginsWith;
    if (begins || streams.length === 0) streams.push([]);
    streams.at(-1)?.push(event);
  }
  return streams;
}

function streamText(events: readonly Event[], { eventNamedBy }: CorpusFolder): string {
  return events
    .map(({ event, data }) => {
      const name = event ?? nameIn(data, eventNamedBy);
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      return `${name === undefined ? '' : `event: ${name}\n`}data: ${text.replaceAll('\n', '\ndata: ')}\n\n`;
    })
    .join('');
}

/** The name that the source lost: on some wires an event is named after a member of its data. */
function nameIn(data: Json, member: string | undefined): string | undefined {
  const name = member !== undefined && isJsonObject(data) ? data[member] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function bodyOf(message: { readonly json?: Json; readonly text?: string; readonly base64?: string }): Body | undefined {
  if (message.json !== undefined) return { text: JSON.stringify(message.json) };
  if (message.text !== undefined) return { text: message.text };
  return message.base64 === undefined ? undefined : { text: message.base64, encoding: 'base64' };
}

function headersOf(headers: Readonly<Record<string, string>> = {}, contentType: string | undefined): Headers {
  const missing = contentType !== undefined && headers['content-type'] === undefined;
  return [...Object.entries(headers), ...(missing ? [['content-type', contentType] as const] : [])];
}
