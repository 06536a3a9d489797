import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { writableFolder } from '../../lib/write-atomic.ts';
import { isStale } from '../../reports/freshness/stale.ts';
import { readKillMatrix } from '../../reports/kill-matrix/store.ts';
import { restored } from '../../reports/results/stored-form.ts';
import ConformanceReporter from '../../reports/results/vitest-reporter.ts';
import { isPassingRun, summarize, summaryData } from '../../reports/summary/summary.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { leavingOut, onlyCases, type Plan, planRun, readPlanned, type Selection } from '../../spec/engine/plan.ts';
import { type CaseSource, today } from '../../spec/engine/selection.ts';
import type { Program } from '../../spec/external-adapter/external-adapter.ts';
import { missingPrerequisite } from '../../spec/process/python-environment.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { affectedText } from '../cache/affected-cases.ts';
import { hasEntries } from '../cache/cache-folder.ts';
import { restrictPlan, withoutProblem } from '../cache/outcomes.ts';
import { type Project, workingTree } from '../cache/project.ts';
import { type Rerun, startRerun } from '../cache/rerun-cases.ts';
import { type ArchivedRun, keptReport, keptRun } from '../cache/reused-run.ts';
import { describedAt } from '../git.ts';
import { asShard, lengthsOf, parseShard, recordingSizes, suitesOf } from '../shards/shard.ts';
import { colours } from '../terminal-colors.ts';
import type { Strictness } from './strictness.ts';
import { groupSuites, projectsFor } from './vitest-projects.ts';

/** What to run, and where the results go. */
export interface RunRequest extends PlanRequest {
  readonly folder: string;
  /** True to skip fault cases once another case has failed. */
  readonly failFast?: boolean | undefined;
  /** One of several parts of the run alone: which, such as `2/4`. */
  readonly shard?: string | undefined;
  /** Makes the order random in which files and cases run: a number that it follows from. */
  readonly seed?: number | undefined;
  /** Called when there is something to run, before it is. */
  readonly onPlanned?: () => void;
  /** Ends the run; then nothing is written. */
  readonly signal?: AbortSignal | undefined;
  /** Folder of what earlier runs have kept; where there is none, every case is run. */
  readonly cache?: string | undefined;
  /** Runs one of so many cases whose outcome is kept, and compares; unless told, as many as take a quarter of a second. */
  readonly compare?: number | undefined;
}

/** A run whose cases have all been played. */
export interface Ran {
  readonly plan: Plan;
  readonly results: Results;
  /** Until results and report are on disk, and its processes have ended. Rejects with a {@link UserError} where they cannot be written. */
  readonly written: Promise<void>;
}

/**
 * Runs the generated suite through vitest, and writes results and report.
 *
 * @returns nothing where only what is affected was asked for, and nothing is: then nothing is written.
 * @throws {UserError} the selection is wrong, the program that is to be judged cannot be asked, no case could be executed, nothing can be
 * written there, or the run was ended.
 */
export async function run(request: RunRequest): Promise<Ran | undefined> {
  const cache = cacheOf(request);
  // Before anything is planned: to load what it needs takes it as long.
  const again = cache !== undefined && hasEntries(cache) ? startRerun(cache, request.signal) : undefined;
  try {
    return await runBeside(again, request);
  } finally {
    again?.end();
  }
}

async function runBeside(rerun: Rerun | undefined, request: RunRequest): Promise<Ran | undefined> {
  const { folder, signal } = request;
  const shard = request.shard === undefined ? undefined : parseShard(request.shard);
  const kept = await openKept(request);
  const all = await planOf(request, kept);
  if (!all) {
    await kept?.cache.close();
    return undefined;
  }
  request.onPlanned?.();
  const { failFast, seed } = request;
  const besides = { ...(failFast ? { failFast } : {}), ...(seed === undefined ? {} : { seed }) };
  const whole = { ...all, settings: { ...all.settings, ...besides } };
  const plan = shard ? asShard(whole, shard, await describedAt(repositoryFolder)) : whole;
  // What is shown is one conversation after the other.
  const processors = request.program?.showsMessages ? 1 : availableParallelism();
  const lengths = lengthsOf(plan, recordingSizes());
  const suites = suitesOf(lengths, shard ?? { nth: 1, of: 1 });
  if (request.program) {
    const { handshake } = await import('./external-adapter/handshake.ts');
    await handshake(request.program, (line) => process.stderr.write(`${line}\n`));
  }
  const target = await writableFolder(folder);
  // The report takes it up: better found malformed now than when all cases have run.
  await readKillMatrix(target);
  const keptCases = await kept?.casesOf(plan, suites);
  const inTurn = request.compare === undefined ? keptCases?.outcomesInTurn() : undefined;
  const againInTurn = kept && inTurn && compared(rerun, kept, plan, inTurn.toCompare);
  const report = kept && keptReport(kept.project.state, plan, target, kept.cache);
  if (inTurn?.toRun.length === 0 && report?.isThere()) {
    // The very bytes that a run has written need no validation. They are read while cases are run again.
    const results = restored(JSON.parse(await readFile(join(target, 'results.json'), 'utf8')));
    if (inTurn.compare((await againInTurn) ?? []).length === 0) {
      await kept?.cache.close();
      return { plan, results, written: Promise.resolve() };
    }
  }
  const outcomes = keptCases?.outcomes(request.compare);
  const toRun = outcomes ? playing(plan, outcomes.toRun) : plan;
  const again = againInTurn ?? (kept && outcomes && compared(rerun, kept, plan, outcomes.toCompare));
  const results = Promise.withResolvers<Results>();
  const failures: unknown[] = [];
  const reporter = new ConformanceReporter({
    folder: target,
    plan,
    signal,
    isWritten: report?.hasEvidence,
    onResults: results.resolve,
    onFailure: (error) => failures.push(error),
    ...(keptCases && outcomes
      ? {
          known: outcomes.known,
          onOutcomes: outcomes.add,
          onEnd: async (isAny, problems) => {
            if (isAny) keptCases.keep(outcomes, withoutProblem(problems));
            const seen = (await again) ?? [];
            outcomes.forget(seen);
            return outcomes.compare(seen);
          },
        }
      : {}),
  });
  const own = lengthsOf(toRun, recordingSizes());
  const { groups: listed, processes } = groupSuites(
    plan,
    suites.filter((suite) => own.has(suite)),
    processors,
    own,
  );
  const groups = request.seed === undefined ? listed : listed.map((group) => group.toReversed()).toReversed();
  const ended =
    groups.length === 0
      ? reporter.onTestRunEnd([], [])
      : runProjects(projectsFor(toRun, groups, processes, request.program), processes, reporter, request);
  // Where there are results by then, nothing is rejected.
  ended.then(() => results.reject(nothingRun(reporter, signal)), results.reject);
  const written = ended.then(async () => {
    const { problems } = await results.promise;
    // A problem of the run may be of this one alone.
    if (failures.length === 0 && problems.length === 0) report?.keep(workingTree(repositoryFolder));
    await kept?.cache.close();
    if (failures.length > 0) throw failures[0];
  });
  // Whoever waits for it is told.
  written.catch(() => {});
  return { plan, results: await results.promise, written };
}

/** The folder of what is kept; none where a program is judged, whose files are unknown, or where a failure ends the run. */
const cacheOf = ({ cache, program, failFast }: RunRequest): string | undefined =>
  program || failFast ? undefined : cache;

/** What earlier runs have kept. */
async function openKept(request: RunRequest): Promise<ArchivedRun | undefined> {
  const cache = cacheOf(request);
  return cache === undefined ? undefined : keptRun(cache, (line) => void process.stderr.write(`${line}\n`));
}

/** Outcomes of kept cases that are run again, while the others are run. */
function compared(
  rerun: Rerun | undefined,
  { source }: ArchivedRun,
  plan: Plan,
  cases: Plan['cases'],
): Promise<readonly StoredCase[]> | undefined {
  if (cases.length === 0) return undefined;
  const { settings, adapters } = playing(plan, cases);
  const again = rerun?.of({
    adapters: adapters.map(({ implementation, providerApi }) => ({ implementation, providerApi })),
    settings,
    source,
  });
  // It is awaited when the others have been run.
  again?.catch(() => {});
  return again;
}

/** The same plan for some of its cases. */
const playing = (plan: Plan, cases: Plan['cases']): Plan =>
  cases.length === plan.cases.length
    ? plan
    : {
        ...plan,
        cases,
        adapters: plan.adapters.filter(({ id }) => cases.some(({ adapter }) => adapter.id === id)),
        settings: { ...plan.settings, cases: cases.map(({ id }) => id) },
      };

function nothingRun({ problems }: ConformanceReporter, signal: AbortSignal | undefined): UserError {
  if (signal?.aborted) return new UserError('stopped before the end of the run; nothing was written');
  const why = problems.map((p) => `\n${p.place}: ${p.message}\n  → ${p.hint}`).join('');
  return new UserError(`no case ran, so nothing was written${why}`);
}

async function runProjects(
  projects: ReturnType<typeof projectsFor>,
  processes: number,
  reporter: ConformanceReporter,
  { signal, seed }: Pick<RunRequest, 'signal' | 'seed'>,
): Promise<void> {
  // Only now: where every outcome is known, nothing of it is needed.
  const [{ createVitest }, { AsListed }] = await Promise.all([
    import('vitest/node'),
    import('./listed-order-sequencer.ts'),
  ]);
  const shuffle = seed === undefined ? {} : { shuffle: { files: false, tests: true }, seed };
  const start = () =>
    createVitest({
      root: repositoryFolder,
      projects,
      maxWorkers: processes,
      sequence: { sequencer: AsListed, ...shuffle },
      watch: false,
      reporters: [reporter],
    });
  const vitest = signal ? await withoutListening(start) : await start();
  // Its processes end with it.
  const end = () => void vitest.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (!signal?.aborted) await vitest.start();
  } finally {
    signal?.removeEventListener('abort', end);
    await vitest.close();
  }
}

/** Vitest ends this process as soon as somebody interrupts it. Whoever gave a signal of their own has to tidy up first. */
async function withoutListening<T>(start: () => Promise<T>): Promise<T> {
  const interruptions = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map(interruptions.map((name) => [name, process.listeners(name)]));
  const started = await start();
  for (const [name, known] of before) {
    for (const listener of process.listeners(name)) if (!known.includes(listener)) process.off(name, listener);
  }
  return started;
}

/** Where the results are, how they are printed, and what fails a run besides its verdicts. */
export interface PrintOptions extends Strictness {
  readonly folder: string;
  /** Whether the summary is JSON: then nothing else is printed to standard output. */
  readonly json?: boolean | undefined;
}

/**
 * Prints the summary of a run.
 *
 * @returns the exit code: 0 when every case is acceptable, else 1.
 */
export function printOutcome(results: Results, { folder, json, errorOnWarnings, failOnStale }: PrintOptions): number {
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...summaryData(results, errorOnWarnings), report: join(folder, 'index.html') }, null, 2)}\n`
      : `${summarize(results, colours)}\n\nreport: ${join(folder, 'index.html')}\n`,
  );
  const isTooOld = failOnStale === true && results.cases.some(isStale);
  return isPassingRun(results, errorOnWarnings) && !isTooOld ? 0 : 1;
}

/** Which cases are to be run, and how. */
interface PlanRequest {
  readonly selection: Selection;
  readonly asOf?: string | undefined;
  /** Of the selection, only these cases. */
  readonly cases?: readonly string[] | undefined;
  /** How requests reach the recordings; unless told, as fits each adapter. */
  readonly transport?: string | undefined;
  /** Whether faults of which there are hundreds are tried too. */
  readonly thorough?: boolean | undefined;
  /** Only what was changed since a revision can affect: its name, or true for where this branch began. */
  readonly affected?: string | true | undefined;
  /** Implementations to leave out. */
  readonly without?: readonly string[] | undefined;
  /** Whether it is an error that one cannot be judged on this machine. */
  readonly requireAll?: boolean | undefined;
  /** A program to judge, instead of what lies in `adapters/`. */
  readonly program?: Program | undefined;
  /** Told which cases what was changed can affect. */
  readonly say: (line: string) => void;
}

/** Knowledge of the project that a plan need not gather again. */
interface PlanSource {
  readonly source: CaseSource;
  readonly project: Project;
}

/**
 * What is asked for, as far as it can be judged on this machine; `undefined` where that is what a change can affect, and it can affect
 * nothing.
 *
 * @throws {UserError} the selection is wrong, what cases are made from is malformed, or nothing of it can be judged here.
 */
export async function planOf(request: PlanRequest, from?: PlanSource): Promise<Plan | undefined> {
  const plan = await wholePlanOf(request, from);
  return plan && !request.program ? judgeable(plan, request) : plan;
}

/** Whoever needs what is not set up here is left out, and told of. */
function judgeable(plan: Plan, { without = [], requireAll, say }: PlanRequest): Plan {
  const chosen = new Set(plan.adapters.map(({ implementation }) => implementation));
  const left = without.filter((name) => chosen.has(name));
  const missing = [...chosen].flatMap((name) => {
    if (left.includes(name)) return [];
    const todo = missingPrerequisite(name);
    return todo === undefined ? [] : { name, todo };
  });
  const rest = leavingOut(plan, [...left, ...missing.map(({ name }) => name)]);
  if (missing.length > 0 && (requireAll || rest.adapters.length === 0)) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new UserError(`not set up on this machine: ${names}`, { hint: missing.map(({ todo }) => todo).join('; ') });
  }
  if (rest.adapters.length === 0) throw new UserError('--without leaves out all that is chosen');
  for (const { name, todo } of missing)
    say(`${name} is not judged: it is not set up on this machine. To judge it: ${todo}`);
  return rest;
}

async function wholePlanOf(
  { selection, cases, asOf = today(), transport, thorough, affected, program, say }: PlanRequest,
  from?: PlanSource,
): Promise<Plan | undefined> {
  if (program) {
    const { adaptersOf } = await import('../../spec/external-adapter/external-adapter.ts');
    const adapters = adaptersOf(program);
    return planRun(selection, asOf, transport, thorough, { ...(await readPlanned()), adapters });
  }
  let read: ReturnType<typeof readPlanned> | undefined;
  const planned = () => {
    read ??= readPlanned(from?.source);
    return read;
  };
  if (cases) return onlyCases(await planRun(selection, asOf, transport, thorough, await planned()), new Set(cases));
  if (affected === undefined) return planRun(selection, asOf, transport, thorough, await planned());
  const { affectedCases } = await import('../cache/affected-cases.ts');
  const found = await affectedCases(affected === true ? undefined : affected, planned, thorough, from?.project);
  say(affectedText(found));
  const isNothing = found.cases.length === 0 && Object.values(selection).every((chosen) => chosen.length === 0);
  if (isNothing) return undefined;
  const plan = restrictPlan(await planRun(selection, asOf, transport, thorough, await planned()), found);
  if (!plan && found.cases.length > 0) say('none of these cases was selected');
  return plan;
}
