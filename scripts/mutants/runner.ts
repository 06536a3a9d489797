/** StrykerJS's test runner for generated conformance cases: one process per worker, in which mutants are switched. */
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { type Cases, Order, type Outcome, play, type ReadyCase } from './play.ts';
import { casesOf } from './subject.ts';

/** What the instrumented adapters look at to know which mutant is active, and where they count what was reached. */
const instrumented = (): Context => {
  const holder = globalThis as { __stryker__?: Context };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
};

type Context = { -readonly [K in keyof InstrumenterContext]: InstrumenterContext[K] | undefined };

export class ConformanceRunner implements TestRunner {
  static readonly inject: ['options'] = ['options'];

  readonly #columns: readonly ProviderApiId[];
  readonly #thorough: boolean;
  readonly #order = new Order();
  readonly #strayed: string[] = [];
  #cases: Cases | undefined;

  constructor(options: StrykerOptions) {
    this.#columns = options.columns as ProviderApiId[];
    this.#thorough = options.thorough === true;
  }

  /** A new environment is the adapters loaded anew, in the same process. */
  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    this.#cases = casesOf(process.cwd(), this.#columns, this.#thorough);
    // Vitest fails a run for these, whichever test they come from.
    process.on('unhandledRejection', (reason) => this.#strayed.push(`unhandled rejection: ${reason}`));
    process.on('uncaughtException', (error) => this.#strayed.push(`uncaught exception: ${error}`));
  }

  async dryRun(_options: DryRunOptions): Promise<DryRunResult> {
    const context = instrumented();
    context.mutantCoverage = { static: {}, perTest: {} };
    await this.#ready.load();
    const tests: TestResult[] = [];
    // Each with siblings of its own: what a case reaches does not depend on which came before.
    for (const { id } of await this.#ready.prepare()) {
      const start = performance.now();
      context.currentTestId = id;
      const outcome = await this.#play([id]);
      context.currentTestId = undefined;
      const told = { id, name: id, timeSpentMs: performance.now() - start };
      tests.push(
        outcome.killed
          ? { ...told, status: TestStatus.Failed, failureMessage: outcome.why }
          : { ...told, status: TestStatus.Success },
      );
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: context.mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const context = instrumented();
    const { activeMutant, hitLimit, mutantActivation, reloadEnvironment, testFilter } = options;
    context.hitCount = hitLimit === undefined ? undefined : 0;
    context.hitLimit = hitLimit;
    context.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    const start = performance.now();
    try {
      await (reloadEnvironment ? this.#ready.reload() : this.#ready.load());
      context.activeMutant = activeMutant.id;
      const outcome = await this.#play(testFilter);
      const endless = determineHitLimitReached(context.hitCount, hitLimit)?.reason;
      if (endless !== undefined) return { status: MutantRunStatus.Timeout, reason: endless };
      return this.#told(outcome, performance.now() - start);
    } catch (error) {
      return this.#told({ killed: true, by: 'loading', why: String(error), ran: 0 }, performance.now() - start);
    } finally {
      context.activeMutant = undefined;
    }
  }

  /** Some cases, or all. */
  async #play(ids?: readonly string[]): Promise<Outcome> {
    this.#strayed.length = 0;
    const cases = await this.#ready.prepare();
    const chosen = ids ? chosenOf(cases, ids) : cases;
    return play(this.#order.of(chosen), () => this.#strayed[0]);
  }

  #told(outcome: Outcome, duration: number): MutantRunResult {
    const { ran: nrOfTests } = outcome;
    if (!outcome.killed) return { status: MutantRunStatus.Survived, nrOfTests, duration };
    const { by, why } = outcome;
    this.#order.killed(by);
    return { status: MutantRunStatus.Killed, killedBy: [by], failureMessage: why, nrOfTests, duration };
  }

  get #ready(): Cases {
    if (!this.#cases) throw new Error('the runner was not initialised');
    return this.#cases;
  }
}

function chosenOf(cases: readonly ReadyCase[], ids: readonly string[]): ReadyCase[] {
  const chosen = new Set(ids);
  return cases.filter(({ id }) => chosen.has(id));
}
