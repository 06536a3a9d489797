/**
 * What providers offer, for other programs: `matrix.json` of the site. Members are added, never changed in meaning; a change that a reader
 * must know of raises the version.
 */
import Type from 'typebox';
import { effects, sourceGrades, UnplayedReason } from '../../matrix/limits.ts';
import { lifecycles, SourceSchema, supportLevels } from '../../matrix/schema.ts';

const closed = { additionalProperties: false };
const text = Type.String();
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const names = Type.Optional(Type.Array(text, { description: 'Other names that people search for, in lower case.' }));
const notes = Type.Optional(Type.String({ description: 'What a reader has to know.' }));
const Lifecycle = Type.Enum(lifecycles);
const standing = { support: Type.Enum(supportLevels), lifecycle: Lifecycle, notes };
const Source = Type.Object(SourceSchema.properties, { ...closed, title: 'Source' });

const OfferedTool = Type.Object(
  {
    tool: text,
    providerApi: text,
    ...standing,
    /** Every surface of the provider API, whether it differs or not. Notes of the cell are true of all of them. */
    surfaces: Type.Array(
      Type.Object({ id: text, ...standing, source: Type.Optional(Source), date: Type.Optional(day) }, closed),
    ),
    /** Several tools of the API that are the same tool here. */
    variants: Type.Array(Type.Object({ id: text, title: text, ...standing }, closed)),
    /** Who says so, where and when. */
    claims: Type.Array(
      Type.Object(
        {
          by: text,
          support: standing.support,
          lifecycle: Type.Optional(Lifecycle),
          date: day,
          source: Source,
          notes,
        },
        { ...closed, title: 'Claim' },
      ),
    ),
    /** Where support and lifecycle can be read. */
    sources: Type.Array(Source),
  },
  { ...closed, title: 'OfferedTool' },
);

const ids = Type.Optional(Type.Array(text));

/** What depends on the model, the surface or the day. */
const FeedLimit = Type.Object(
  {
    /** A tool, or two tools or modifiers in one request. */
    of: Type.Array(text),
    providerApi: text,
    /** Ids of `models`. Absent where it holds for all. */
    models: ids,
    surfaces: ids,
    since: Type.Optional(day),
    until: Type.Optional(day),
    /** What else the request has. */
    when: Type.Optional(text),
    effect: Type.Enum(effects),
    /** The error of the service. */
    says: Type.Optional(text),
    notes,
    source: Type.Object(
      { ...SourceSchema.properties, date: day, grade: Type.Optional(Type.Enum(sourceGrades)) },
      closed,
    ),
    /** Scenarios and rules that try it. */
    played: ids,
    /** Why nothing tries it. */
    unplayed: Type.Optional(UnplayedReason),
  },
  { ...closed, title: 'Limit' },
);

export const MatrixFeed = Type.Object(
  {
    version: Type.Literal(1),
    tools: Type.Array(Type.Object({ id: text, title: text, description: text, alsoCalled: names }, closed)),
    providerApis: Type.Array(
      Type.Object(
        {
          id: text,
          title: text,
          vendor: text,
          alsoCalled: names,
          description: text,
          lifecycle: Type.Object(
            { status: Lifecycle, since: Type.Optional(day), until: Type.Optional(day), notes, source: Source },
            closed,
          ),
          /** Ways to reach the API. The first is the default. */
          surfaces: Type.Array(Type.Object({ id: text, title: text }, closed), { minItems: 1 }),
        },
        closed,
      ),
    ),
    /** Every tool on every provider API. */
    cells: Type.Array(OfferedTool),
    /** Families of models that limits refer to. An id of a model belongs to the family with the longest of `begins`. */
    models: Type.Array(
      Type.Object(
        { id: text, title: text, vendor: text, begins: Type.Array(text), since: Type.Optional(day) },
        { ...closed, title: 'Models' },
      ),
    ),
    /** What requests have apart from tools. */
    modifiers: Type.Array(Type.Object({ id: text, title: text, description: text, alsoCalled: names }, closed)),
    limits: Type.Array(FeedLimit),
  },
  { $id: 'matrix.schema.json', title: 'Tools that providers offer', additionalProperties: false },
);

export type MatrixFeed = Type.Static<typeof MatrixFeed>;
