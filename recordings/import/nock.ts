import Type, { type Static } from 'typebox';
import { fromHex, writtenAgain } from './body.ts';
import { dataFormat, isObject } from './data-format.ts';
import { type ForeignExchange, type ForeignHeaders, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headerIn, headersOfMap } from './headers.ts';

/** What nock records with `output_objects`: lib/recorder.js of nock 9 to 15. */

const Definition = Type.Object({
  scope: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Optional(Type.Integer()),
  body: Type.Optional(Type.Unknown()),
  response: Type.Optional(Type.Unknown()),
  responseIsBinary: Type.Optional(Type.Boolean()),
  /** Names and values in turn, or a map. */
  rawHeaders: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.Unknown())])),
  headers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  reqheaders: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
type Definition = Static<typeof Definition>;

const isDefinition = (value: unknown): boolean =>
  isObject(value) && ['scope', 'method', 'path'].every((name) => typeof value[name] === 'string');

export const nock = dataFormat({
  id: 'nock',
  title: 'nock JSON',
  schema: Type.Array(Definition),
  has: (value) => Array.isArray(value) && value.length > 0 && isDefinition(value[0]),
  items: (definitions) => definitions,
  exchange: exchangeOf,
});

function exchangeOf(definition: Definition): ForeignExchange {
  const { scope, method, path, status, body, reqheaders } = definition;
  const sent = body === undefined || body === '' ? undefined : bodyOf(body, false);
  const headers = answerHeaders(definition);
  const answered = responseBody(definition, headers);
  const losses = [
    ...(status === undefined ? [lossMessages.status] : []),
    ...(reqheaders ? [] : [lossMessages.requestHeaders]),
    ...(sent?.isParsed || answered.isParsed ? [lossMessages.reserialised] : []),
  ];
  return {
    request: {
      method,
      url: `${scope}${path}`,
      headers: headersOfMap(reqheaders),
      ...(sent ? { body: sent.bytes } : {}),
    },
    response: { ...(status === undefined ? {} : { status }), headers, body: answered.bytes },
    losses,
  };
}

function answerHeaders({ rawHeaders, headers }: Definition): ForeignHeaders {
  if (!Array.isArray(rawHeaders)) return headersOfMap(rawHeaders ?? headers);
  if (rawHeaders.length % 2 === 1) throw new ForeignProblem('its "rawHeaders" have a name without a value');
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
}

interface Kept {
  readonly bytes: Buffer;
  readonly isParsed: boolean;
}

/** A compressed answer is a list of pieces in hexadecimal. */
function responseBody({ response = '', responseIsBinary: isBinary }: Definition, headers: ForeignHeaders): Kept {
  const isPieces = Array.isArray(response) && response.every((piece) => typeof piece === 'string');
  if (isPieces && headerIn(headers, 'content-encoding')) {
    return { bytes: Buffer.concat(response.map((piece) => fromHex(piece, 'its answer'))), isParsed: false };
  }
  return bodyOf(response, isBinary === true);
}

function bodyOf(body: unknown, isHex: boolean): Kept {
  if (typeof body !== 'string') return { bytes: writtenAgain(body), isParsed: true };
  return { bytes: isHex ? fromHex(body, 'its answer') : Buffer.from(body, 'utf8'), isParsed: false };
}
