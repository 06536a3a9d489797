import Type, { type Static } from 'typebox';
import { bytesOfScalar, fromBase64, isBody, writtenAgain } from './body.ts';
import { dataFormat, holds, isObject } from './data-format.ts';
import { type ForeignExchange, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headersOfMap } from './headers.ts';

/**
 * Cassettes of VCR.py, as YAML or JSON, and what pytest plugins make of them: `parsed_body` in place of a JSON body. Source: VCR.py,
 * vcr/serialize.py and vcr/serializers/compat.py.
 */

const Headers = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

const Interaction = Type.Object({
  request: Type.Object({
    method: Type.String(),
    uri: Type.String(),
    headers: Type.Optional(Headers),
    body: Type.Optional(Type.Unknown()),
    parsed_body: Type.Optional(Type.Unknown()),
  }),
  response: Type.Object({
    status: Type.Optional(Type.Object({ code: Type.Integer() })),
    headers: Type.Optional(Headers),
    body: Type.Optional(Type.Unknown()),
    parsed_body: Type.Optional(Type.Unknown()),
  }),
  recorded_at: Type.Optional(Type.String()),
});
type Interaction = Static<typeof Interaction>;

export const vcrpy = dataFormat({
  id: 'vcrpy',
  title: 'VCR.py',
  schema: Type.Object({ interactions: Type.Array(Interaction) }),
  has: (value) => {
    const [first] = isObject(value) && holds(value, 'interactions', 'list') ? (value.interactions as unknown[]) : [];
    return isObject(first) && isObject(first.request) && Object.hasOwn(first.request, 'uri');
  },
  items: ({ interactions }) => interactions,
  exchange: exchangeOf,
});

function exchangeOf({ request, response, recorded_at: recordedAt }: Interaction): ForeignExchange {
  const sent = bodyOf(request, 'its request');
  const answered = bodyOf(response, 'its answer');
  const headers = headersOfMap(request.headers);
  return {
    request: {
      method: request.method,
      url: request.uri,
      headers,
      ...(sent.bytes.length > 0 ? { body: sent.bytes } : {}),
    },
    response: {
      ...(response.status ? { status: response.status.code } : {}),
      headers: headersOfMap(response.headers),
      body: answered.bytes,
    },
    losses: [
      lossMessages.headerOrder,
      ...(response.status ? [] : [lossMessages.status]),
      ...(headers.length > 0 ? [] : [lossMessages.requestHeaders]),
      ...(sent.isParsed || answered.isParsed ? [lossMessages.reserialised] : []),
    ],
    ...(recordedAt === undefined ? {} : { recordedAt }),
  };
}

type Kept = Pick<Interaction['request'], 'body' | 'parsed_body'>;

/** A body is text or bytes, in `string` or by itself; or base64, which older versions wrote; or parsed. */
function bodyOf({ body, parsed_body: parsed }: Kept, what: string) {
  if (parsed !== undefined) return { bytes: writtenAgain(parsed), isParsed: true };
  const inside = isObject(body) && !isBody(body) ? (body.string ?? body.base64_string) : body;
  if (inside === undefined || inside === null) return { bytes: Buffer.alloc(0), isParsed: false };
  if (!isBody(inside)) throw new ForeignProblem(`${what} has a body that is neither text nor bytes`);
  const isBase64 = isObject(body) && !isBody(body) && body.string === undefined;
  return {
    bytes: isBase64 ? fromBase64(bytesOfScalar(inside).toString('latin1'), what) : bytesOfScalar(inside),
    isParsed: false,
  };
}
