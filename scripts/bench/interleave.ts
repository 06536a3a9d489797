import { setImmediate } from 'node:timers/promises';

/** Something to be timed: does it once and says how long the part that counts took, in milliseconds. */
export type Sample = () => Promise<number>;

/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Times several things in turns, so that a machine that grows slower or faster does so to all of them, and gives the median of
 * each.
 *
 * @param warmUp rounds that do not count, before those that do
 */
export async function interleave<Name extends string>(
  samples: Readonly<Record<Name, Sample>>,
  rounds: number,
  warmUp: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(samples) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  const random = sequence();
  for (let round = -warmUp; round < rounds; round++) {
    // In another order each time: what one leaves behind (garbage, say) is paid for by all.
    const order = names.map((name) => ({ name, place: random() })).sort((a, b) => a.place - b.place);
    for (const { name } of order) {
      // What the last one only began to clean up is no part of the next.
      await setImmediate();
      const time = await samples[name]();
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}

/** Numbers that look random, and are the same in every run (a linear congruential generator, as in ANSI C). */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
}

/** The middle of a list of numbers, or the mean of the two in its middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
