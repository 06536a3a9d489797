import type { Results } from '../../spec/results/schema.ts';
import { type Comparison, compare, type Side } from '../compare/compare.ts';
import { runNumbers } from '../html/run-numbers.ts';
import { keptRunOf, keptRunText, type NamedRun, sideOf } from './archived-run.ts';

/** What a run came to, in numbers. */
export interface RunNumbers {
  readonly id: string;
  readonly asOf: string;
  readonly cases: number;
  readonly passed: number;
  readonly excepted: number;
  readonly failed: number;
  readonly live: number;
  readonly documented: number;
  /** Tools through adapters that were tried, and those of which every case passed. */
  readonly cellsTried: number;
  readonly cellsPassing: number;
  readonly adapters: number;
}

/** A run before this one, and how this one differs. */
export interface Since {
  readonly before: RunNumbers;
  readonly after: RunNumbers;
  readonly comparison: Comparison;
}

/** This run among those that were kept. */
export interface History {
  /** In order; this one is the last. */
  readonly runs: readonly RunNumbers[];
  /** This run against those before it, the latest first. */
  readonly since: readonly Since[];
}

/** As many runs are compared with: each comparison is a page of its own. */
const mostCompared = 10;

/** What the run is called as long as it is not kept. */
const unkept = 'this-run';

/** Puts a run at the end of those that were kept before it; what was kept of later days is left out. Pure. */
export function historyOf(results: Results, kept: readonly NamedRun[]): History {
  const text = keptRunText(keptRunOf(results));
  const earlier = kept
    .filter(({ run }) => run.asOf <= results.run.asOf)
    .map(({ id, run }) => ({ id, side: sideOf(run), isThisOne: keptRunText(run) === text }));
  const id = earlier.find(({ isThisOne }) => isThisOne)?.id ?? unkept;
  const before = earlier.filter(({ isThisOne }) => !isThisOne);
  const after = numbersOf(id, results);
  const runs = before.map((named) => ({ ...named, numbers: numbersOf(named.id, named.side) }));
  return {
    runs: [...runs.map(({ numbers }) => numbers), after],
    since: runs
      .slice(-mostCompared)
      .reverse()
      .map((run) => ({ before: run.numbers, after, comparison: compare(run.side, results) })),
  };
}

function numbersOf(id: string, { run, cases }: Side): RunNumbers {
  const { passed, excepted, failed, evidence } = runNumbers({ cases });
  const cells = [...Map.groupBy(cases, (c) => JSON.stringify([c.adapter, c.tool])).values()];
  const passing = cells.filter((own) => own.every((c) => c.verdict === 'pass'));
  return {
    id,
    asOf: run.asOf,
    cases: cases.length,
    passed,
    excepted,
    failed,
    live: evidence.live,
    documented: evidence.documented,
    cellsTried: cells.length,
    cellsPassing: passing.length,
    adapters: run.adapters.length,
  };
}
