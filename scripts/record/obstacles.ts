import { UserError } from '../../files/user-error.ts';
import type { ProviderPlan } from './plan.ts';
import { settingsFor, type Target } from './target.ts';

/** Plans in which each conversation says what keeps it from being recorded: found out before anything is sent. */
export const withObstacles = (
  plans: readonly ProviderPlan[],
  target: Omit<Target, 'column'>,
): readonly ProviderPlan[] =>
  plans.map(({ items, ...plan }) => ({
    ...plan,
    items: items.map((item) => {
      const obstacle = mendable(() => settingsFor(item.theCase, { ...target, column: plan.column }));
      return obstacle === undefined ? item : { ...item, obstacle: obstacle.message };
    }),
  }));

/**
 * Who cannot record anything is told at once.
 *
 * @throws {UserError} every conversation has an obstacle.
 */
export function demandSome(plans: readonly ProviderPlan[]): void {
  const items = plans.flatMap((plan) => plan.items);
  if (items.some(({ obstacle }) => obstacle === undefined)) return;
  const all = [...new Set(items.flatMap(({ obstacle }) => obstacle ?? []))];
  throw new UserError(`nothing can be recorded: ${all.join('; ')}`, {
    hint: 'set it in the environment, or write it to .env: recording calls the provider in your name',
  });
}

/** The error that a user can mend, where there is one. */
function mendable(work: () => unknown): UserError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}
