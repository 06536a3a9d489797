import Type from 'typebox';
import { toolIds } from './ids.ts';

/** The same, and nothing in it can be assigned. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

/**
 * Schemas of the data files of this folder: `tools.json` (rows) and `provider-apis/<id>.json` (columns).
 *
 * In the files a source is a key of the file's own `sources`, so that each link is written once; the loader puts the
 * source itself in its place (`model.ts`).
 */

const strict = { additionalProperties: false } as const;

const text = (description: string) => Type.String({ minLength: 1, description });

/** A calendar day, `YYYY-MM-DD`. That it exists in the calendar is a lint rule's business. */
const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

const id = (description: string) => Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$', description });

const schemaReference = Type.Optional(Type.String({ description: 'the JSON Schema of this file, for editors' }));

/** Whether something works: `partial` and `unknown` need a note that says what is missing. */
export const supportLevels = ['yes', 'partial', 'no', 'unknown'] as const;
export type Support = (typeof supportLevels)[number];

/** How long it will: generally available, preview or beta, still served but deprecated, no longer served. */
export const lifecycles = ['ga', 'preview', 'deprecated', 'retired'] as const;
export type Lifecycle = (typeof lifecycles)[number];

/** The tables of the ADR (microsoft/agent-framework ADR 0002, 2025-06-23), which this data reproduces to the letter. */
export const adrTables = ['adr-2025-06-23', 'adr-draft'] as const;
export type AdrTable = (typeof adrTables)[number];

/**
 * Who makes a claim. The ADR's two drafts come first; `adr-dotnet` is what it says of the provider's .NET SDK, which is not judged here;
 * `inferred` is our own conclusion and says so.
 */
const claimants = [
  ...adrTables,
  'adr-dotnet',
  'sdk-types',
  'vendor-docs',
  'service-spec',
  'public-recording',
  'third-party',
  'inferred',
] as const;

/** A public place where something can be read: a package and type, a page, a file of a repository. */
export const SourceSchema = Type.Object(
  {
    title: text('what it is, precise enough to find it without the link'),
    url: Type.Optional(Type.String({ pattern: '^https://', description: 'where it is' })),
  },
  strict,
);
export type Source = Immutable<Type.Static<typeof SourceSchema>>;

/** How an HTTP response comes: one JSON document, server-sent events, or AWS event stream frames. */
const transports = ['json', 'sse', 'eventstream'] as const;

/** Where a request says that it wants a stream: one of these, or either where surfaces differ. */
const StreamWhenSchema = Type.Object(
  {
    body: Type.Optional(text('a member of the JSON body that is then `true`')),
    query: Type.Optional(Type.String({ pattern: '^[^=]+=.+$', description: 'a query parameter, `name=value`' })),
    pathSuffix: Type.Optional(text('how the path then ends')),
  },
  { ...strict, minProperties: 1 },
);

/**
 * One operation of a provider API, so that a request can be told from another without looking at what its body asks.
 *
 * `urlTemplates` are whole paths, aliases included (other version prefixes, hosts with another layout, deployments in
 * the path); `{name}` stands for one or more characters other than `/`. Query parameters are not part of a template:
 * `query` lists those that may be there, `name=value` or `name=*`.
 * With one transport every response comes by it. With two, the second is the stream, served exactly when `streamWhen`
 * holds.
 */
export const OperationSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-zA-Z][a-zA-Z.]*$', description: 'the name by which cassettes refer to it' }),
    method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const),
    urlTemplates: Type.Array(Type.String({ pattern: '^/[^?#]*$' }), { minItems: 1 }),
    query: Type.Optional(Type.Array(Type.String({ pattern: '^[^=]+=.+$' }), { minItems: 1 })),
    transports: Type.Array(Type.Enum(transports), { minItems: 1, maxItems: 2, uniqueItems: true }),
    streamWhen: Type.Optional(StreamWhenSchema),
    poll: Type.Optional(Type.Boolean({ description: 'asked again and again until something is done' })),
    optional: Type.Optional(Type.Boolean({ description: 'a client may leave it out: clean-up, listing, token' })),
    shared: Type.Optional(
      Type.Boolean({ description: 'what it makes serves all conversations of a client: an agent' }),
    ),
    description: text('what it does'),
  },
  { ...strict, $id: 'operation.schema.json' },
);
export type Operation = Immutable<Type.Static<typeof OperationSchema>>;

const SupportSchema = Type.Enum(supportLevels, { description: 'whether it works' });
const LifecycleSchema = Type.Enum(lifecycles, { description: 'how long it will' });
const notes = Type.Optional(text('what a reader has to know; needed where the support is partial or unknown'));
const sourceOf = id('a key of `sources` of this file');

const rank = Type.Optional(
  Type.Integer({ minimum: 1, description: 'the most used is 1; those without a rank come last, in their order' }),
);
const alsoCalled = Type.Optional(
  Type.Array(Type.String({ pattern: '^[^A-Z]+$' }), {
    minItems: 1,
    uniqueItems: true,
    description: 'other names that people search for, in lower case; several may share one',
  }),
);

/** How the tool looks on the wire, in short: JSON with the member names that matter. */
const WireSchema = Type.Object(
  {
    declare: text('how a request says that the tool may be used'),
    call: text('how the model, or the provider itself, calls it'),
    result: text('how the result comes, or goes back'),
  },
  { ...strict, title: 'Wire' },
);

/** Someone says, on a day and in a public place, that a cell works or does not. */
const ClaimSchema = Type.Object(
  {
    by: Type.Enum(claimants),
    support: SupportSchema,
    lifecycle: Type.Optional(LifecycleSchema),
    label: Type.Optional(text('what the ADR prints in parentheses behind its mark')),
    source: sourceOf,
    date: day('when it was said (for SDK types: published); where that is not known, when it was read'),
    notes,
  },
  strict,
);

/** A surface where the cell is not what it is elsewhere. Surfaces that are not named are as the cell says. */
const SurfaceSupportSchema = Type.Object(
  {
    support: SupportSchema,
    lifecycle: Type.Optional(LifecycleSchema),
    notes,
    source: Type.Optional(sourceOf),
    date: Type.Optional(day('when the source was read; beside a source')),
  },
  { ...strict, dependentRequired: { source: ['date'], date: ['source'] } },
);

/** One of several tools of an API that are the same row. A variant that is not listed is not there. */
const VariantSchema = Type.Object(
  {
    id: id('the same in every column'),
    title: text('its name in tables'),
    support: SupportSchema,
    lifecycle: Type.Optional(LifecycleSchema),
    wire: Type.Optional(WireSchema),
    notes,
  },
  strict,
);

/** Tool × provider API. The lifecycle of a cell that says `no` is that of the API. */
const CellSchema = Type.Object(
  {
    support: SupportSchema,
    lifecycle: LifecycleSchema,
    surfaces: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }), SurfaceSupportSchema, strict),
    ),
    variants: Type.Optional(Type.Array(VariantSchema, { minItems: 1 })),
    wire: Type.Optional(WireSchema),
    claims: Type.Array(ClaimSchema, { description: "the ADR's two drafts first, then what holds today" }),
    sources: Type.Array(sourceOf, { description: 'where support, lifecycle and wire of this cell can be read' }),
    notes,
    errata: Type.Optional(Type.Array(Type.String(), { minItems: 1, description: 'entries of the errata' })),
  },
  { ...strict, title: 'Cell' },
);

const environmentVariable = Type.String({
  pattern: '^[A-Z][A-Z0-9_]*$',
  description: 'an environment variable, named as the SDK names it',
});

const otherCredentials = Type.Optional(
  Type.Array(Type.Enum(['apiKey', 'bearerToken', 'tokenProvider']), {
    minItems: 1,
    uniqueItems: true,
    title: 'OtherCredentials',
    description: 'what else proves who calls',
  }),
);

/** How to call the live service: the model, where the credentials come from, and what the base URL leaves open. */
const RecordingSchema = Type.Object(
  {
    model: text('the model that recordings are made with'),
    credentials: Type.Union([
      Type.Object({ type: Type.Literal('apiKey'), from: environmentVariable, or: otherCredentials }, strict),
      Type.Object({ type: Type.Literal('bearerToken'), from: environmentVariable, or: otherCredentials }, strict),
      Type.Object(
        {
          type: Type.Literal('awsKeys'),
          accessKeyIdFrom: environmentVariable,
          secretAccessKeyFrom: environmentVariable,
          sessionTokenFrom: Type.Optional(environmentVariable),
          or: otherCredentials,
        },
        strict,
      ),
    ]),
    parameters: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-zA-Z]*$' }),
        Type.Object({ from: environmentVariable, replay: text('what replay puts in its place') }, strict),
        {
          ...strict,
          description: 'the placeholders of the base URL, and whatever else names the caller’s own resources, by name',
        },
      ),
    ),
  },
  { ...strict, title: 'Recording', description: 'how to record' },
);
export type Recording = Immutable<Type.Static<typeof RecordingSchema>>;

/** How files and vector stores are made before a conversation that needs them, where a request or two do. */
const UploadsSchema = Type.Object(
  {
    source: text('where it can be read: types or documents'),
    files: Type.String({ pattern: '^/', description: 'where a file is posted, below the base URL' }),
    vectorStores: Type.Optional(
      Type.String({ pattern: '^/', description: 'the same of a store; absent where it has none' }),
    ),
    query: Type.Optional(Type.String({ pattern: '^[?]', description: 'what stands behind each path' })),
    keyHeader: Type.Optional(text('the header that holds an API key; `authorization: Bearer` unless told')),
    headers: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z-]+$' }), Type.String(), strict)),
    form: Type.Optional(
      Type.Record(Type.String(), Type.String(), { ...strict, description: 'members of the form besides the file' }),
    ),
  },
  { ...strict, title: 'Uploads', description: 'how what conversations need is made' },
);
export type Uploads = Immutable<Type.Static<typeof UploadsSchema>>;

/** A variant of an API with a support of its own. What it does not say is as the column says. */
const SurfaceSchema = Type.Object(
  {
    id: id('as the cells name it'),
    title: text('its name'),
    baseUrl: Type.Optional(Type.String({ pattern: '^https://', description: 'where it is another service' })),
    paths: Type.Optional(
      Type.Array(Type.String({ pattern: '^/.*/$' }), {
        minItems: 1,
        description: 'how the paths of its requests begin, one of these, with placeholders as in the base URL',
      }),
    ),
    framing: Type.Optional(
      Type.Object(
        { event: text('the name of each frame'), member: text('the member of its payload with an event, in base64') },
        {
          ...strict,
          title: 'Framing',
          description: 'how its streams wrap the server-sent events of the column in frames of an AWS event stream',
        },
      ),
    ),
    recording: Type.Optional(RecordingSchema),
  },
  strict,
);

/** A version of the API that a caller can choose, where the requests of several are not the same. */
const VersionSchema = Type.Object(
  {
    id: id('what settings name as their surface'),
    title: text('its name'),
    surface: id('the surface whose version it is'),
    paths: Type.Optional(
      Type.Array(Type.String({ pattern: '^/.*/$' }), { minItems: 1, description: 'as those of a surface' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z-]+$' }), Type.String(), {
        ...strict,
        minProperties: 1,
        description: 'what every request carries',
      }),
    ),
  },
  strict,
);

/** A column: `provider-apis/<id>.json`. */
export const ProviderFileSchema = Type.Object(
  {
    $schema: schemaReference,
    id: id('the name of the file'),
    order: Type.Integer({ minimum: 1, description: 'its place among the columns: the lowest comes first' }),
    title: text('its name in tables'),
    vendor: Type.Optional(text('who offers it; the title where absent')),
    shortTitle: Type.Optional(text('its name beside that of the vendor; the title where absent')),
    rank,
    alsoCalled,
    adrTitle: Type.Optional(text("the ADR's column heading, for the seven columns of the ADR")),
    description: text('one or two sentences'),
    sdk: Type.Object({ package: text('the npm package'), version: text('the version that was read') }, strict),
    lifecycle: Type.Object(
      {
        status: LifecycleSchema,
        since: Type.Optional(day('from when the status holds')),
        until: Type.Optional(day('from when it is retired')),
        source: sourceOf,
        notes,
      },
      strict,
    ),
    surfaces: Type.Array(SurfaceSchema, {
      minItems: 1,
      description: 'variants of the API; the first one is the default',
    }),
    versions: Type.Optional(
      Type.Array(VersionSchema, { minItems: 2, description: 'versions of the API, the current one first' }),
    ),
    baseUrl: Type.String({ pattern: '^https://', description: 'the live service; `{name}` is a placeholder' }),
    endpoints: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-zA-Z]*$' }),
        Type.String({ pattern: '^https://[^/?#]+$', description: 'an origin, with placeholders as in the base URL' }),
        {
          ...strict,
          minProperties: 1,
          description: 'further services that the API is made of, by name: where its agents are defined, say',
        },
      ),
    ),
    recording: Type.Optional(RecordingSchema),
    uploads: Type.Optional(UploadsSchema),
    operations: Type.Array(OperationSchema),
    errata: Type.Optional(Type.Array(Type.String(), { minItems: 1, description: 'entries on no one cell' })),
    sources: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }), SourceSchema, strict),
    cells: Type.Partial(Type.Record(Type.Enum(toolIds), CellSchema, strict), {
      ...strict,
      description: 'by tool; one that is not here is unknown',
    }),
  },
  { ...strict, $id: 'matrix-provider.schema.json' },
);
export type ProviderFile = Immutable<Type.Static<typeof ProviderFileSchema>>;

const DatedSourceSchema = Type.Object({ ...SourceSchema.properties, date: day('when it was written') }, strict);

const position = Type.Integer({ minimum: 1, description: 'row number in that table' });

/** The rows: `tools.json`. */
export const ToolsFileSchema = Type.Object(
  {
    $schema: schemaReference,
    sources: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }), DatedSourceSchema, strict),
    tools: Type.Record(
      Type.Enum(toolIds),
      Type.Object(
        {
          title: text('its name in tables; the ADR’s own where it has one'),
          rank,
          alsoCalled,
          description: text('one sentence; the ADR’s own where it has one'),
          origin: sourceOf,
          adrOrder: Type.Optional(Type.Object({ 'adr-2025-06-23': position, 'adr-draft': position }, strict)),
        },
        { ...strict, title: 'Tool' },
      ),
      strict,
    ),
  },
  { ...strict, $id: 'matrix-tools.schema.json' },
);
export type ToolsFile = Immutable<Type.Static<typeof ToolsFileSchema>>;
