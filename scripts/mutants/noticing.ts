/** Which mutants are noticed: one after the other, each by what reaches it until something is noticed. */
import type { Instrumented, Mutant } from './instrument.ts';

/** What may notice a mutant. */
export interface Noticing {
  readonly tests: readonly string[];
  /** Begins anew, as for a mutant or for none. @returns what is said of a test; a mutant is noticed where it is something else than without it */
  readonly begin: (mutant?: Mutant) => Promise<(test: string) => Promise<string>>;
  /** Takes modules that were loaded anew into use. */
  readonly reload: () => Promise<void>;
}

/** A mutant, and the test that noticed it; `loading` where its module did not load. */
export interface Tried extends Mutant {
  readonly noticedBy?: string;
}

/** What switches mutants on. */
type Switching = Pick<Instrumented, 'reachedBy' | 'counted' | 'withMutant' | 'countAnew' | 'forget'>;

export class Trying {
  readonly #instrumented: Switching;
  readonly #noticing: Noticing;
  readonly #said = new Map<string, string>();
  /** How often each test noticed something: those that did most are asked first. */
  readonly #noticed = new Map<string, number>();
  /** Tests that said something else though nothing was changed. */
  readonly unsteady = new Set<string>();

  private constructor(instrumented: Switching, noticing: Noticing) {
    this.#instrumented = instrumented;
    this.#noticing = noticing;
  }

  /** Runs every test once without a mutant. */
  static async begin(instrumented: Switching, noticing: Noticing): Promise<Trying> {
    const trying = new Trying(instrumented, noticing);
    for (const test of noticing.tests) {
      // Begun anew for each: what a test reaches does not depend on which came before.
      const run = await noticing.begin();
      trying.#said.set(test, await instrumented.counted(test, () => run(test)));
    }
    return trying;
  }

  async mutant(mutant: Mutant): Promise<Tried> {
    const reachedBy = this.#instrumented.reachedBy(mutant);
    const tests = (reachedBy ?? this.#noticing.tests).toSorted((a, b) => this.#times(b) - this.#times(a));
    const noticedBy = await this.#noticedBy(mutant, tests, reachedBy === undefined);
    if (noticedBy === undefined) return mutant;
    this.#noticed.set(noticedBy, this.#times(noticedBy) + 1);
    return { ...mutant, noticedBy };
  }

  async #noticedBy(mutant: Mutant, tests: readonly string[], whileLoading: boolean): Promise<string | undefined> {
    const steady = tests.filter((test) => !this.unsteady.has(test));
    const noticedBy = await this.#instrumented.withMutant(mutant, async () => {
      if (whileLoading && !(await this.#reloads())) return 'loading';
      const run = await this.#noticing.begin(mutant);
      for (const test of steady) {
        this.#instrumented.countAnew();
        const said = await run(test).catch((error: unknown) => `threw ${error}`);
        if (said !== this.#said.get(test)) return test;
      }
      return undefined;
    });
    // What a module said while it was loaded goes with it.
    if (whileLoading) await this.#reloads();
    if (noticedBy === undefined || noticedBy === 'loading' || (await this.#isSteady(noticedBy, mutant)))
      return noticedBy;
    this.unsteady.add(noticedBy);
    return this.#noticedBy(mutant, steady.slice(steady.indexOf(noticedBy) + 1), whileLoading);
  }

  /** A test that says something else by itself would notice every mutant: it is asked once more, without one. */
  async #isSteady(test: string, mutant: Mutant): Promise<boolean> {
    const run = await this.#noticing.begin(mutant);
    return (await run(test)) === this.#said.get(test);
  }

  readonly #times = (test: string): number => this.#noticed.get(test) ?? 0;

  async #reloads(): Promise<boolean> {
    this.#instrumented.forget();
    return this.#noticing.reload().then(
      () => true,
      () => false,
    );
  }
}
