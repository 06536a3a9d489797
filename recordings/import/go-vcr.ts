import Type, { type Static } from 'typebox';
import { bytesOfScalar, isBody } from './body.ts';
import { dataFormat, holds, isObject } from './data-format.ts';
import { type ForeignExchange, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headersOfMap } from './headers.ts';

/** Cassettes of go-vcr, versions 1 and 2. Source: gopkg.in/dnaeon/go-vcr, cassette/cassette.go. */

const Headers = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

const Interaction = Type.Object({
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: Type.Optional(Headers),
    body: Type.Optional(Type.Unknown()),
  }),
  response: Type.Object({
    /** `200 OK`. */
    status: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    code: Type.Optional(Type.Integer()),
    headers: Type.Optional(Headers),
    body: Type.Optional(Type.Unknown()),
  }),
});
type Interaction = Static<typeof Interaction>;

export const goVcr = dataFormat({
  id: 'go-vcr',
  title: 'go-vcr',
  schema: Type.Object({ interactions: Type.Array(Interaction) }),
  has: (value) => {
    const [first] = isObject(value) && holds(value, 'interactions', 'list') ? (value.interactions as unknown[]) : [];
    return isObject(first) && isObject(first.request) && Object.hasOwn(first.request, 'url');
  },
  items: ({ interactions }) => interactions,
  exchange: exchangeOf,
});

function exchangeOf({ request, response }: Interaction): ForeignExchange {
  const body = bodyOf(request.body, 'its request');
  const status = response.code ?? codeIn(response.status);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: headersOfMap(request.headers),
      ...(body.length > 0 ? { body } : {}),
    },
    response: {
      ...(status === undefined ? {} : { status }),
      headers: headersOfMap(response.headers),
      body: bodyOf(response.body, 'its answer'),
    },
    losses: [lossMessages.headerOrder, ...(status === undefined ? [lossMessages.status] : [])],
  };
}

function codeIn(status: string | number | undefined): number | undefined {
  const code = /^\d{3}\b/.exec(String(status ?? ''))?.[0];
  return code === undefined ? undefined : Number(code);
}

function bodyOf(body: unknown, what: string): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (!isBody(body)) throw new ForeignProblem(`${what} has a body that is neither text nor bytes`);
  return bytesOfScalar(body);
}
