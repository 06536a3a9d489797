/**
 * Attempts in real time. How long an adapter takes that is another process, or that is reached over sockets, depends on the load of the
 * machine: what does not end in time is tried once more with more time, and only the second attempt counts.
 */

/** How patient an attempt is. */
export interface Patience {
  /** Longest a conversation may take in real time, in milliseconds. On the virtual clock no limit is needed. */
  readonly timeLimit?: number;
  /** True if an attempt with less time was not over in time. */
  readonly isSecondAttempt?: boolean;
}

/** Longest that a conversation may take at first, in milliseconds; a replay takes a few. */
const usualLimit = 10_000;

/** How many times as long the second attempt may take. */
const moreTime = 6;

/** An attempt was too slow to see what it is about. */
export class TooSlowError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Makes an attempt, and a second one with more time where the first is over its time.
 *
 * @throws whatever the attempt throws that counts.
 */
export async function inTime<P extends Patience, T>(given: P, attempt: (given: P) => Promise<T>): Promise<T> {
  const { timeLimit = usualLimit } = given;
  try {
    return await attempt({ ...given, timeLimit });
  } catch (error) {
    if ((error as Error).name !== 'TimeLimitError') throw error;
  }
  try {
    return await attempt({ ...given, timeLimit: timeLimit * moreTime, isSecondAttempt: true });
  } catch (error) {
    if ((error as Error).name === 'TimeLimitError') (error as Error).message += ', in a second attempt as well';
    throw error;
  }
}

/** The time that a caller allows in an attempt, in milliseconds. */
export const allowed = (milliseconds: number, { isSecondAttempt }: Patience): number =>
  isSecondAttempt ? milliseconds * moreTime * moreTime : milliseconds;
