import { isDay } from '../../lib/calendar-date.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { toolIds } from '../ids.ts';
import { isNarrower, type Limit, type Limits, partIds, surfaceIdsOf, unplayedReasons } from '../limits.ts';
import type { Matrix } from '../model.ts';
import type { LintProblem, LintRule } from './rule.ts';

const file = 'limits.yaml';
const problem = (pointer: string, message: string): LintProblem => ({ file, pointer, message });

/** Every limit, with its place. */
const eachLimit = ({ limits }: Limits) =>
  Object.entries(limits).flatMap(([providerApi, pairs = []]) =>
    pairs.flatMap((pair, i) =>
      pair.limits.map((limit, k) => ({ providerApi, pair, limit, k, at: `/limits/${providerApi}/${i}/limits/${k}` })),
    ),
  );

/** What a limit refers to is there. */
export const limitsRefer: LintRule = {
  name: 'limits-refer',
  description:
    'Limits name models, surfaces, tools, modifiers and sources that are there; each source is cited, each family has its own ids.',
  check(matrix) {
    const { limits } = matrix;
    if (!limits) return [];
    const parts = partIds(limits);
    const keys = Object.keys(limits.sources);
    const families = limits.models.map(({ id }) => id);
    const all = eachLimit(limits);
    const cited = new Set(all.map(({ limit }) => limit.source));
    const starts = limits.models.flatMap(({ begins }, i) =>
      begins.map((start) => ({ start, at: `/models/${i}/begins` })),
    );
    return [
      ...limits.models.flatMap(({ id }, i) =>
        families.indexOf(id) === i ? [] : [problem(`/models/${i}/id`, `is a second "${id}"; choose another id`)],
      ),
      ...starts.flatMap(({ start, at }, i) =>
        starts.findIndex((other) => other.start === start) === i
          ? []
          : [problem(at, `has "${start}", as an earlier family has; leave it in one of them`)],
      ),
      ...Object.keys(limits.limits).flatMap((api) => {
        const known = matrix.providers.map(({ id }) => id);
        return known.includes(api) ? [] : [problem(`/limits/${api}`, `is no provider API; ${didYouMean(api, known)}`)];
      }),
      ...Object.entries(limits.limits).flatMap(([api, pairs = []]) =>
        pairs.flatMap(({ of }, i) =>
          of
            .filter((part) => !parts.includes(part))
            .map((part) =>
              problem(`/limits/${api}/${i}/of`, `there is no tool or modifier "${part}"; ${didYouMean(part, parts)}`),
            ),
        ),
      ),
      ...all.flatMap(({ providerApi, limit, at }) => {
        const column = matrix.providers.find(({ id }) => id === providerApi);
        const surfaces = column ? surfaceIdsOf(column) : [];
        const unknown = (place: string, what: string, given: readonly string[] = [], known: readonly string[] = []) =>
          given
            .filter((name) => !known.includes(name))
            .map((name) => problem(`${at}/${place}`, `there is no ${what} "${name}"; ${didYouMean(name, known)}`));
        return [
          ...unknown('models', 'family of models', limit.models, families),
          ...unknown('surfaces', 'surface', limit.surfaces, surfaces),
          ...unknown('source', 'source', [limit.source], keys),
        ];
      }),
      ...keys
        .filter((key) => !cited.has(key))
        .map((key) => problem(`/sources/${key}`, 'is cited by no limit; cite it or delete it')),
    ];
  },
};

/** Days are of the calendar, and an unknown says what would settle it. */
export const limitsAreDated: LintRule = {
  name: 'limits-are-dated',
  description:
    'Sources of limits have a day that is not in the future; days of limits are in order; what is unknown has notes.',
  check({ limits }, { asOf }) {
    if (!limits) return [];
    return [
      ...Object.entries(limits.sources).flatMap(([key, { date }]) => {
        if (!isDay(date)) return [problem(`/sources/${key}/date`, `is "${date}", not a date; write YYYY-MM-DD`)];
        return date > asOf
          ? [problem(`/sources/${key}/date`, `is ${date}, after ${asOf}; write the date of the source`)]
          : [];
      }),
      ...eachLimit(limits).flatMap(({ limit: { since, until, effect, notes }, at }) => [
        ...(since !== undefined && !isDay(since)
          ? [problem(`${at}/since`, `is "${since}", not a date; write YYYY-MM-DD`)]
          : []),
        ...(until !== undefined && !isDay(until)
          ? [problem(`${at}/until`, `is "${until}", not a date; write YYYY-MM-DD`)]
          : []),
        ...(since !== undefined && until !== undefined && since >= until
          ? [problem(`${at}/until`, `is ${until}, not after "since"; write a later day`)]
          : []),
        ...(effect === 'unknown' && notes === undefined
          ? [problem(at, 'is unknown; add "notes" that say what would settle it')]
          : []),
      ]),
    ];
  },
};

/** What is claimed is tried, or says why not. */
export const limitsAreTried: LintRule = {
  name: 'limits-are-tried',
  description: 'A limit that is known has "played" or, why nothing tries it, "unplayed"; not both.',
  check({ limits }) {
    if (!limits) return [];
    return eachLimit(limits).flatMap(({ limit: { effect, played, unplayed }, at }) => {
      if (played !== undefined && unplayed !== undefined) {
        return [problem(`${at}/unplayed`, 'is played; delete "unplayed" or "played"')];
      }
      return played === undefined && unplayed === undefined && effect !== 'unknown'
        ? [
            problem(
              at,
              `is not tried; name scenarios in "played", or say in "unplayed" why: ${Object.keys(unplayedReasons).join(', ')}`,
            ),
          ]
        : [];
    });
  },
};

/** Nothing is said twice, in one way or in two. */
export const limitsAgree: LintRule = {
  name: 'limits-agree',
  description:
    'A pair is declared once; no two limits of it hold for the same model, surface and day; a pair that works is of tools that do.',
  check(matrix) {
    const { limits } = matrix;
    if (!limits) return [];
    const twice = Object.entries(limits.limits).flatMap(([api, pairs = []]) =>
      pairs.flatMap(({ of }, i) => {
        const key = of.toSorted().join();
        const first = pairs.findIndex((other) => other.of.toSorted().join() === key);
        return first === i
          ? []
          : [problem(`/limits/${api}/${i}/of`, `is declared at /limits/${api}/${first} too; move its limits there`)];
      }),
    );
    const clashing = eachLimit(limits).flatMap(({ pair, limit, k, at }) =>
      pair.limits.slice(0, k).flatMap((other, j) => {
        if (!overlap(limit, other) || isNarrower(limit, other) || isNarrower(other, limit)) return [];
        const what =
          limit.effect === other.effect
            ? 'says the same as'
            : `says "${limit.effect}", and "${other.effect}" is said by`;
        return [
          problem(
            at,
            `${what} limits/${j} of models, surfaces and days that both name; delete one, or name other "models", "surfaces" or "when"`,
          ),
        ];
      }),
    );
    return [...twice, ...clashing, ...offeredBy(matrix, limits)];
  },
};

const shared = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one === undefined || other === undefined || one.some((each) => other.includes(each));

const overlap = (one: Limit, other: Limit): boolean =>
  one.when === other.when &&
  shared(one.models, other.models) &&
  shared(one.surfaces, other.surfaces) &&
  (one.since ?? '') < (other.until ?? '9999') &&
  (other.since ?? '') < (one.until ?? '9999');

/** A pair cannot work where one of its tools is not offered. */
const offeredBy = ({ providers }: Matrix, limits: Limits): LintProblem[] =>
  eachLimit(limits).flatMap(({ providerApi, pair, limit, at }) => {
    const column = providers.find(({ id }) => id === providerApi);
    const lacking = toolIds.find((tool) => pair.of.includes(tool) && column?.cells[tool].support === 'no');
    return limit.effect === 'works' && lacking !== undefined
      ? [problem(at, `works, and ${providerApi} has no ${lacking}; correct the cell or the effect`)]
      : [];
  });
