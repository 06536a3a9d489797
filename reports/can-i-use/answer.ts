import { daysBetween } from '../../lib/calendar-date.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { escapeControlDeep } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Cell, Matrix, ProviderApi, Tool } from '../../matrix/model.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { byImpact } from '../../spec/verdicts/impact.ts';
import { gradeOf } from '../cells/cell-state.ts';
import { gapsOf } from '../cells/gaps.ts';
import { ageCountsFrom, isStale } from '../freshness/stale.ts';
import type { Newest } from '../newest/newest.ts';
import type { CanIUse } from './schema.ts';
import { standingOf } from './standing.ts';

/**
 * Answers whether a tool can be used through an adapter, from the results of a run. Pure. What providers wrote is made visible.
 *
 * @param newest what came of the newest releases, where they were run
 * @throws {UserError} an id that these results do not have.
 */
export function canIUse(question: Question, results: Results, newest?: Newest): CanIUse {
  const asked = askedOf(question, results);
  const { tool, provider, adapter, mode } = asked;
  const cell: Cell = (results.matrix as Matrix).providers.find(({ id }) => id === provider.id)?.cells[tool.id] as Cell;
  const ofCell = results.cases.filter(
    (c) => c.tool === tool.id && c.providerApi === provider.id && (mode === undefined || c.mode === mode),
  );
  const standing = (id: string | undefined) => {
    const cases = ofCell.filter((c) => c.adapter === id);
    return { cases, ...standingOf(cell, provider, cases) };
  };
  const { cases, answer, state, says } = standing(adapter);
  const others = results.run.adapters.filter(({ id, providerApi }) => providerApi === provider.id && id !== adapter);
  return escapeControlDeep({
    version: 2,
    tool: tool.id,
    providerApi: provider.id,
    ...(adapter === undefined ? {} : { adapter }),
    ...(mode === undefined ? {} : { mode }),
    answer,
    state,
    says,
    gaps: gapsOf(cases, issuesIn(results.run), results.checks)
      .slice(0, mostGaps)
      .map(({ title, impact, conversations }) => ({ title, impact, cases: conversations })),
    ...movedTo(newest, adapter, tool.id, state),
    claimed: claimedOf(cell, asked),
    proof: proofOf(cases, results.run.asOf),
    knownIssues: issuesOf(cases, results),
    others: others.map(({ id }) => {
      const { answer, state, says } = standing(id);
      return { adapter: id, answer, state, says };
    }),
    run: {
      asOf: results.run.asOf,
      isSelection: Object.values(results.run.selection).some((ids) => ids.length > 0),
    },
    commands: {
      explain: `npm run atc -- can-i-use ${tool.id}/${provider.id}`,
      ...(adapter === undefined
        ? {}
        : { replay: `${replayOf(cases, adapter, tool.id)}${mode ? ` --mode ${mode}` : ''}` }),
    },
  });
}

/** The word with the newest releases, where it is another one. */
function movedTo(
  newest: Newest | undefined,
  adapter: string | undefined,
  tool: string,
  state: string,
): Pick<CanIUse, 'newest'> {
  const there = newest?.adapters.find(({ id }) => id === adapter);
  const moved = there?.states[tool];
  return there && moved !== undefined && moved !== state ? { newest: { state: moved, packages: there.packages } } : {};
}

/** How many gaps are named: what a person reads of a line. */
const mostGaps = 3;

/** A case knows how its adapter is chosen: it may be no adapter of `adapters/`. */
function replayOf([first]: readonly CaseResult[], adapter: string, tool: string): string {
  const one = first?.replay.replace(/ --scenario [^']*$/, '');
  return one ?? `npm run atc -- run --adapter ${adapter} --tool ${tool}`;
}

function claimedOf(cell: Cell, { provider }: Asked): CanIUse['claimed'] {
  const { status, since, until, notes } = provider.lifecycle;
  const surfaces = Object.entries(cell.surfaces ?? {}).map(([id, surface]) => ({ id, ...surface }));
  const variants = (cell.variants ?? []).filter((v) => v.support !== cell.support || (v.lifecycle ?? 'ga') !== 'ga');
  return {
    support: cell.support,
    lifecycle: cell.lifecycle,
    api: { lifecycle: status, ...defined({ since, until, notes }) },
    ...defined({ notes: cell.notes }),
    elsewhere: [...surfaces, ...variants].map(({ id, support, lifecycle, notes: said }) => ({
      id,
      support,
      ...defined({ lifecycle, notes: said }),
    })),
    by: cell.claims.map(({ by, date, support, source }) => ({ who: by, date, support, source })),
  };
}

function proofOf(cases: readonly CaseResult[], asOf: string): CanIUse['proof'] {
  const evidence = gradeOf(cases);
  const days = cases.flatMap((c) => ageCountsFrom(c) ?? []);
  const [oldest] = days.map((day) => day.slice(0, 10)).sort();
  const [freshUntil] = cases.flatMap((c) => (c.kind === 'rejection' ? [] : (c.cassette?.freshUntil ?? []))).sort();
  return {
    cases: cases.length,
    passed: cases.filter(({ verdict }) => verdict === 'pass').length,
    ...defined({ evidence, oldest, freshUntil }),
    ...(oldest === undefined ? {} : { ageInDays: daysBetween(oldest, asOf) }),
    stale: cases.some(isStale),
  };
}

/** The known issues behind cases, with how many of these; the worst first. */
function issuesOf(cases: readonly CaseResult[], { run }: Results): CanIUse['knownIssues'] {
  const find = issuesIn(run);
  const all = Map.groupBy(cases.flatMap(find), (issue) => issue);
  return [...all]
    .map(([{ id, title, impact, state, place }, own]) => ({
      ...{ id, title, impact, place, cases: own.length },
      ...defined({ state }),
    }))
    .toSorted((a, b) => byImpact(a.impact, b.impact) || b.cases - a.cases);
}

/** Without the members that are not there. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** What is asked, as typed. */
interface Question {
  readonly tool: string;
  /** An adapter, a provider API, or an implementation together with a provider API. */
  readonly adapter?: string | undefined;
  readonly provider?: string | undefined;
  readonly mode?: string | undefined;
}

/** What is asked, found in the results. */
interface Asked {
  readonly tool: Tool;
  readonly provider: ProviderApi;
  /** Absent where the run had no adapter of the provider API. */
  readonly adapter: string | undefined;
  readonly mode: CaseResult['mode'] | undefined;
}

/**
 * Finds what is asked about. Of a provider API it is the reference adapter, or the first where there is none.
 *
 * @throws {UserError} an id that these results do not have, or an adapter of another provider API.
 */
function askedOf({ tool: toolId, adapter: name, provider: api, mode }: Question, results: Results): Asked {
  const { tools, providers } = results.matrix as Matrix;
  assertKnown('tool', toolId, idsOf(tools));
  if (api !== undefined) assertKnown('provider API', api, idsOf(providers));
  if (mode !== undefined) assertKnown('mode', mode, ['complete', 'stream']);
  const { adapters } = results.run;
  const found = adapters.find(({ id }) => id === name || (api !== undefined && id === `${name}-${api}`));
  if (found && api !== undefined && found.providerApi !== api) {
    throw new UserError(`adapter "${found.id}" has another provider API than "${api}"`, {
      hint: `leave out --provider; it is of ${found.providerApi}`,
    });
  }
  const asked = found?.providerApi ?? name ?? api;
  if (asked === undefined) {
    throw new UserError('no adapter or provider API named', {
      hint: 'add --adapter reference-anthropic, or --provider anthropic',
    });
  }
  assertKnown('adapter or provider API in these results', asked, [...idsOf(adapters), ...idsOf(providers)]);
  const own = adapters.filter(({ providerApi }) => providerApi === asked);
  const leading = found ?? own.find(({ implementation }) => implementation === 'reference') ?? own[0];
  const tool = tools.find(({ id }) => id === toolId);
  const provider = providers.find(({ id }) => id === asked);
  if (!tool || !provider) throw new Error('what is known has to be found');
  return { tool, provider, adapter: leading?.id, mode };
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
