/** Outcomes that earlier runs have kept: which cases need not be run, which are run to compare, and what is kept of a run. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../spec/engine/case.ts';
import { onlyAffected, type Plan } from '../../spec/engine/plan.ts';
import type { RunProblem } from '../../spec/engine/verdict.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import type { AffectedCases } from './affected-cases.ts';
import type { Cache } from './cache-folder.ts';
import { type Unit, unitOf, unitsOf } from './cache-unit.ts';
import { type PackedOutcomes, packed, unpacked } from './packed-outcomes.ts';

/** Outcomes of a run that are known before it starts. */
export interface KeptOutcomes {
  readonly known: () => readonly StoredCase[];
  /** Cases without a known outcome. */
  readonly toRun: readonly Case[];
  /** Cases with a known outcome that are run again, to compare. */
  readonly toCompare: readonly Case[];
  /** Takes outcomes of cases that were run, as they come: those of a unit are packed as soon as it has been run whole. */
  readonly add: (run: readonly StoredCase[]) => void;
  /**
   * Keeps the outcomes of units that have been run whole.
   *
   * @param keyAfter their keys when they had been run: where it is another one, files were changed meanwhile
   * @param isSound whether nothing went wrong with an adapter besides its cases
   */
  readonly keep: (keyAfter: (unit: Unit) => string, isSound?: (adapter: string) => boolean) => void;
  /** Problems of outcomes that are not the known ones, one for each unit. */
  readonly compare: (again: readonly StoredCase[]) => readonly RunProblem[];
  /** Removes what is kept of units with such an outcome. */
  readonly forget: (again: readonly StoredCase[]) => void;
}

/** Milliseconds that the cases which are run again took when they were last run. */
const milliseconds = 250;

/**
 * The outcomes of cases that a cache has. In each run some cases of one unit are run again, and compared: which ones, follows from the keys.
 *
 * @param all every case of the adapters, selected or not
 * @param cases those that are selected
 * @param keyOf key of the outcomes of a unit
 * @param oneIn compares one case in so many instead
 * @param takesTurns whether cases of an adapter are run again in their turn
 */
export function keptOutcomes(
  all: readonly Case[],
  cases: readonly Case[],
  keyOf: (unit: Unit) => string,
  cache: Cache,
  { oneIn, takesTurns = () => true }: { readonly oneIn?: number | undefined; readonly takesTurns?: TakesTurns } = {},
): KeptOutcomes {
  const units = unitsOf(all);
  const keys = new Map([...unitsOf(cases).keys()].map((unit) => [unit.id, keyOf(unit)]));
  /** Of units that are kept, their outcomes by case: read when they are needed, for that takes longer than to know of them. */
  const found = new Map<string, () => ReadonlyMap<string, StoredCase>>();
  const isKnown = (theCase: Case) => found.has(unitOf(theCase).id);
  const knownOf = (theCase: Case) => found.get(unitOf(theCase).id)?.().get(theCase.id);
  const unitById = new Map([...units].flatMap((entry) => entry[1].map(({ id }) => [id, entry] as const)));
  /** Of units that have not been run whole, what came. */
  const came = new Map<Unit, StoredCase[]>();
  const whole = new Map<Unit, PackedOutcomes>();
  for (const [id, key] of keys) {
    const kept = cache.find(key);
    if (!kept) continue;
    let outcomes: ReadonlyMap<string, StoredCase> | undefined;
    found.set(id, () => {
      outcomes ??= new Map(unpacked(kept() as PackedOutcomes).map((each) => [each.outcome.case, each]));
      return outcomes;
    });
  }
  const withOutcome = cases.filter(isKnown);
  const differing = (again: readonly StoredCase[]) => {
    const outcomes = new Map(again.map((each) => [each.outcome.case, each]));
    return [...units].flatMap(([unit, of]) => {
      const key = keys.get(unit.id);
      const other = of.find((each) => {
        const after = outcomes.get(each.id);
        return after && isOther(knownOf(each), after);
      });
      return key !== undefined && other ? [{ key, other }] : [];
    });
  };
  return {
    known: () => cases.flatMap((each) => knownOf(each) ?? []),
    toRun: cases.filter((each) => !isKnown(each)),
    toCompare:
      oneIn === undefined
        ? someOf(withOutcome, turnsOf(units, keys, takesTurns), knownOf)
        : someIn(withOutcome, oneIn, keys),
    add: (run) => {
      for (const each of run) {
        const [unit, of] = unitById.get(each.outcome.case) ?? [];
        if (!unit || !of) continue;
        const stored = came.get(unit) ?? [];
        came.set(unit, stored);
        stored.push(each);
        if (stored.length < of.length) continue;
        came.delete(unit);
        if (stored.every(isKeepable)) whole.set(unit, packed(stored));
      }
    },
    keep: (keyAfter, isSound = () => true) => {
      for (const [unit, outcomes] of whole) {
        const key = keys.get(unit.id);
        if (key !== undefined && isSound(unit.adapter.id) && keyAfter(unit) === key) cache.put(key, outcomes);
      }
    },
    compare: (again) => differing(again).map(({ other }) => differs(other)),
    forget: (again) => {
      for (const { key } of differing(again)) cache.remove(key);
    },
  };
}

/**
 * Cases of the unit whose turn it is, which has a key whatever is known, beginning at a case whose turn it is. Of faults those of its family
 * alone: what other tools try of a family takes longer to find than a case to run.
 */
function someOf(
  known: readonly Case[],
  keys: ReadonlyMap<string, string>,
  knownOf: (theCase: Case) => StoredCase | undefined,
): readonly Case[] {
  const id = unitInTurn(keys);
  const cases = known.filter((each) => unitOf(each).id === id);
  const turn = turnOf(keys) % Math.max(1, cases.length);
  const family = cases[turn]?.fault?.family;
  let left = milliseconds;
  return [...cases.slice(turn), ...cases.slice(0, turn)].filter((each) => {
    const isIn = left > 0 && each.fault?.family === family;
    if (isIn) left -= knownOf(each)?.outcome.milliseconds ?? 0;
    return isIn;
  });
}

/** Whether cases of an adapter are run again in their turn. */
export type TakesTurns = (adapter: string) => boolean;

/** The keys of those units that take turns. Pure. */
export const turnsOf = (
  units: ReadonlyMap<Unit, unknown>,
  keys: ReadonlyMap<string, string>,
  takesTurns: TakesTurns,
): ReadonlyMap<string, string> =>
  new Map(
    [...units.keys()].flatMap(({ id, adapter }) => {
      const key = takesTurns(adapter.id) ? keys.get(id) : undefined;
      return key === undefined ? [] : [[id, key] as const];
    }),
  );

/** Id of the unit whose cases a run compares. Pure. @param keys of units, by their ids */
export function unitInTurn(keys: ReadonlyMap<string, string>): string | undefined {
  const ids = [...keys.keys()];
  return ids[Math.floor(turnOf(keys) / 1_000) % Math.max(1, ids.length)];
}

const someIn = (known: readonly Case[], oneIn: number, keys: ReadonlyMap<string, string>): readonly Case[] =>
  known.filter((_, i) => (i + turnOf(keys)) % oneIn === 0);

/** A number that is another one as soon as anything is. */
const turnOf = (keys: ReadonlyMap<string, string>): number =>
  Number.parseInt(hash('sha256', [...keys.values()].join('\n')).slice(0, 12), 16);

/** True if both are there and are not the same, except for how long they took. */
function isOther(before: StoredCase | undefined, after: StoredCase): boolean {
  if (!before) return false;
  const timeless = ({ outcome: { milliseconds: _, ...outcome }, evidence }: StoredCase) => ({ outcome, evidence });
  return !isDeepStrictEqual(timeless(before), timeless(after));
}

/**
 * Tells of an adapter whether no problem of the run is about it: a run that takes its outcomes from a cache would not see the problem. Pure.
 *
 * @param problems those besides outcomes; their place is an adapter, or `the run`
 */
export function withoutProblem(problems: readonly Pick<RunProblem, 'place'>[]): (adapter: string) => boolean {
  const places = new Set(problems.map(({ place }) => place));
  return (adapter) => !places.has('the run') && !places.has(adapter);
}

/** True of an outcome that says something of the adapter. One that the machine may have caused is not kept. */
const isKeepable = ({ outcome: { conclusion } }: StoredCase): boolean =>
  conclusion.verdict !== 'error' && conclusion.verdict !== 'not-testable';

const differs = ({ id }: Case): RunProblem => ({
  place: id,
  message: 'the outcome of this case differs from the cached one for the same files',
  hint: 'run it twice with --cache none: if the outcomes differ, the case is not deterministic; if not, its key lacks an input (scripts/cache/keys.ts)',
});

/**
 * A plan with those of its cases alone that a change can affect, the plan itself where these are all that there are, and `undefined` where
 * it can affect none of them. Pure.
 */
export function restrictPlan(plan: Plan, { since, cases, isEverything }: AffectedCases): Plan | undefined {
  if (isEverything) return plan;
  const only = onlyAffected(plan, since.commit, new Set(cases.map(({ id }) => id)));
  return only.cases.length > 0 ? only : undefined;
}
