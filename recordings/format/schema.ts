import Type from 'typebox';
import { SourceSchema } from '../../matrix/schema.ts';
import type { FrameHeader } from './event-stream.ts';
import type { ListedFrame } from './listed-frames.ts';

/**
 * A cassette file: an HTTP Archive (HAR 1.2) whose own members begin with an underscore, as HAR demands of extensions.
 *
 * HAR's bookkeeping (times, sizes, versions) is written for the tools that read HAR; reading does not need it, so a
 * cassette written by hand may leave it out.
 */

const strict = { additionalProperties: false } as const;

const text = (description: string) => Type.String({ minLength: 1, description });

const bookkeeping = {
  httpVersion: Type.Optional(Type.String()),
  cookies: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'always empty: cookies are secrets' })),
  headersSize: Type.Optional(Type.Integer()),
  bodySize: Type.Optional(Type.Integer()),
};

const PairsSchema = Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), value: Type.String() }, strict));

const ProvenanceSchema = Type.Object(
  {
    evidence: Type.Enum(['documented', 'live'] as const, {
      description: 'live: recorded from the provider itself; documented: written from its documentation',
    }),
    sources: Type.Array(SourceSchema, { minItems: 1, description: 'where its shapes can be read' }),
    recordedAt: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'day of recording' })),
    sdk: Type.Optional(Type.String({ pattern: '^.+@[^@]+$', description: 'what sent the requests, package@version' })),
    apiVersion: Type.Optional(text('the version that the requests asked for')),
    model: Type.Optional(text('what answered, as the requests named it')),
    region: Type.Optional(text('where the service was, as the caller named it')),
    note: text('what a reader has to know before trusting it'),
    importedFrom: Type.Optional(
      Type.Array(
        Type.Object(
          {
            format: text('the id of its format'),
            file: Type.String({ pattern: '^[^/\\\\]+$', description: 'its name, without folders' }),
            sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of its bytes' }),
          },
          strict,
        ),
        { minItems: 1, description: 'the recordings of other programs that it was made from' },
      ),
    ),
  },
  strict,
);

const JsonLayoutSchema = Type.Object(
  {
    indent: Type.Optional(Type.String({ pattern: '^[ \\t]+$' })),
    spaced: Type.Optional(Type.Literal(true)),
    padding: Type.Optional(Type.Integer({ minimum: 1 })),
    end: Type.Optional(Type.String({ pattern: '^\\s+$' })),
  },
  strict,
);

const StreamLayoutSchema = Type.Object(
  {
    newline: Type.Optional(Type.Literal('\r\n')),
    colon: Type.Optional(Type.Literal(':')),
    spaced: Type.Optional(Type.Literal(true)),
    end: Type.Optional(Type.String({ pattern: '^(?:\\r\\n|\\n)*$' })),
  },
  strict,
);

const field = Type.Optional(Type.String());

const EventSchema = Type.Object(
  {
    comment: field,
    id: field,
    event: field,
    retry: field,
    data: Type.Optional(Type.Unsafe<string | object>({ type: ['string', 'object', 'array'] })),
    padding: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { ...strict, minProperties: 1 },
);

const FrameSchema = Type.Object(
  {
    headers: Type.Array(
      Type.Unsafe<FrameHeader>({
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'string' }, { type: ['string', 'number', 'boolean'] }],
        minItems: 2,
        maxItems: 3,
        description: 'name and text; where the value is no text, its type stands between them',
      }),
    ),
    json: Type.Optional(Type.Unsafe<object>({ type: ['object', 'array'] })),
    layout: Type.Optional(JsonLayoutSchema),
    text: field,
    base64: Type.Optional(Type.String({ contentEncoding: 'base64' })),
  },
  strict,
);

/** A body: as text, or as JSON, or as a list of server-sent events or of AWS frames; at most one of them. */
const body = {
  text: Type.Optional(Type.String()),
  _json: Type.Optional(Type.Unsafe<object>({ type: ['object', 'array'] })),
  _events: Type.Optional(Type.Array(EventSchema)),
  _frames: Type.Optional(Type.Array(FrameSchema, { minItems: 1 })),
  _layout: Type.Optional(Type.Object({ ...JsonLayoutSchema.properties, ...StreamLayoutSchema.properties }, strict)),
};

const RequestSchema = Type.Object(
  {
    method: Type.String({ pattern: '^[A-Z]+$' }),
    url: Type.String({ pattern: '^https?://' }),
    ...bookkeeping,
    headers: Type.Optional(PairsSchema),
    queryString: Type.Optional(PairsSchema),
    postData: Type.Optional(
      Type.Object(
        {
          mimeType: Type.String(),
          params: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
          ...body,
          _encoding: Type.Optional(Type.Literal('base64')),
        },
        strict,
      ),
    ),
  },
  strict,
);

const ResponseSchema = Type.Object(
  {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    statusText: Type.Optional(Type.String()),
    ...bookkeeping,
    headers: Type.Optional(PairsSchema),
    content: Type.Object(
      {
        size: Type.Optional(Type.Integer()),
        mimeType: Type.String(),
        ...body,
        encoding: Type.Optional(Type.Literal('base64')),
      },
      strict,
    ),
    redirectURL: Type.Optional(Type.String()),
  },
  strict,
);

const EntrySchema = Type.Object(
  {
    startedDateTime: Type.Optional(Type.String()),
    time: Type.Optional(Type.Number()),
    request: RequestSchema,
    response: ResponseSchema,
    cache: Type.Optional(Type.Object({}, strict)),
    timings: Type.Optional(Type.Object({ send: Type.Number(), wait: Type.Number(), receive: Type.Number() }, strict)),
    comment: Type.Optional(Type.String()),
  },
  strict,
);

export const CassetteFileSchema = Type.Object(
  {
    log: Type.Object(
      {
        version: Type.Literal('1.2'),
        creator: Type.Optional(Type.Object({ name: Type.String(), version: Type.String() }, strict)),
        _provenance: ProvenanceSchema,
        entries: Type.Array(EntrySchema, { minItems: 1 }),
      },
      strict,
    ),
  },
  { ...strict, $id: 'cassette.schema.json' },
);

/** A cassette file as it is on disk. */
export type CassetteFile = Type.Static<typeof CassetteFileSchema>;
export type HarEntry = Type.Static<typeof EntrySchema>;
export type HarPair = Type.Static<typeof PairsSchema>[number];
/** The members in which a HAR request or response carries its body. */
export type HarBody = {
  readonly text?: string;
  readonly _json?: object;
  readonly _events?: readonly Type.Static<typeof EventSchema>[];
  readonly _frames?: readonly ListedFrame[];
  readonly _layout?: Type.Static<typeof JsonLayoutSchema> & Type.Static<typeof StreamLayoutSchema>;
};
