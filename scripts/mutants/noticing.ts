/** Which mutants are noticed: one after the other, each by what reaches it until something is noticed. */
import type { Instrumented, Mutant } from './instrument.ts';

/** What may notice a mutant. */
export interface Noticing {
  readonly tests: readonly string[];
  /** Begins anew, with a mutant or without. @returns what is said of a test; a mutant is noticed where it is something else than without it */
  readonly begin: (mutant?: Mutant) => Promise<(test: string) => Promise<string>>;
  /** Takes modules that were loaded anew into use. */
  readonly reload: () => Promise<void>;
}

/** A mutant, and the test that noticed it; `loading` where its module did not load. */
export interface Tried extends Mutant {
  readonly noticedBy?: string;
}

export class Trying {
  readonly #instrumented: Instrumented;
  readonly #noticing: Noticing;
  readonly #said = new Map<string, string>();
  /** How often each test noticed something: those that did most are asked first. */
  readonly #noticed = new Map<string, number>();

  private constructor(instrumented: Instrumented, noticing: Noticing) {
    this.#instrumented = instrumented;
    this.#noticing = noticing;
  }

  /** Runs every test once without a mutant. */
  static async begin(instrumented: Instrumented, noticing: Noticing): Promise<Trying> {
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
    const noticedBy = await this.#instrumented.withMutant(mutant, async () => {
      if (reachedBy === undefined && !(await this.#reloads())) return 'loading';
      const run = await this.#noticing.begin(mutant);
      for (const test of tests) {
        this.#instrumented.countAnew();
        const said = await run(test).catch((error: unknown) => `threw ${error}`);
        if (said !== this.#said.get(test)) return test;
      }
      return undefined;
    });
    if (noticedBy !== undefined) this.#noticed.set(noticedBy, this.#times(noticedBy) + 1);
    // What a module said while it was loaded goes with it.
    if (reachedBy === undefined) await this.#reloads();
    return noticedBy === undefined ? mutant : { ...mutant, noticedBy };
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
