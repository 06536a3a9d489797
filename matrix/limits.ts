import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../lib/data-file.ts';
import { toolIds } from './ids.ts';
import { type Immutable, SourceSchema } from './schema.ts';

/**
 * `limits.yaml`: what depends on the model, the surface or the day – of one tool, and of two things in one request – and the
 * families of models that it is said of.
 */

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ minLength: 1, description });
const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const id = (description: string) => Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$', description });
const idList = (description: string) => Type.Array(id('an id'), { minItems: 1, uniqueItems: true, description });

/** What becomes of a request: `ignored` is accepted and has no effect; `unknown` has notes that say what would settle it. */
export const effects = ['works', 'ignored', 'rejected', 'unknown'] as const;
export type Effect = (typeof effects)[number];

/** Why nothing tries a limit, and what each word means. */
export const unplayedReasons = {
  'by-the-service': 'The request is the same as elsewhere; the service alone makes the difference.',
  'no-member': 'The API has no member that a request could carry.',
  'no-option': 'The contract has no option that asks for it; it can be sent as a raw member.',
  open: 'No scenario has been written yet.',
} as const;

export const UnplayedReason = Type.Enum(Object.keys(unplayedReasons) as (keyof typeof unplayedReasons)[], {
  description: `why nothing tries it. ${Object.entries(unplayedReasons)
    .map(([reason, meaning]) => `${reason}: ${meaning}`)
    .join(' ')}`,
});

/** How a source knows: it was recorded, or it is written in documentation or a report, or types alone have it. */
export const sourceGrades = ['traffic', 'documented', 'types'] as const;

const LimitSchema = Type.Object(
  {
    models: Type.Optional(idList('families of models; all, where absent')),
    surfaces: Type.Optional(idList('surfaces of the provider API; all, where absent')),
    since: Type.Optional(day('the first day on which it holds')),
    until: Type.Optional(day('the first day on which it no longer holds')),
    when: Type.Optional(text('what the request has besides; absent where it makes no difference')),
    effect: Type.Enum(effects),
    says: Type.Optional(text('the error of the service')),
    notes: Type.Optional(text('what a reader has to know')),
    source: id('a key of `sources`'),
    played: Type.Optional(
      Type.Array(Type.String({ pattern: '^([a-z-]+/[a-z0-9-]+|rule:[a-z0-9-]+)$' }), {
        minItems: 1,
        uniqueItems: true,
        description: 'scenarios (`<tool>/<scenario>`) and rules (`rule:<id>`) that try it',
      }),
    ),
    unplayed: Type.Optional(UnplayedReason),
  },
  { ...strict, title: 'Limit' },
);

const ModelSchema = Type.Object(
  {
    id: id('what limits call it'),
    title: text('its name'),
    vendor: text('who makes it'),
    begins: Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }), {
      minItems: 1,
      uniqueItems: true,
      description:
        'how ids of its models begin; the longest of all families counts. One that ends with a dot takes every version behind it',
    }),
    since: Type.Optional(day('when it came out')),
  },
  { ...strict, title: 'ModelFamily' },
);
export type ModelFamily = Immutable<Type.Static<typeof ModelSchema>>;

const ModifierSchema = Type.Object(
  {
    title: text('its name'),
    alsoCalled: Type.Optional(Type.Array(Type.String({ pattern: '^[^A-Z]+$' }), { minItems: 1, uniqueItems: true })),
    description: text('one sentence'),
  },
  { ...strict, title: 'Modifier' },
);

const PairSchema = Type.Object(
  {
    of: Type.Array(id('a tool or a modifier'), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description: 'one tool, or two things in one request, in any order',
    }),
    limits: Type.Array(LimitSchema, { minItems: 1 }),
  },
  { ...strict, title: 'Limits' },
);

const DatedSource = Type.Object(
  {
    ...SourceSchema.properties,
    date: day('when it was written or recorded; where that is not known, when it was read'),
    grade: Type.Optional(Type.Enum(sourceGrades, { description: 'how it knows; "documented" where absent' })),
  },
  strict,
);

export const LimitsFileSchema = Type.Object(
  {
    sources: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$' }), DatedSource, strict),
    models: Type.Array(ModelSchema),
    modifiers: Type.Record(Type.String({ pattern: '^[a-z][a-z-]*$' }), ModifierSchema, {
      ...strict,
      description: 'what requests have besides tools, by id',
    }),
    limits: Type.Record(Type.String({ pattern: '^[a-z0-9-]+$' }), Type.Array(PairSchema), {
      ...strict,
      description: 'by provider API',
    }),
  },
  { ...strict, $id: 'matrix-limits.schema.json' },
);
/** What `limits.yaml` says. */
export type Limits = Immutable<Type.Static<typeof LimitsFileSchema>>;
/** What is said of one thing or of two. */
export type Pair = Immutable<Type.Static<typeof PairSchema>>;
export type Limit = Pair['limits'][number];

/** Reads `limits.yaml` of a folder. @throws {UserError} it is missing or does not fit its schema. */
export function loadLimits(folder: string): Promise<Limits> {
  return readDataFile(join(folder, 'limits.yaml'), LimitsFileSchema, 'list of limits', folder);
}

/** Ids of all that a pair can be of. */
export const partIds = ({ modifiers }: Limits): readonly string[] => [...toolIds, ...Object.keys(modifiers)];

/** What is said of one thing, or of two in either order. Pure. */
export const limitsOf = (
  { limits }: Limits,
  providerApi: string,
  ...parts: readonly [string] | readonly [string, string]
): readonly Limit[] => {
  const own = Object.hasOwn(limits, providerApi) ? (limits[providerApi] ?? []) : [];
  return own
    .filter(({ of }) => of.length === parts.length && parts.every((part) => of.includes(part)))
    .flatMap((pair) => pair.limits);
};

/**
 * The family of a model, by the longest beginning. Names of regions and makers before it (`us.anthropic.`), and paths, are not part
 * of an id. Pure.
 */
export function familyOf(model: string, { models }: Pick<Limits, 'models'>): ModelFamily | undefined {
  const own = model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z-]+\.)+/, '');
  const found = models.flatMap((family) =>
    family.begins.filter((start) => beginsWith(own, start)).map((start) => ({ family, length: start.length })),
  );
  return found.toSorted((a, b) => b.length - a.length)[0]?.family;
}

/** A further number is another version, a longer one is a date. */
const beginsWith = (model: string, start: string): boolean =>
  model.startsWith(start) &&
  (start.endsWith('.') || /^(?:[-@:](?!\d{1,2}(?:\D|$)).*)?$/.test(model.slice(start.length)));

/** What a limit is asked for. What is absent is left open. */
export interface Circumstances {
  readonly family?: string | undefined;
  readonly surface?: string | undefined;
  readonly day?: string | undefined;
}

/** The limits that hold: of two that do, the one that says more of what is asked. Pure. */
export function limitsIn(limits: readonly Limit[], { family, surface, day }: Circumstances): readonly Limit[] {
  const holding = limits.filter(
    (limit) =>
      (family === undefined || (limit.models?.includes(family) ?? true)) &&
      (surface === undefined || (limit.surfaces?.includes(surface) ?? true)) &&
      (day === undefined || ((limit.since ?? day) <= day && day < (limit.until ?? '9999'))),
  );
  const isAsked = ({ models, surfaces }: Limit) =>
    (models === undefined || family !== undefined) && (surfaces === undefined || surface !== undefined);
  return holding.filter((limit) => !holding.some((other) => isAsked(other) && isNarrower(other, limit)));
}

const dimensions = ['models', 'surfaces'] as const;

/** True where one limit names all that another names, and more, whatever else the request has. */
export const isNarrower = (one: Limit, other: Limit): boolean =>
  (one.when === undefined || one.when === other.when) &&
  dimensions.every((member) => other[member] === undefined || one[member] !== undefined) &&
  dimensions.some((member) => other[member] === undefined && one[member] !== undefined);

/** What limits and questions call a surface: its own id or that of a version. */
interface Named {
  readonly id: string;
}
export const surfaceIdsOf = ({
  surfaces,
  versions = [],
}: {
  readonly surfaces: readonly Named[];
  readonly versions?: readonly Named[] | undefined;
}): readonly string[] => [...surfaces, ...versions].map(({ id: own }) => own);
