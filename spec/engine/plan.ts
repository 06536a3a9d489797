import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { isDay } from '../../lib/calendar-date.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Matrix } from '../../matrix/model.ts';
import { type TransportKind, transportKinds } from '../../recordings/transport/transport-kinds.ts';
import type { Check } from '../checks/check.ts';
import { loadChecks } from '../checks/load.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { type ScenarioFile, scenarioSubjects, tiers } from '../scenarios/schema.ts';
import type { Case } from './case.ts';
import {
  adapterPart,
  demandMatches,
  matchesAny,
  modePart,
  type PatternPart,
  parsePattern,
  patternPart,
} from './case-pattern.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from './discover.ts';
import { expand } from './expand.ts';
import { isRequiredBy, loadRequirements } from './requirements.ts';
import { type CaseSource, isSelectedBy, type SuiteSettings } from './selection.ts';

/** What is chosen; an empty list chooses everything. A case is chosen if every list takes it in. */
export interface Selection {
  /** Patterns of cases, `<adapter>/<tool>/<scenario>/<mode>`. */
  readonly cases: readonly string[];
  readonly tiers?: readonly string[];
  /** The month of a frozen set of cases: these alone, by the tiers that they had. */
  readonly requirements?: readonly string[];
  /** Of these all but those of some implementations. */
  readonly without?: readonly string[];
  /** Of these only what was changed since a revision can affect: the commit, where there is one. */
  readonly since?: readonly string[];
  /** Of these only the kinds that were played before a run that fails fast gave up. */
  readonly kinds?: readonly string[];
  /** Of these only one of several parts: which, such as `2/4`. */
  readonly shard?: readonly string[];
}

/** Everything a run is made from, before anything runs. */
export interface Plan {
  readonly settings: SuiteSettings;
  readonly selection: Selection;
  /** Of one of several parts of a run: the commit that it is of. */
  readonly commit?: string;
  readonly matrix: Matrix;
  readonly scenarios: readonly ScenarioFile[];
  readonly checks: readonly Check[];
  readonly adapters: readonly DiscoveredAdapter[];
  readonly cases: readonly Case[];
}

/** What of the project plans are made from. */
export interface Planned extends Pick<Plan, 'matrix' | 'scenarios' | 'checks' | 'adapters'> {}

/**
 * Reads what plans are made from, which takes most of the time of planning.
 *
 * @param source what was read already
 * @throws {UserError} a file of it is malformed.
 */
export async function readPlanned(source?: CaseSource): Promise<Planned> {
  const [matrix, scenarios, checks, adapters] = await Promise.all([
    source?.matrix ?? loadMatrix(),
    source?.scenarios ?? loadScenarios(),
    loadChecks(),
    discoverAdapters(),
  ]);
  return { matrix, scenarios, checks, adapters };
}

/** What a pattern of cases consists of. */
export const caseParts = ({ matrix, scenarios, adapters }: Planned, thorough = false): readonly PatternPart[] => [
  adapterPart(adapters),
  patternPart('tool', () => scenarioSubjects),
  // Those of a provider API have the same scenarios.
  patternPart('scenario', () => {
    const one = new Map(adapters.map((adapter) => [adapter.providerApi, adapter])).values();
    return expand(matrix, scenarios, [...one], thorough).map(({ scenario }) => scenario.id);
  }),
  modePart,
];

/**
 * Plans a run.
 *
 * @param selection what is chosen; a pattern may be a word that stands for several, as {@link parsePattern} reads it
 * @param thorough whether faults of which there are hundreds are tried too, which takes minutes
 * @param transport how requests reach the recordings, unless as fits each adapter; a case gives the same results whichever it is
 * @param planned what it is made from, where that was read already
 * @throws {UserError} an id that does not exist (with the nearest one that does), a day that is none, or a selection that no
 * case fits: a run of nothing proves nothing.
 */
export async function planRun(
  selection: Selection,
  asOf: string,
  transport?: string,
  thorough = false,
  planned?: Planned,
): Promise<Plan> {
  const from = planned ?? (await readPlanned());
  const { matrix, scenarios, checks } = from;
  const parts = caseParts(from, thorough);
  const asked = [...new Set(selection.cases.flatMap((pattern) => parsePattern(pattern, parts)))].sort();
  const patterns = asked.includes('*') ? [] : asked;
  for (const tier of selection.tiers ?? []) assertKnown('tier', tier, tiers);
  if (transport !== undefined) assertKnown('transport', transport, transportKinds);
  demandDay(asOf);
  const isChosen = matchesAny(patterns);
  const adapters = from.adapters.filter(({ id }) => isChosen([id]));
  await Promise.all(adapters.map(demandSuite));
  const [month] = selection.requirements ?? [];
  const isRequired = month === undefined ? () => true : isRequiredBy(loadRequirements(month), selection.tiers);
  const settings: SuiteSettings = {
    asOf,
    ...(selection.tiers?.length && month === undefined ? { tiers: selection.tiers } : {}),
    ...(thorough ? { thorough } : {}),
    ...(transport === undefined ? {} : { transport: transport as TransportKind }),
  };
  const named = expand(matrix, scenarios, adapters, thorough).filter((c) => isChosen(idsOf(c)));
  demandMatches(selection.cases, parts, named.map(idsOf));
  const cases = named.filter(isSelectedBy(settings)).filter(isRequired);
  if (cases.length === 0) throw new UserError('no case matches this selection', { hint: 'leave out --tier' });
  const isPart = month !== undefined || patterns.some((pattern) => pattern.includes('/'));
  return {
    settings: isPart ? { ...settings, cases: cases.map(({ id }) => id) } : settings,
    selection: { ...selection, cases: patterns },
    matrix,
    scenarios,
    checks,
    adapters,
    cases,
  };
}

/**
 * The same plan for those of its cases alone that a change can affect. Pure.
 *
 * @param since the commit that the change is held against
 * @param affected which cases it can affect, by id
 */
export function onlyAffected(plan: Plan, since: string, affected: ReadonlySet<string>): Plan {
  return { ...onlyCases(plan, affected), selection: { ...plan.selection, since: [since] } };
}

/** The same plan for some of its cases alone. Pure. */
export function onlyCases(plan: Plan, ids: ReadonlySet<string>): Plan {
  const cases = plan.cases.filter(({ id }) => ids.has(id));
  const suites = new Set(cases.map(({ adapter }) => adapter.id));
  return {
    ...plan,
    settings: { ...plan.settings, cases: cases.map(({ id }) => id) },
    adapters: plan.adapters.filter(({ id }) => suites.has(id)),
    cases,
  };
}

/** The same plan without some implementations. Pure. */
export function leavingOut(plan: Plan, implementations: readonly string[]): Plan {
  if (implementations.length === 0) return plan;
  const stays = ({ implementation }: Case['adapter']) => !implementations.includes(implementation);
  return {
    ...plan,
    selection: { ...plan.selection, without: [...implementations].sort() },
    adapters: plan.adapters.filter(stays),
    cases: plan.cases.filter(({ adapter }) => stays(adapter)),
  };
}

/**
 * The plan of a run that has given up before it played all kinds of cases: of those that it has played. Pure.
 *
 * @param left the kind that was left out
 */
export function without(plan: Plan, left: Case['kind']): Plan {
  const cases = plan.cases.filter(({ kind }) => kind !== left);
  const kinds = [...new Set(cases.map(({ kind }) => kind))].sort();
  return { ...plan, selection: { ...plan.selection, kinds }, cases };
}

/** What a case is called by, part by part. */
const idsOf = ({ adapter, tool, scenario, mode }: Case): readonly string[] => [adapter.id, tool, scenario.id, mode];

async function demandSuite({ id, suite }: DiscoveredAdapter): Promise<void> {
  await access(join(repositoryFolder, suite)).catch(() => {
    throw new UserError(`adapter "${id}" has no conformance test`, {
      where: suite,
      hint: 'create it with one call of describeConformance (CONTRIBUTING.md)',
    });
  });
}

function demandDay(asOf: string): void {
  if (!isDay(asOf)) {
    throw new UserError(`"${asOf}": not a date`, { hint: 'use YYYY-MM-DD, for example 2026-11-20' });
  }
}
