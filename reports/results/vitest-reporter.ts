import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { notWritten, temporaryName } from '../../lib/write-atomic.ts';
import { type Conclusions, conclusionsFor } from '../../spec/engine/conclusions.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { listedIssues } from '../../spec/engine/known-issues.ts';
import { loadLibraryOptions } from '../../spec/engine/library-options.ts';
import { orphanedCassettes } from '../../spec/engine/orphaned-files.ts';
import { type Plan, planRun, type Selection } from '../../spec/engine/plan.ts';
import { today } from '../../spec/engine/selection.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import type { RunProblem } from '../../spec/engine/verdict.ts';
import type { Results } from '../../spec/results/schema.ts';
import { type OutcomePlace, readOutcomes, type StoredCase } from '../../spec/results/stored-outcome.ts';
import { assemble } from './assemble.ts';
import { asFarAsItWent, defaultFolder } from './store.ts';

/**
 * Where results go and what they are of; by default those of a run of everything, today, in the folder that the environment
 * variable CONFORMANCE_OUT names, or in `reports/out`.
 */
export interface ReporterOptions {
  readonly folder?: string;
  readonly plan?: Plan;
  /** Once it is aborted nothing is written: what has run by then is no run. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the results before they are written. */
  readonly onResults?: (results: Results) => void;
  /** Called with what kept them from being written; unless it is given, vitest tells of it in its own way. */
  readonly onFailure?: (error: unknown) => void;
  /** Outcomes of cases that are not run, for they are known. */
  readonly known?: readonly StoredCase[];
  /** Called with the outcomes of the cases that were run, and what went wrong besides. Returns more problems of the run. */
  readonly onOutcomes?: (run: readonly StoredCase[], problems: readonly RunProblem[]) => Promise<readonly RunProblem[]>;
}

const everything: Selection = { cases: [] };

/**
 * Collects the outcomes that the generated suite leaves in files (`task.meta.conformance` has their places) and writes the results when the
 * run ends. A suite that
 * could not be loaded, and a test that failed without a report, become problems: nothing that went wrong is silent. A run
 * in which no case was executed writes nothing, so that it cannot take the place of one that proved something.
 */
export default class ConformanceReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #folder: string;
  /** Folder for the outcomes of workers, while the run lasts. */
  readonly #outcomes: string;
  /** What went wrong besides cases, once the run has ended. */
  problems: readonly RunProblem[] = [];

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
    this.#folder = resolve(options.folder ?? process.env.CONFORMANCE_OUT ?? defaultFolder);
    this.#outcomes = temporaryName(join(this.#folder, 'outcomes'));
  }

  onInit(vitest: Vitest): void {
    try {
      mkdirSync(this.#outcomes, { recursive: true });
    } catch (error) {
      throw notWritten(error, this.#folder);
    }
    process.once('exit', this.#removeOutcomes);
    vitest.provide('outcomes', this.#outcomes);
  }

  #removeOutcomes = (): void => {
    process.off('exit', this.#removeOutcomes);
    rmSync(this.#outcomes, { recursive: true, force: true });
  };

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Handed[]): Promise<void> {
    try {
      await this.#write(modules, unhandled);
    } finally {
      this.#removeOutcomes();
    }
  }

  async #write(modules: readonly TestModule[], unhandled: readonly Handed[]): Promise<void> {
    const { places, problems } = collect(modules, unhandled);
    this.problems = problems;
    const { plan: given, signal, known = [], onOutcomes } = this.#options;
    if (signal?.aborted) return;
    // Outcomes are missing, and not for a case: the run of before is worth more than what is left of this one.
    const unwritten = problems.find((each) => each.place === displayPath(this.#outcomes));
    if (unwritten) throw new UserError(unwritten.message, { where: displayPath(this.#folder), hint: unwritten.hint });
    // The cases may all be in other shards.
    if (places.length === 0 && known.length === 0 && !given?.selection.shard) return;
    const whole = given ?? (await planRun(everything, today()));
    const run = readOutcomes(this.#outcomes, places);
    const unsteady = (await onOutcomes?.(run, problems)) ?? [];
    const all = await concluded(whole, [...known, ...run]);
    const { plan, reports, notRun } = asFarAsItWent(whole, all.reports);
    const { asOf, transport, thorough } = plan.settings;
    const orphans = await orphanedCassettes(plan.matrix, plan.scenarios);
    const adapters = plan.adapters.map(({ id, implementation, providerApi, packages }) => {
      const libraryOptions = loadLibraryOptions({ implementation, providerApi });
      const adapter = { id, implementation, providerApi, packages: [...packages] };
      return libraryOptions.length > 0 ? { ...adapter, libraryOptions: [...libraryOptions] } : adapter;
    });
    const { matrix, checks, selection, cases, commit } = plan;
    const facts = {
      asOf,
      selection: { ...selection },
      ...(transport && transport !== 'in-process' ? { transport } : {}),
      ...(commit ? { commit } : {}),
      ...(thorough ? { thorough } : {}),
      ...(notRun ? { notRun } : {}),
      adapters,
      knownIssues: await listedIssues(plan.adapters),
      matrix,
      checks,
      problems: [...problems, ...unsteady, ...all.issueProblems, ...orphans],
      generated: cases.length,
    };
    const assembled = assemble(facts, reports);
    const { onResults, onFailure } = this.#options;
    onResults?.(assembled.results);
    // Loaded when it is needed: what draws the page takes longer to load than to run.
    const { writeRun } = await import('../pages/render.ts');
    try {
      await writeRun(this.#folder, assembled);
    } catch (error) {
      if (!onFailure) throw error;
      onFailure(error);
    }
  }
}

/** The reports of a run: of each case what its outcome comes to, by the known issues of its adapter and the day of the run; and problems of these. */
async function concluded(plan: Plan, stored: readonly StoredCase[]) {
  const cases = new Map(plan.cases.map((each) => [each.id, each]));
  const conclusions = new Map<string, Conclusions>();
  const reports: SuiteReport[] = [];
  for (const each of stored) {
    const theCase = cases.get(each.outcome.case);
    if (!theCase) throw new Error(`the plan of the run has no case ${each.outcome.case}`);
    const { id } = theCase.adapter;
    const own = conclusions.get(id) ?? (await conclusionsOf(plan, id));
    conclusions.set(id, own);
    reports.push({ ...each, ...own.of(theCase, each.outcome) });
  }
  return { reports, issueProblems: [...conclusions.values()].flatMap((own) => own.issueProblems()) };
}

function conclusionsOf(plan: Plan, adapter: string): Promise<Conclusions> {
  const { knownIssues, ...subject } = plan.adapters.find(({ id }) => id === adapter) as DiscoveredAdapter;
  const given = knownIssues === undefined ? {} : { knownIssues: resolve(repositoryFolder, knownIssues) };
  return conclusionsFor({ ...subject, ...given }, plan, plan.settings);
}

function collect(modules: readonly TestModule[], unhandled: readonly Handed[]) {
  const places: OutcomePlace[] = [];
  const problems: RunProblem[] = unhandled.map((error) => problem('the run', error));
  for (const module of modules) {
    problems.push(...module.errors().map((error) => problem(module.relativeModuleId, error)));
    for (const test of module.children.allTests()) {
      const { conformance, problems: own } = test.meta();
      const errors = test.result().errors ?? [];
      if (conformance) places.push(conformance);
      else if (own) problems.push(...own);
      else problems.push(...errors.map((error) => problem(`${module.relativeModuleId}: ${test.name}`, error)));
    }
  }
  return { places, problems };
}

/** An error as vitest hands it on; of a `UserError`, place and hint come with it. */
type Handed = { readonly message?: string; readonly where?: unknown; readonly hint?: unknown };

function problem(at: string, { message = 'failed without a message', where, hint }: Handed): RunProblem {
  return {
    place: typeof where === 'string' ? where : at,
    message,
    hint: typeof hint === 'string' ? hint : 'correct it, then run again',
  };
}
