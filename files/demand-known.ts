import { suggest } from './nearest.ts';
import { UserError } from './user-error.ts';

/**
 * Refuses an id that does not exist.
 *
 * @param what what the id names, as the message says it: `adapter`, `provider API`
 * @throws {UserError} it is not among those that are known; the hint is what is near it
 */
export function demandKnown<T extends string>(what: string, asked: string, known: readonly T[]): asserts asked is T {
  if ((known as readonly string[]).includes(asked)) return;
  throw new UserError(`there is no ${what} "${asked}"`, { hint: suggest(asked, known) });
}
