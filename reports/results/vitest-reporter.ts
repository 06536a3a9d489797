import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { memoize } from '../../lib/memoize.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { notWritten, temporaryName } from '../../lib/write-atomic.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type Conclusions, conclusionsFor } from '../../spec/engine/conclusions.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { listedIssues } from '../../spec/engine/known-issues.ts';
import { loadLibraryOptions } from '../../spec/engine/library-options.ts';
import { orphanedCassettes } from '../../spec/engine/orphaned-files.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import type { RunProblem } from '../../spec/engine/verdict.ts';
import { OutcomeReader } from '../../spec/results/outcome-files.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { assemble } from './assemble.ts';
import { asFarAsItWent } from './store.ts';

/** Where results go, and what they are of. */
export interface ReporterOptions {
  readonly folder: string;
  readonly plan: Plan;
  /** Once it is aborted nothing is written: what has run by then is no run. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the results before they are written. */
  readonly onResults: (results: Results) => void;
  /** Called with what kept them from being written. */
  readonly onFailure: (error: unknown) => void;
  /** Whether a file of evidence of the folder is known to hold what its name says; unless given, each is read. */
  readonly isWritten?: ((name: string) => boolean) | undefined;
  /** Outcomes of cases that are not run, for they are known. */
  readonly known?: () => readonly StoredCase[];
  /** Called with the outcomes of cases that were run, as they come. */
  readonly onOutcomes?: (run: readonly StoredCase[]) => void;
  /** Called when the run has ended, with whether a case was run, and what went wrong besides. Returns more problems of the run. */
  readonly onEnd?: (isAny: boolean, problems: readonly RunProblem[]) => Promise<readonly RunProblem[]>;
}

/**
 * Collects the outcomes that the generated suite leaves in files, and writes the results when the run ends. A suite that could not be loaded,
 * and a test that failed, become problems: nothing that went wrong is silent. A run in which no case was executed writes nothing, so that it
 * cannot take the place of one that proved something.
 */
export default class ConformanceReporter implements Reporter {
  readonly #options: ReporterOptions;
  /** Folder for the outcomes of workers, while the run lasts. */
  readonly #outcomes: string;
  readonly #reader: OutcomeReader;
  #known: ReporterOptions['known'];
  #isAny = false;
  readonly #concluding: Concluding;
  #concluded: Promise<void> = Promise.resolve();
  /** What went wrong besides cases, once the run has ended. */
  problems: readonly RunProblem[] = [];

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#known = options.known;
    this.#outcomes = temporaryName(join(options.folder, 'outcomes'));
    this.#reader = new OutcomeReader(this.#outcomes);
    this.#concluding = new Concluding(options.plan);
  }

  onInit(vitest: Vitest): void {
    try {
      mkdirSync(this.#outcomes, { recursive: true });
    } catch (error) {
      throw notWritten(error, this.#options.folder);
    }
    process.once('exit', this.#removeOutcomes);
    vitest.provide('outcomes', this.#outcomes);
  }

  #removeOutcomes = (): void => {
    process.off('exit', this.#removeOutcomes);
    this.#reader.close();
    rmSync(this.#outcomes, { recursive: true, force: true });
  };

  /** While the others run: at the end this process alone would be at work. */
  onTestCaseResult(): void {
    this.#conclude();
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Handed[]): Promise<void> {
    try {
      await this.#write(modules, unhandled);
    } finally {
      this.#removeOutcomes();
    }
  }

  /** Does what need not wait for the end of the run: concludes what is known, and of what is run that which is there. */
  #conclude(): Promise<void> {
    // Whoever needs them is told what is wrong with them.
    factsOfProject(this.#options.plan).catch(() => {});
    this.#concluded = this.#concluded.then(async () => {
      const known = this.#known?.() ?? [];
      this.#known = undefined;
      await this.#concluding.add(known);
      const more = this.#reader.read();
      this.#isAny ||= more.length > 0;
      this.#options.onOutcomes?.(more);
      await this.#concluding.add(more);
    });
    // Whoever waits for the last is told.
    this.#concluded.catch(() => {});
    return this.#concluded;
  }

  async #write(modules: readonly TestModule[], unhandled: readonly Handed[]): Promise<void> {
    const problems = problemsOf(modules, unhandled);
    this.problems = problems;
    const { folder, plan: whole, signal, isWritten, onEnd, onResults, onFailure } = this.#options;
    if (signal?.aborted) return;
    // Outcomes are missing, and not for a case: the run of before is worth more than what is left of this one.
    const unwritten = problems.find((each) => each.place === displayPath(this.#outcomes));
    if (unwritten) throw new UserError(unwritten.message, { where: displayPath(folder), hint: unwritten.hint });
    await this.#conclude();
    // The cases may all be in other shards.
    if (this.#concluding.reports.length === 0 && !whole.selection.shard) return;
    const unsteady = (await onEnd?.(this.#isAny, problems)) ?? [];
    const { plan, reports, notRun } = asFarAsItWent(whole, this.#concluding.reports);
    const { asOf, transport, thorough } = plan.settings;
    const { adapters, knownIssues, orphans } = await factsOfProject(whole);
    const { matrix, checks, selection, cases, commit } = plan;
    const facts = {
      asOf,
      selection: { ...selection },
      ...(transport && transport !== 'in-process' ? { transport } : {}),
      ...(commit ? { commit } : {}),
      ...(thorough ? { thorough } : {}),
      ...(notRun ? { notRun } : {}),
      adapters,
      knownIssues: knownIssues.filter(({ adapter }) => plan.adapters.some(({ id }) => id === adapter)),
      matrix,
      checks,
      problems: [...problems, ...unsteady, ...this.#concluding.issueProblems, ...orphans],
      generated: cases.length,
    };
    const assembled = assemble(facts, reports);
    onResults(assembled.results);
    // Loaded when it is needed: what draws the page takes longer to load than to run.
    const { writeRun } = await import('../pages/render.ts');
    try {
      await writeRun(folder, assembled, isWritten);
    } catch (error) {
      onFailure(error);
    }
  }
}

/** What a run tells besides its cases, read once: its adapters, all known issues, and recordings that no case uses. */
const factsOfProject = memoize(async ({ adapters, matrix, scenarios }: Plan) => ({
  adapters: adapters.map(({ id, implementation, providerApi, packages }) => {
    const libraryOptions = loadLibraryOptions({ implementation, providerApi });
    const adapter = { id, implementation, providerApi, packages: [...packages] };
    return libraryOptions.length > 0 ? { ...adapter, libraryOptions: [...libraryOptions] } : adapter;
  }),
  knownIssues: await listedIssues(adapters),
  orphans: await orphanedCassettes(matrix, scenarios),
}));

/** The reports of a run: of each case what its outcome comes to, by the known issues of its adapter and the day of the run; and problems of these. */
class Concluding {
  readonly reports: SuiteReport[] = [];
  /** Of the known issues of adapters that have a report. */
  readonly issueProblems: RunProblem[] = [];
  readonly #plan: Plan;
  readonly #cases: ReadonlyMap<string, Case>;
  readonly #conclusions = new Map<string, Conclusions>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#cases = new Map(plan.cases.map((each) => [each.id, each]));
  }

  async add(stored: readonly StoredCase[]): Promise<void> {
    for (const each of stored) {
      const theCase = this.#cases.get(each.outcome.case);
      if (!theCase) throw new Error(`the plan of the run has no case ${each.outcome.case}`);
      const { id } = theCase.adapter;
      const own = this.#conclusions.get(id) ?? (await this.#conclusionsOf(id));
      const { outcome } = each;
      this.reports.push({
        ...own.of(theCase, outcome),
        outcome,
        get evidence() {
          return each.evidence;
        },
      });
    }
  }

  async #conclusionsOf(adapter: string): Promise<Conclusions> {
    const plan = this.#plan;
    const { knownIssues, ...subject } = plan.adapters.find(({ id }) => id === adapter) as DiscoveredAdapter;
    const given = knownIssues === undefined ? {} : { knownIssues: resolve(repositoryFolder, knownIssues) };
    const own = await conclusionsFor({ ...subject, ...given }, plan, plan.settings);
    this.#conclusions.set(adapter, own);
    this.issueProblems.push(...own.issueProblems());
    return own;
  }
}

function problemsOf(modules: readonly TestModule[], unhandled: readonly Handed[]): readonly RunProblem[] {
  const problems: RunProblem[] = unhandled.map((error) => problem('the run', error));
  for (const module of modules) {
    problems.push(...module.errors().map((error) => problem(module.relativeModuleId, error)));
    for (const test of module.children.allTests()) {
      const errors = test.result().errors ?? [];
      // What a test lists it fails with as well.
      const own = test.meta().problems ?? errors.map((e) => problem(`${module.relativeModuleId}: ${test.name}`, e));
      problems.push(...own);
    }
  }
  return problems;
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
