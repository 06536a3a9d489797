import Type, { type Static } from 'typebox';
import { bytesOfScalar, fromBase64, isBody } from './body.ts';
import { dataFormat, holds } from './data-format.ts';
import { type ForeignExchange, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headersOfMap } from './headers.ts';

/**
 * Cassettes of VCR for Ruby, as YAML or JSON, and of the package for R, whose status is a number or says `status_code`. Source: vcr/vcr,
 * lib/vcr/structs.rb; ropensci/vcr, R/serialize.R.
 */

const Headers = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

const Body = Type.Union([
  Type.Null(),
  Type.String(),
  Type.Object({
    encoding: Type.Optional(Type.String()),
    string: Type.Optional(Type.Unknown()),
    base64_string: Type.Optional(Type.String()),
  }),
]);

const Interaction = Type.Object({
  request: Type.Object({
    method: Type.String(),
    uri: Type.String(),
    headers: Type.Optional(Headers),
    body: Type.Optional(Body),
  }),
  response: Type.Object({
    status: Type.Optional(
      Type.Union([Type.Integer(), Type.Object({ code: Type.Integer() }), Type.Object({ status_code: Type.Integer() })]),
    ),
    headers: Type.Optional(Headers),
    body: Type.Optional(Body),
  }),
  recorded_at: Type.Optional(Type.String()),
});
type Interaction = Static<typeof Interaction>;

export const rubyVcr = dataFormat({
  id: 'ruby-vcr',
  title: 'VCR for Ruby and R',
  schema: Type.Object({ http_interactions: Type.Array(Interaction) }),
  has: (value) => holds(value, 'http_interactions', 'list'),
  items: ({ http_interactions: interactions }) => interactions,
  exchange: exchangeOf,
});

function exchangeOf({ request, response, recorded_at: recordedAt }: Interaction): ForeignExchange {
  const status = statusOf(response.status);
  const body = bodyOf(request.body, 'its request');
  return {
    request: {
      method: request.method,
      url: request.uri,
      headers: headersOfMap(request.headers),
      ...(body.length > 0 ? { body } : {}),
    },
    response: {
      ...(status === undefined ? {} : { status }),
      headers: headersOfMap(response.headers),
      body: bodyOf(response.body, 'its answer'),
    },
    losses: [lossMessages.headerOrder, ...(status === undefined ? [lossMessages.status] : [])],
    ...(recordedAt === undefined ? {} : { recordedAt }),
  };
}

function statusOf(status: Interaction['response']['status']): number | undefined {
  if (typeof status !== 'object') return status;
  return 'code' in status ? status.code : status.status_code;
}

/** Whatever encoding Ruby took the body for, the file is UTF-8: its text stands in that, and what is no text as bytes. */
function bodyOf(kept: Interaction['request']['body'], what: string): Buffer {
  if (kept === undefined || kept === null) return Buffer.alloc(0);
  if (typeof kept === 'string') return bytesOfScalar(kept);
  if (kept.base64_string !== undefined) return fromBase64(kept.base64_string, what);
  const { string = '' } = kept;
  if (string === null) return Buffer.alloc(0);
  if (!isBody(string)) throw new ForeignProblem(`${what} has a body that is neither text nor bytes`);
  return bytesOfScalar(string);
}
