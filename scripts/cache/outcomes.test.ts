import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Case } from '../../spec/engine/case.ts';
import { planRun } from '../../spec/engine/plan.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { type Cache, noCache } from './cache-folder.ts';
import type { Unit } from './cache-unit.ts';
import { keptOutcomes, restrictPlan, withoutProblem } from './outcomes.ts';

/** Cases of some adapters: three conversations of each of two tools. */
const cases = ['a', 'b'].flatMap((id) =>
  ['web-search', 'openapi'].flatMap((tool) =>
    ['one', 'two', 'three'].map((scenario) => ({ id: `${id}/${tool}/${scenario}`, tool, adapter: { id } }) as Case),
  ),
);
const ofTool = (prefix: string) => cases.filter(({ id }) => id.startsWith(prefix));
const idsOf = (list: readonly Case[]) => list.map(({ id }) => id);

const outcomeOf = ({ id }: Case, verdict: 'pass' | 'fail' | 'error' = 'pass', milliseconds = 200): StoredCase => ({
  outcome: { case: id, conclusion: { verdict }, checks: [], unread: [], evidenceSha256: id, milliseconds },
  evidence: Buffer.from(`${id}\n`),
});

function memory(): Cache & { readonly entries: Map<string, unknown> } {
  const entries = new Map<string, unknown>();
  return {
    ...noCache,
    entries,
    get: (key) => entries.get(key),
    find: (key) => (entries.has(key) ? () => entries.get(key) : undefined),
    put: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
  };
}

const keyOf = (unit: Unit, files = '') =>
  createHash('sha256')
    .update(unit.id + files)
    .digest('hex');

/** Keeps the outcomes of a run in a cache. */
function keep(
  cache: Cache,
  run = cases.map((each) => outcomeOf(each)),
  key = (unit: Unit) => keyOf(unit),
  keyAfter = key,
) {
  const outcomes = keptOutcomes(cases, cases, key, cache);
  // As they come, in whatever order.
  for (const each of run.toReversed()) outcomes.add([each]);
  outcomes.keep(keyAfter);
}

/** What a run has of a cache in which an earlier run of everything has kept its outcomes. */
function second({ selected = cases, key = (unit: Unit) => keyOf(unit), oneIn = undefined as number | undefined } = {}) {
  const cache = memory();
  keep(cache);
  return { cache, outcomes: keptOutcomes(cases, selected, key, cache, { oneIn }) };
}

test('a first run runs everything, and a second one nothing but what it compares', () => {
  const first = keptOutcomes(cases, cases, (unit) => keyOf(unit), memory());
  expect(first).toMatchObject({ toRun: cases, toCompare: [] });
  expect(first.known()).toEqual([]);
  const { outcomes } = second();
  expect(outcomes.known()).toEqual(cases.map((each) => outcomeOf(each)));
  expect(outcomes.toRun).toEqual([]);
});

test('a unit whose key has changed is run, and no other', () => {
  const key = (unit: Unit) => keyOf(unit, unit.adapter.id === 'b' && unit.tool === 'openapi' ? 'changed' : '');
  expect(idsOf(second({ key }).outcomes.toRun)).toEqual(idsOf(ofTool('b/openapi')));
});

test('a part of a unit is known from the whole, and does not take its place', () => {
  const selected = cases.slice(1, 2);
  const { outcomes, cache } = second({ selected });
  expect(outcomes.known()).toEqual(selected.map((each) => outcomeOf(each)));
  const before = new Map(cache.entries);
  outcomes.keep((unit) => keyOf(unit));
  expect(cache.entries).toEqual(before);
  const empty = memory();
  const alone = keptOutcomes(cases, selected, (unit) => keyOf(unit), empty);
  alone.add(selected.map((each) => outcomeOf(each)));
  alone.keep((unit) => keyOf(unit));
  expect(empty.entries.size).toBe(0);
});

test('an outcome that the machine may have caused is not kept, nor its unit; a failure is', () => {
  const cache = memory();
  const run = cases.map((each) =>
    outcomeOf(each, each.id === 'a/openapi/two' ? 'error' : each.id === 'b/openapi/two' ? 'fail' : 'pass'),
  );
  keep(cache, run);
  const next = keptOutcomes(cases, cases, (unit) => keyOf(unit), cache);
  expect(idsOf(next.toRun)).toEqual(idsOf(ofTool('a/openapi')));
});

test('outcomes of a unit whose files were changed while it was run are not kept', () => {
  const cache = memory();
  const run = cases.map((each) => outcomeOf(each));
  keep(cache, run, keyOf, (unit) => keyOf(unit, unit.adapter.id === 'a' ? 'changed' : ''));
  expect(idsOf(keptOutcomes(cases, cases, (unit) => keyOf(unit), cache).toRun)).toEqual(idsOf(ofTool('a/')));
});

test('cases of one unit that took a quarter of a second are compared; in time, those of every unit', () => {
  const compared: string[][] = [];
  for (let n = 0; n < 60; n++) {
    const cache = memory();
    const key = (unit: Unit) => keyOf(unit, `${n}`);
    keep(cache, undefined, key);
    compared.push(idsOf(keptOutcomes(cases, cases, key, cache).toCompare));
  }
  for (const ids of compared) {
    expect(ids).toHaveLength(2);
    expect(new Set(ids.map((id) => id.split('/').slice(0, 2).join('/'))).size).toBe(1);
  }
  expect(new Set(compared.flat())).toEqual(new Set(idsOf(cases)));
  // The same files, the same cases.
  expect(second().outcomes.toCompare).toEqual(second().outcomes.toCompare);
});

test('cases of an adapter that takes no turns are compared only where that is asked for', () => {
  const { cache } = second();
  const kept = (more: object) =>
    keptOutcomes(cases, cases, (unit) => keyOf(unit), cache, { takesTurns: (adapter) => adapter === 'b', ...more });
  const adapters = new Set(kept({}).toCompare.map(({ adapter }) => adapter.id));
  expect(adapters).toEqual(new Set(['b']));
  expect(kept({ oneIn: 1 }).toCompare).toEqual(cases);
  expect(kept({ takesTurns: () => false }).toCompare).toEqual([]);
});

test('one case in so many is compared where that was asked for', () => {
  expect(second({ oneIn: 4 }).outcomes.toCompare).toHaveLength(3);
  expect(second({ oneIn: 1 }).outcomes.toCompare).toEqual(cases);
});

test('an outcome that is not as it was kept is a problem, and its unit is run next time', () => {
  const { outcomes, cache } = second();
  const [first, ...others] = cases.map((each) => outcomeOf(each, 'pass', 7));
  expect(outcomes.compare(others)).toEqual([]);
  const other = { ...first, evidence: Buffer.from('other') } as StoredCase;
  expect(outcomes.compare([other, ...others])).toEqual([
    {
      place: 'a/web-search/one',
      message: expect.stringContaining('differs from the cached one'),
      hint: expect.stringContaining('--cache none'),
    },
  ]);
  outcomes.forget([other, ...others]);
  const next = keptOutcomes(cases, cases, (unit) => keyOf(unit), cache);
  expect(idsOf(next.toRun)).toEqual(idsOf(ofTool('a/web-search')));
});

test('outcomes of an adapter that a problem of the run is about are not kept', () => {
  const adapters = (place: string) => ['a', 'b'].filter(withoutProblem([{ place }]));
  expect(adapters('adapters/a/anthropic/known-issues.yaml:1')).toEqual(['a', 'b']);
  expect(adapters('a')).toEqual(['b']);
  expect(adapters('the run')).toEqual([]);
  const cache = memory();
  const kept = keptOutcomes(cases, cases, (unit) => keyOf(unit), cache);
  kept.add(cases.map((each) => outcomeOf(each)));
  kept.keep((unit) => keyOf(unit), withoutProblem([{ place: 'a' }]));
  expect(idsOf(keptOutcomes(cases, cases, (unit) => keyOf(unit), cache).toRun)).toEqual(idsOf(ofTool('a/')));
});

const plan = await planRun({ cases: ['web-search'] }, '2026-11-20');
const found = { since: { name: 'main', commit: 'abc' }, files: [], why: [], isEverything: false };

test('only what is affected is left, and the selection says since when', () => {
  const cases = plan.cases.filter(({ adapter, mode }) => adapter.id === 'reference-google' && mode === 'stream');
  const left = restrictPlan(plan, { ...found, cases });
  expect(left?.cases).toEqual(cases);
  expect(left?.settings.cases).toEqual(cases.map(({ id }) => id));
  expect(left?.adapters.map(({ id }) => id)).toEqual(['reference-google']);
  expect(left?.selection).toEqual({ ...plan.selection, since: ['abc'] });
});

test('where everything is affected, the plan is as it was; where nothing of it is, there is none', () => {
  expect(restrictPlan(plan, { ...found, cases: plan.cases, isEverything: true })).toBe(plan);
  expect(restrictPlan(plan, { ...found, cases: [] })).toBeUndefined();
});
