import type { Limits } from '../../matrix/limits.ts';
import type { Cell, Claim, Matrix, ProviderApi } from '../../matrix/model.ts';
import type { Source } from '../../matrix/schema.ts';
import type { MatrixFeed } from './schema.ts';

/** What providers offer, for other programs: everything by id, with what is inherited said in full. Pure. */
export const matrixFeed = ({ tools, providers, limits }: Matrix): MatrixFeed => ({
  version: 1,
  tools: tools
    .map(({ id, title, description, alsoCalled }) =>
      defined({ id, title, description, alsoCalled: alsoCalled?.slice() }),
    )
    .toSorted(byId),
  providerApis: providers.map(apiOf).toSorted(byId),
  cells: providers
    .toSorted(byId)
    .flatMap((api) => tools.toSorted(byId).map(({ id }) => offeredTool(id, api, api.cells[id]))),
  ...limitsOf(limits),
});

/** Results of earlier versions have none. */
const limitsOf = (
  { models, modifiers, limits, sources }: Limits = { models: [], modifiers: {}, limits: {}, sources: {} },
): Pick<MatrixFeed, 'models' | 'modifiers' | 'limits'> => ({
  models: models.map((family) => defined({ ...family, begins: family.begins.slice() })).toSorted(byId),
  modifiers: Object.entries(modifiers)
    .map(([id, { title, description, alsoCalled }]) =>
      defined({ id, title, description, alsoCalled: alsoCalled?.slice() }),
    )
    .toSorted(byId),
  limits: Object.keys(limits)
    .toSorted()
    .flatMap((providerApi) =>
      (limits[providerApi] ?? []).flatMap((pair) =>
        pair.limits.map((limit) =>
          defined({
            ...limit,
            of: pair.of.slice(),
            providerApi,
            models: limit.models?.slice(),
            surfaces: limit.surfaces?.slice(),
            played: limit.played?.slice(),
            source: { ...(sources[limit.source] ?? { title: limit.source, date: '' }) },
          }),
        ),
      ),
    ),
});

type OfferedTool = MatrixFeed['cells'][number];

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

function apiOf(api: ProviderApi): MatrixFeed['providerApis'][number] {
  const { id, title, vendor = title, alsoCalled, description, lifecycle, surfaces } = api;
  const { status, since, until, notes, source } = lifecycle;
  return defined({
    id,
    title,
    vendor,
    alsoCalled: alsoCalled?.slice(),
    description,
    lifecycle: defined({ status, since, until, notes, source: sourceOf(source) }),
    surfaces: surfaces.map((surface) => ({ id: surface.id, title: surface.title })),
  });
}

function offeredTool(tool: string, api: ProviderApi, cell: Cell): OfferedTool {
  const { support, lifecycle, notes, surfaces = {}, variants = [], claims, sources } = cell;
  return defined({
    tool,
    providerApi: api.id,
    support,
    lifecycle,
    notes,
    surfaces: api.surfaces.map(({ id }) => {
      const own = Object.hasOwn(surfaces, id) ? surfaces[id] : undefined;
      const cited = own?.source === undefined ? undefined : api.sources[own.source];
      return { id, support, lifecycle, ...defined({ ...own, source: cited && sourceOf(cited) }) };
    }),
    variants: variants.map((variant) =>
      defined({
        id: variant.id,
        title: variant.title,
        support: variant.support,
        lifecycle: variant.lifecycle ?? lifecycle,
        notes: variant.notes,
      }),
    ),
    claims: claims.map(claimOf),
    sources: sources.map(sourceOf),
  });
}

const claimOf = ({ by, support, lifecycle, date, source, notes }: Claim): OfferedTool['claims'][number] =>
  defined({ by, support, lifecycle, date, source: sourceOf(source), notes });

const sourceOf = ({ title, url }: Source): { title: string; url?: string } => defined({ title, url });

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the members that are not there. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
