import { didYouMean } from '../../lib/did-you-mean.ts';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import { toolIds } from '../../matrix/ids.ts';
import {
  type Effect,
  familyOf,
  type Limit,
  type Limits,
  limitsIn,
  limitsOf,
  surfaceIdsOf,
  unplayedReasons,
} from '../../matrix/limits.ts';
import type { Matrix, ProviderApi } from '../../matrix/model.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { called, unknownName } from '../snapshot/names.ts';
import { clean, cut, type Look, row, titlesIn } from './layout.ts';
import type { Question } from './question.ts';
import type { CanIUse, FoundLimit, FoundLimits } from './schema.ts';

/** What else a question about limits names. */
export interface AskedLimits {
  readonly beside?: string | undefined;
  readonly model?: string | undefined;
  readonly surface?: string | undefined;
}

/** A question about limits, found in the matrix. */
export interface LimitQuestion {
  readonly limits: Limits;
  readonly parts: readonly [string] | readonly [string, string];
  readonly family: Limits['models'][number] | undefined;
  readonly surface: string | undefined;
  /** The columns that have such a surface and such models. */
  readonly columns: readonly ProviderApi[];
}

/** @throws {UserError} a tool, modifier, model or surface that nothing has; the hint has what is near */
export function limitQuestionOf(
  { beside, model, surface }: AskedLimits,
  { tool, providerApis }: Question,
  { limits, providers, tools }: Matrix,
): LimitQuestion {
  if (!limits) throw new UserError('these results have no limits', { hint: 'leave out --results' });
  const asked = providers.filter(({ id }) => providerApis.some((api) => api.id === id));
  const named = [...tools, ...Object.entries(limits.modifiers).map(([id, modifier]) => ({ id, ...modifier }))];
  const [other, ...more] = beside === undefined ? [] : called(beside, named);
  if (beside !== undefined && !other) throw unknownName('tool or modifier', beside, named);
  if (more.length > 0) {
    const ids = [other, ...more].map((one) => one?.id).join(', ');
    throw new UserError(`"${beside}" means more than one tool or modifier`, { hint: `one of: ${ids}` });
  }
  if (other?.id === tool.id) {
    throw new UserError(`"${beside}" is ${tool.id} itself`, { hint: 'name another tool or modifier after --beside' });
  }
  const family = model === undefined ? undefined : familyOf(model, limits);
  if (model !== undefined && !family) {
    const known = limits.models.flatMap(({ begins }) => begins);
    throw new UserError(`unknown model "${model}"`, { hint: didYouMean(model, known) });
  }
  const surfaces = asked.flatMap((column) => [...column.surfaces, ...(column.versions ?? [])]);
  const ids = new Set(surface === undefined ? [] : called(surface, surfaces).map(({ id }) => id));
  if (surface !== undefined && ids.size === 0) throw unknownName('surface', surface, uniqueById(surfaces));
  const hasSurface = (column: ProviderApi) => ids.size === 0 || surfaceIdsOf(column).some((id) => ids.has(id));
  const columns = asked.filter(hasSurface);
  const ofModel = family ? columns.filter(({ id }) => namesFamily(limits, id, family.id)) : columns;
  return {
    limits,
    parts: other ? [tool.id, other.id] : [tool.id],
    family,
    surface: [...ids][0],
    columns: ofModel.length > 0 ? ofModel : columns,
  };
}

const uniqueById = <T extends { readonly id: string }>(items: readonly T[]): readonly T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

const namesFamily = ({ limits }: Limits, providerApi: string, family: string): boolean =>
  limits[providerApi]?.some((pair) => pair.limits.some(({ models }) => models?.includes(family))) ?? false;

/**
 * What is said of each column: of the two together, and of each alone. Pure.
 *
 * @param day on which it is asked
 * @param cases of a run, which may have played what tries a limit
 */
export function limitsFound(
  { limits, parts, family, surface, columns }: LimitQuestion,
  day: string,
  cases: readonly CaseResult[] = [],
): FoundLimits[] {
  return columns.map((column) => {
    // A version is at a surface: what is said of that one holds too.
    const base = column.versions?.find(({ id }) => id === surface)?.surface ?? surface;
    const groups = [parts, ...(parts.length > 1 ? parts.map((part) => [part] as const) : [])].map((of) => {
      const own = limitsIn(limitsOf(limits, column.id, ...of), { family: family?.id, surface: base, day });
      const ofCell = of.length === 1 ? limitsOfCell(column, of[0], base) : [];
      return [...own.map((limit) => found(of, limit, limits, column.id, cases)), ...ofCell];
    });
    const [own = [], ...alone] = groups;
    // What works alone says nothing of the two together.
    const against = alone.filter((group) => group.length > 0 && bestOf(group) !== 'works');
    const all = [own, ...against].filter((group) => group.length > 0);
    return {
      providerApi: column.id,
      effect: own.length === 0 && parts.length > 1 && against.length === 0 ? 'unknown' : worstOf(all.map(bestOf)),
      limits: all.flat(),
    };
  });
}

const order: readonly Effect[] = ['works', 'unknown', 'ignored', 'rejected'];
const bestOf = (group: readonly { readonly effect: Effect }[]): Effect =>
  order.find((effect) => group.some((limit) => limit.effect === effect)) ?? 'unknown';
const worstOf = (effects: readonly Effect[]): Effect => order.findLast((effect) => effects.includes(effect)) ?? 'works';

function found(
  of: readonly string[],
  { source, ...limit }: Limit,
  { sources }: Limits,
  providerApi: string,
  cases: readonly CaseResult[],
): FoundLimit {
  const results = (limit.played ?? []).flatMap((scenario) =>
    cases
      .filter((c) => c.providerApi === providerApi && `${c.tool}/${c.scenario}` === scenario)
      .map(({ id, verdict }) => ({ case: id, verdict })),
  );
  const cited = sources[source] ?? { title: source, date: '' };
  return { of: [...of], ...copyOf(limit), source: { ...cited }, ...(results.length > 0 ? { results } : {}) };
}

const copyOf = (limit: Omit<Limit, 'source'>): Omit<FoundLimit, 'of' | 'source'> => structuredClone(limit) as never;

/** What the cell says: that the provider API lacks the tool, or that the surface differs. */
function limitsOfCell(column: ProviderApi, part: string, surface: string | undefined): FoundLimit[] {
  const tool = toolIds.find((id) => id === part);
  const cell = tool && column.cells[tool];
  const own = surface === undefined ? undefined : cell?.surfaces?.[surface];
  const claim = cell?.claims.at(-1);
  if (!cell || !claim || !(own || cell.support === 'no')) return [];
  const { support, notes } = own ?? cell;
  const effect = { yes: 'works', partial: 'works', no: 'rejected', unknown: 'unknown' } as const;
  return [
    {
      of: [part],
      ...(own && surface !== undefined ? { surfaces: [surface] } : {}),
      effect: effect[support],
      notes: notes ?? (support === 'no' ? 'The API lacks the tool.' : `The matrix: ${support}.`),
      source: { ...(column.sources[own?.source ?? ''] ?? claim.source), date: own?.date ?? claim.date },
    },
  ];
}

/** 0 it works on one of them, 1 it does not, 3 nobody knows. Pure. */
export function exitCodeOfLimits(limits: NonNullable<CanIUse['limits']>): 0 | 1 | 3 {
  const best = bestOf(limits);
  return best === 'works' ? 0 : best === 'unknown' ? 3 : 1;
}

/** The limits as text. Pure. */
export function limitsText(
  { parts, family, surface, limits, columns }: LimitQuestion,
  answers: readonly FoundLimits[],
  lookup: Lookup,
  look: Look,
): string {
  const titles = titlesIn(lookup);
  const { bold, dim, green, red, yellow } = look.colour;
  const paint = { works: green, rejected: red, ignored: yellow, unknown: yellow };
  const nameOf = (part: string) =>
    Object.hasOwn(limits.modifiers, part) ? clean(limits.modifiers[part]?.title ?? part) : titles.tool(part);
  const surfaceOf = (column: ProviderApi | undefined, id: string) =>
    [...(column?.surfaces ?? []), ...(column?.versions ?? [])].find((one) => one.id === id)?.title ?? id;
  const head = [
    parts.map(nameOf).join(' beside '),
    ...(family ? [family.title] : []),
    ...(surface ? [surfaceOf(columns[0], surface)] : []),
  ];
  // One provider API in full, several in a line each.
  const isOne = answers.length === 1;
  const blocks = answers.flatMap((answer) => {
    const column = columns.find(({ id }) => id === answer.providerApi);
    const title = titles.providerApi(answer.providerApi);
    const word = answer.limits.length === 0 && parts.length > 1 ? 'no source' : answer.effect;
    if (!isOne) {
      const deciding = answer.limits.find(({ effect }) => effect === answer.effect);
      const said = deciding?.when === undefined ? (deciding?.says ?? deciding?.notes) : `when ${deciding.when}`;
      return [cut(`  ${title.padEnd(34)}  ${word.padEnd(9)}  ${said ?? ''}`.trimEnd(), 0, look)];
    }
    const lines = answer.limits.flatMap((limit) => {
      const where = [
        ...(limit.of.length < parts.length ? [`${limit.of.map(nameOf).join()} alone`] : []),
        ...(limit.models ?? []).map((id) => limits.models.find((one) => one.id === id)?.title ?? id),
        ...(limit.surfaces ?? []).map((id) => surfaceOf(column, id)),
        ...(limit.since === undefined ? [] : [`since ${limit.since}`]),
        ...(limit.until === undefined ? [] : [`until ${limit.until}`]),
      ].join(', ');
      const circumstances = [where, ...(limit.when === undefined ? [] : [`when ${limit.when}`])].filter(Boolean);
      const said = [limit.says === undefined ? [] : `"${limit.says}"`, limit.notes ?? []].flat();
      const effect = paint[limit.effect](limit.effect.padEnd(11));
      return [
        `  ${effect}  ${cut(circumstances.join(': ') || 'all models and surfaces', 15, look)}`,
        ...said.map((text) => row('', text, look)),
        dim(
          row(
            '',
            `${limit.source.date}${limit.source.grade === 'types' ? ', types only' : ''}, ${limit.source.title}`,
            look,
          ),
        ),
        ...(limit.unplayed === undefined ? [] : [dim(row('', `not tried: ${unplayedReasons[limit.unplayed]}`, look))]),
        ...(limit.results ?? []).map(({ case: id, verdict }) => dim(row('', `${verdict}: ${id}`, look))),
      ];
    });
    const played = answer.limits.flatMap(({ played: ids = [] }) => ids.filter((id) => !id.startsWith('rule:')));
    const run = [...new Set(played)].map((id) => `'reference-${answer.providerApi}/${id}'`);
    return [
      ...(lines.length > 0
        ? lines
        : [
            `  no limit is known; ${parts.length > 1 ? 'no source says whether they stand beside each other' : 'the cell says all'}`,
          ]),
      ...(run.length > 0 ? ['', dim(row('play it', `npm run atc -- run ${run.join(' ')}`, look))] : []),
    ];
  });
  const only = isOne && answers[0] ? [titles.providerApi(answers[0].providerApi)] : [];
  return `${[bold(cut([...head.slice(0, 1), ...only, ...head.slice(1)].join(' · '), 0, look)), '', ...blocks].join('\n')}\n`;
}

/** The answer with its limits, in which nothing does anything to a terminal. Pure. */
export const withLimits = (
  asked: CanIUse,
  { parts, family, surface, columns }: LimitQuestion,
  limits: readonly FoundLimits[],
): CanIUse => ({
  ...asked,
  question: {
    ...asked.question,
    providerApis: columns.map(({ id }) => id),
    ...(parts[1] === undefined ? {} : { beside: parts[1] }),
    ...(family ? { models: family.id } : {}),
    ...(surface === undefined ? {} : { surface }),
  },
  answers: asked.answers.filter(({ providerApi }) => columns.some(({ id }) => id === providerApi)),
  limits: escapeControlDeep([...limits]),
});
