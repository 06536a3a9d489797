import Type, { type Static } from 'typebox';
import { fromBase64, writtenAgain } from './body.ts';
import { dataFormat, holds } from './data-format.ts';
import { type ForeignExchange, type ForeignHeaders, lost } from './foreign.ts';
import { headerIn, headersOfMap } from './headers.ts';

/**
 * Sessions of the test proxy of the Azure SDKs, and of the OpenAI library for .NET, which records in the same form. Source:
 * Azure/azure-sdk-tools, tools/test-proxy, Common/RecordEntry.cs.
 */

const Headers = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

const Entry = Type.Object({
  RequestUri: Type.String(),
  RequestMethod: Type.String(),
  RequestHeaders: Headers,
  RequestBody: Type.Optional(Type.Unknown()),
  StatusCode: Type.Integer(),
  ResponseHeaders: Headers,
  ResponseBody: Type.Optional(Type.Unknown()),
});
type Entry = Static<typeof Entry>;

export const testProxy = dataFormat({
  id: 'test-proxy',
  title: 'Azure test proxy',
  schema: Type.Object({ Entries: Type.Array(Entry) }),
  has: (value) => holds(value, 'Entries', 'list'),
  items: ({ Entries: entries }) => entries,
  exchange: exchangeOf,
});

function exchangeOf(entry: Entry): ForeignExchange {
  const sentHeaders = headersOfMap(entry.RequestHeaders);
  const headers = headersOfMap(entry.ResponseHeaders);
  const sent = bodyOf(entry.RequestBody, sentHeaders, 'its request');
  const answered = bodyOf(entry.ResponseBody, headers, 'its answer');
  return {
    request: {
      method: entry.RequestMethod,
      url: entry.RequestUri,
      headers: sentHeaders,
      ...(sent.bytes.length > 0 ? { body: sent.bytes } : {}),
    },
    response: { status: entry.StatusCode, headers, body: answered.bytes },
    losses: [lost.headerOrder, ...(sent.isParsed || answered.isParsed ? [lost.reserialised] : [])],
  };
}

/** Types whose bodies are kept as text. */
const isText = /^text\/|\bjson\b|\bxml\b|x-www-form-urlencoded/i;

/** JSON is kept parsed, text as a text or a list of its lines, parts of a form likewise with bytes among them, all else as base64. */
function bodyOf(body: unknown, headers: ForeignHeaders, what: string) {
  if (body === undefined || body === null) return { bytes: Buffer.alloc(0), isParsed: false };
  const isLines = Array.isArray(body) && body.every((line) => typeof line === 'string');
  if (isLines) return { bytes: Buffer.concat(body.map((line) => lineOf(line, what))), isParsed: false };
  if (typeof body !== 'string') return { bytes: writtenAgain(body), isParsed: true };
  const type = headerIn(headers, 'content-type') ?? '';
  return { bytes: isText.test(type) ? Buffer.from(body, 'utf8') : fromBase64(body, what), isParsed: false };
}

const lineOf = (line: string, what: string): Buffer =>
  line.startsWith('b64:') ? fromBase64(line.slice(4), what) : Buffer.from(line, 'utf8');
