import Type from 'typebox';
import { SourceSchema } from '../../matrix/schema.ts';
import type { FrameHeader } from './event-stream.ts';
import type { HttpRequest, HttpResponse, WireTransport } from './exchange.ts';

/** How much a recording proves: taken from the provider itself, or written from its documentation. */
type RecordedEvidence = 'live' | 'documented';

/** Where a cassette comes from. Nothing may present a `documented` one as `live`. */
export interface Provenance {
  readonly evidence: RecordedEvidence;
  readonly sources: readonly Type.Static<typeof SourceSchema>[];
  /** Day of recording, `YYYY-MM-DD`; absent where nothing was recorded. */
  readonly recordedAt?: string;
  /** What sent the requests, `package@version`. */
  readonly sdk?: string;
  readonly apiVersion?: string;
  /** What answered, as the requests named it. */
  readonly model?: string;
  /** Where the service was, as the caller named it. */
  readonly region?: string;
  /** What a reader has to know before trusting it. */
  readonly note: string;
  /** The recordings of other programs that it was made from, in order; absent where it is our own. */
  readonly importedFrom?: readonly ImportedFrom[];
}

/** A recording of another program. */
export interface ImportedFrom {
  /** The id of its format. */
  readonly format: string;
  /** Its name, without folders. */
  readonly file: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** One recorded request with its answer; bodies are text again. */
export interface CassetteEntry {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly comment?: string;
}

/** The recorded exchanges of one scenario on one provider API and transport. */
export interface Cassette {
  readonly provenance: Provenance;
  readonly entries: readonly CassetteEntry[];
}

/** What a cassette file holds: the exchanges of one scenario on one provider API, by transport. */
export type Cassettes = { readonly [T in WireTransport]?: Cassette };

/** The transports, in the order in which a cassette file lists them. */
export const transports = ['json', 'sse', 'eventstream'] as const satisfies readonly WireTransport[];

const strict = { additionalProperties: false } as const;

const text = (description: string) => Type.String({ minLength: 1, description });

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
  { ...strict, description: 'where the exchanges come from' },
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
    unframed: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
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

/** A header is a member; one that stands several times in a row, a list. Where that cannot say it, all are pairs of name and value. */
const HeadersSchema = Type.Optional(
  Type.Unsafe<ListedHeaders>({
    type: ['object', 'array'],
    propertyNames: { minLength: 1 },
    additionalProperties: { type: ['string', 'array'], items: { type: 'string' }, minItems: 1 },
    items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    description:
      'by name; of a name that stands several times in a row, the list of its values. Or pairs of name and value',
  }),
);

/** Headers as a cassette keeps them. */
export type ListedHeaders =
  | { readonly [name: string]: string | readonly string[] }
  | readonly (readonly [name: string, value: string])[];

const body = {
  json: Type.Optional(Type.Unsafe<object>({ type: ['object', 'array'], description: 'a JSON body, parsed' })),
  events: Type.Optional(Type.Array(EventSchema, { description: 'a body of server-sent events' })),
  frames: Type.Optional(Type.Array(FrameSchema, { minItems: 1, description: 'a body of AWS event-stream frames' })),
  text: Type.Optional(Type.String({ description: 'any other body of text' })),
  base64: Type.Optional(Type.String({ contentEncoding: 'base64', description: 'a body that is no UTF-8 text' })),
  layout: Type.Optional(
    Type.Object(
      { ...JsonLayoutSchema.properties, ...StreamLayoutSchema.properties },
      { ...strict, description: 'white space of json or events that is not the usual one' },
    ),
  ),
};

const ExchangeSchema = Type.Object(
  {
    comment: Type.Optional(Type.String()),
    request: Type.Object(
      {
        method: Type.String({ pattern: '^[A-Z]+$' }),
        url: Type.String({ pattern: '^https?://', description: 'with its query' }),
        headers: HeadersSchema,
        ...body,
      },
      strict,
    ),
    response: Type.Object(
      { status: Type.Integer({ minimum: 200, maximum: 599 }), headers: HeadersSchema, ...body },
      strict,
    ),
  },
  strict,
);

const RecordingSchema = Type.Object(
  {
    provenance: Type.Optional(Type.Unsafe<Provenance>({ $ref: '#/$defs/provenance' })),
    defaultHeaders: Type.Optional(
      Type.Object(
        { request: HeadersSchema, response: HeadersSchema },
        { ...strict, minProperties: 1, description: 'of each request and each response that lists none of its own' },
      ),
    ),
    exchanges: Type.Array(ExchangeSchema, { minItems: 1 }),
  },
  {
    ...strict,
    description:
      'what was recorded by one transport; with its own provenance, where the one of the file is not its own',
  },
);

const recording = Type.Optional(Type.Unsafe<Type.Static<typeof RecordingSchema>>({ $ref: '#/$defs/recording' }));

/** A cassette file as it is on disk. What HAR demands besides is added where one is exported. */
export const CassetteFileSchema = Type.Object(
  {
    provenance: Type.Unsafe<Provenance>({ $ref: '#/$defs/provenance' }),
    json: recording,
    sse: recording,
    eventstream: recording,
  },
  {
    ...strict,
    $id: 'cassette.schema.json',
    $defs: { provenance: ProvenanceSchema, recording: RecordingSchema },
  },
);

export type CassetteFile = Type.Static<typeof CassetteFileSchema>;
export type ListedRecording = Type.Static<typeof RecordingSchema>;
export type ListedExchange = Type.Static<typeof ExchangeSchema>;
