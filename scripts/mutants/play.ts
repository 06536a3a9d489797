/** One mutant against the cases that reach it. */

/** What came of a case. */
export type Played = { readonly green: true } | { readonly green: false; readonly why: string };

/** A case, ready to run against whatever mutant is active. */
export interface ReadyCase {
  readonly id: string;
  readonly run: () => Promise<Played>;
}

/** Where cases come from. */
export interface Cases {
  /** Loads the adapters. @throws whatever a mutant of their loading makes them throw. */
  readonly load: () => Promise<void>;
  /** Loads the adapters anew: nothing that a module said while it was loaded stays. */
  readonly reload: () => Promise<void>;
  /** All cases; of these, none knows what another set saw. */
  readonly prepare: () => Promise<readonly ReadyCase[]>;
}

/** What came of all cases of a mutant: the first that was not green, or how many were. */
export type Outcome =
  | { readonly killed: true; readonly by: string; readonly why: string; readonly ran: number }
  | { readonly killed: false; readonly ran: number };

/** Remembers which cases kill, so that those that killed most are asked first: which case kills changes no verdict. */
export class Order {
  readonly #kills = new Map<string, number>();

  killed(id: string): void {
    this.#kills.set(id, this.#of(id) + 1);
  }

  of(cases: readonly ReadyCase[]): ReadyCase[] {
    return cases.toSorted((a, b) => this.#of(b.id) - this.#of(a.id));
  }

  readonly #of = (id: string): number => this.#kills.get(id) ?? 0;
}

/** Runs cases until one is not green. `strayed` tells of what was thrown outside of any case's own promise. */
export async function play(cases: readonly ReadyCase[], strayed: () => string | undefined): Promise<Outcome> {
  let ran = 0;
  for (const { id, run } of cases) {
    const played = await run();
    ran += 1;
    const why = played.green ? strayed() : played.why;
    if (why !== undefined) return { killed: true, by: id, why, ran };
  }
  // What was rejected in the last case is told of after its promises.
  await new Promise((resolve) => setImmediate(resolve));
  const why = strayed();
  const last = cases.at(-1);
  return why !== undefined && last ? { killed: true, by: last.id, why, ran } : { killed: false, ran };
}
