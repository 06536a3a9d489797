import Type, { type Static } from 'typebox';
import { bytesOfScalar, fromBase64, isBody, writtenAgain } from './body.ts';
import { dataFormat, holds, isObject } from './data-format.ts';
import { type ForeignExchange, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headersOfMap } from './headers.ts';

/** Cassettes of go-vcr, versions 1 and 2. Source: gopkg.in/dnaeon/go-vcr, cassette/cassette.go. */

const Headers = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

const GoInteraction = Type.Object({
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
type GoInteraction = Static<typeof GoInteraction>;

export const goVcr = dataFormat({
  id: 'go-vcr',
  title: 'go-vcr',
  schema: Type.Object({ interactions: Type.Array(GoInteraction) }),
  has: (value) => {
    const [first] = isObject(value) && holds(value, 'interactions', 'list') ? (value.interactions as unknown[]) : [];
    return isObject(first) && isObject(first.request) && Object.hasOwn(first.request, 'url');
  },
  items: ({ interactions }) => interactions,
  exchange: goExchange,
});

function goExchange({ request, response }: GoInteraction): ForeignExchange {
  const body = goBody(request.body, 'its request');
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
      body: goBody(response.body, 'its answer'),
    },
    losses: [lossMessages.headerOrder, ...(status === undefined ? [lossMessages.status] : [])],
  };
}

function codeIn(status: string | number | undefined): number | undefined {
  const code = /^\d{3}\b/.exec(String(status ?? ''))?.[0];
  return code === undefined ? undefined : Number(code);
}

function goBody(body: unknown, what: string): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (!isBody(body)) throw new ForeignProblem(`${what} has a body that is neither text nor bytes`);
  return bytesOfScalar(body);
}

/**
 * Cassettes of VCR for Ruby, as YAML or JSON, and of the package for R, whose status is a number or says `status_code`. Source: vcr/vcr,
 * lib/vcr/structs.rb; ropensci/vcr, R/serialize.R.
 */

const RubyBody = Type.Union([
  Type.Null(),
  Type.String(),
  Type.Object({
    encoding: Type.Optional(Type.String()),
    string: Type.Optional(Type.Unknown()),
    base64_string: Type.Optional(Type.String()),
  }),
]);

const RubyInteraction = Type.Object({
  request: Type.Object({
    method: Type.String(),
    uri: Type.String(),
    headers: Type.Optional(Headers),
    body: Type.Optional(RubyBody),
  }),
  response: Type.Object({
    status: Type.Optional(
      Type.Union([Type.Integer(), Type.Object({ code: Type.Integer() }), Type.Object({ status_code: Type.Integer() })]),
    ),
    headers: Type.Optional(Headers),
    body: Type.Optional(RubyBody),
  }),
  recorded_at: Type.Optional(Type.String()),
});
type RubyInteraction = Static<typeof RubyInteraction>;

export const rubyVcr = dataFormat({
  id: 'ruby-vcr',
  title: 'VCR for Ruby and R',
  schema: Type.Object({ http_interactions: Type.Array(RubyInteraction) }),
  has: (value) => holds(value, 'http_interactions', 'list'),
  items: ({ http_interactions: interactions }) => interactions,
  exchange: rubyExchange,
});

function rubyExchange({ request, response, recorded_at: recordedAt }: RubyInteraction): ForeignExchange {
  const status = statusOf(response.status);
  const body = rubyBody(request.body, 'its request');
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
      body: rubyBody(response.body, 'its answer'),
    },
    losses: [lossMessages.headerOrder, ...(status === undefined ? [lossMessages.status] : [])],
    ...(recordedAt === undefined ? {} : { recordedAt }),
  };
}

function statusOf(status: RubyInteraction['response']['status']): number | undefined {
  if (typeof status !== 'object') return status;
  return 'code' in status ? status.code : status.status_code;
}

/** Whatever encoding Ruby took the body for, the file is UTF-8: its text stands in that, and what is no text as bytes. */
function rubyBody(kept: RubyInteraction['request']['body'], what: string): Buffer {
  if (kept === undefined || kept === null) return Buffer.alloc(0);
  if (typeof kept === 'string') return bytesOfScalar(kept);
  if (kept.base64_string !== undefined) return fromBase64(kept.base64_string, what);
  const { string = '' } = kept;
  if (string === null) return Buffer.alloc(0);
  if (!isBody(string)) throw new ForeignProblem(`${what} has a body that is neither text nor bytes`);
  return bytesOfScalar(string);
}

/**
 * Cassettes of VCR.py, as YAML or JSON, and what pytest plugins make of them: `parsed_body` in place of a JSON body. Source: VCR.py,
 * vcr/serialize.py and vcr/serializers/compat.py.
 */

const PythonInteraction = Type.Object({
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
type PythonInteraction = Static<typeof PythonInteraction>;

export const vcrpy = dataFormat({
  id: 'vcrpy',
  title: 'VCR.py',
  schema: Type.Object({ interactions: Type.Array(PythonInteraction) }),
  has: (value) => {
    const [first] = isObject(value) && holds(value, 'interactions', 'list') ? (value.interactions as unknown[]) : [];
    return isObject(first) && isObject(first.request) && Object.hasOwn(first.request, 'uri');
  },
  items: ({ interactions }) => interactions,
  exchange: pythonExchange,
});

function pythonExchange({ request, response, recorded_at: recordedAt }: PythonInteraction): ForeignExchange {
  const sent = pythonBody(request, 'its request');
  const answered = pythonBody(response, 'its answer');
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

type PythonMessage = Pick<PythonInteraction['request'], 'body' | 'parsed_body'>;

/** A body is text or bytes, in `string` or alone; or base64, which older versions wrote; or parsed. */
function pythonBody({ body, parsed_body: parsed }: PythonMessage, what: string) {
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
