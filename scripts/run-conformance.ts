import { availableParallelism } from 'node:os';
import { startVitest } from 'vitest/node';
import { UserError } from '../files/user-error.ts';
import { writableFolder } from '../files/writable-folder.ts';
import { readKillMatrix } from '../reports/kill-matrix/store.ts';
import ConformanceReporter from '../reports/results/vitest-reporter.ts';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { type Plan, planRun, type Selection } from '../spec/engine/plan.ts';
import { today } from '../spec/engine/suite.ts';
import type { Results } from '../spec/results/schema.ts';
import { affectedText } from './affected/affected-text.ts';
import { limited } from './affected/limit.ts';
import { describedAt } from './review/revision.ts';
import { recordingSizes } from './shards/recording-size.ts';
import { asShard, parseShard, suitesOf } from './shards/shard.ts';
import { type Telling, tell } from './tell.ts';
import { projectsFor } from './vitest-projects.ts';

/** What to run, and where the results go. */
export interface RunRequest extends Telling {
  readonly selection: Selection;
  readonly asOf?: string | undefined;
  /** How requests reach the recordings; unless told, as fits each adapter. */
  readonly transport?: string | undefined;
  /** Whether faults of which there are hundreds are tried too. */
  readonly thorough?: boolean | undefined;
  /** Only what was changed since a revision can affect: its name, or true for where this branch began. */
  readonly affected?: string | true | undefined;
  /** Whether to leave out what changes answers on their way as soon as something else has failed. */
  readonly failFast?: boolean | undefined;
  /** One of several parts of the run alone: which, such as `2/4`. */
  readonly shard?: string | undefined;
}

/**
 * Runs the generated suite through vitest, writes results and report, prints the summary. Where only what is affected was asked for, and
 * nothing is, it says so and writes nothing.
 *
 * @returns the exit code: 0 when every case is acceptable, else 1.
 * @throws {UserError} the selection is wrong, no case could be executed, or the results cannot be written.
 */
export async function runConformance(request: RunRequest): Promise<number> {
  const { folder } = request;
  const shard = request.shard === undefined ? undefined : parseShard(request.shard);
  const all = await planOf(request);
  if (!all) return 0;
  const whole = request.failFast ? { ...all, settings: { ...all.settings, failFast: true } } : all;
  const plan = shard ? asShard(whole, shard, await describedAt(repositoryFolder)) : whole;
  const suites = suitesOf(plan, shard ?? { nth: 1, of: 1 }, recordingSizes());
  const target = await writableFolder(folder);
  // The report takes it up: better found malformed now than when all cases have run.
  await readKillMatrix(target);
  let results: Results | undefined;
  let failure: { readonly error: unknown } | undefined;
  const reporter = new ConformanceReporter({
    folder: target,
    plan,
    onResults: (written) => {
      results = written;
    },
    onFailure: (error) => {
      failure = { error };
    },
  });
  if (suites.length === 0) await reporter.onTestRunEnd([], []);
  else await runSuites(plan, suites, reporter);
  // Vitest sets an exit code of its own; ours is computed from the results.
  process.exitCode = 0;
  if (failure) throw failure.error;
  if (!results) {
    const why = reporter.problems.map((p) => `\n${p.place}: ${p.message}\n  → ${p.hint}`).join('');
    throw new UserError(`no case was executed, so nothing was written${why}`);
  }
  return tell(results, request);
}

async function runSuites(plan: Plan, suites: readonly string[], reporter: ConformanceReporter): Promise<void> {
  const vitest = await startVitest('test', [...suites], {
    root: repositoryFolder,
    projects: projectsFor(plan, suites, availableParallelism()),
    run: true,
    watch: false,
    reporters: [reporter],
  });
  await vitest.close();
}

/** What is asked for; `undefined` where that is what a change can affect, and it can affect nothing. */
async function planOf(request: RunRequest): Promise<Plan | undefined> {
  const { selection, asOf = today(), transport, thorough, affected, json } = request;
  const told = json ? process.stderr : process.stdout;
  const whole = () => planRun(selection, asOf, transport, thorough);
  if (affected === undefined) return whole();
  const { affectedCases } = await import('./affected/affected-cases.ts');
  const found = await affectedCases(affected === true ? undefined : affected, thorough);
  told.write(`${affectedText(found)}\n`);
  const isNothing = found.cases.length === 0 && Object.values(selection).every((ids) => ids.length === 0);
  const plan = isNothing ? undefined : limited(await whole(), found);
  if (!plan && found.cases.length > 0) told.write('none of these cases was asked for\n');
  return plan;
}
