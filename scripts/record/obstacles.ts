import { UserError } from '../../files/user-error.ts';
import type { Item, ProviderPlan } from './plan.ts';
import { neededBy, type Resource } from './resources/load.ts';
import { makerOf } from './resources/makers.ts';
import { settingsFor, type Target } from './target.ts';

/** What is at a provider, or may be. */
export interface Supplies {
  readonly resources: readonly Resource[];
  /** Ids by name, of what was made by hand. */
  readonly ids: ReadonlyMap<string, string>;
  /** Whether the rest is made; where not, it is there. */
  readonly makesResources: boolean;
}

/** Plans in which each conversation says what keeps it from being recorded, and each provider API what is made for it. Nothing is sent. */
export const withObstacles = (
  plans: readonly ProviderPlan[],
  target: Omit<Target, 'column'>,
  supplies: Supplies,
): readonly ProviderPlan[] =>
  plans.map((plan) => {
    const items = plan.items.map((item) => {
      const obstacle =
        mendable(() => settingsFor(item.theCase, { ...target, column: plan.column })) ??
        unsupplied(lacking(item, supplies).filter((one) => !makerOf(plan.column.id, one)));
      return obstacle === undefined ? item : { ...item, obstacle };
    });
    const makes = items.filter(({ obstacle }) => !obstacle).flatMap((item) => lacking(item, supplies));
    return { ...plan, items, makes: [...new Set(makes)] };
  });

/** What a conversation needs and nobody has supplied. */
const lacking = ({ theCase }: Item, { resources, ids, makesResources }: Supplies): readonly Resource[] =>
  makesResources ? neededBy(theCase.scenario, resources).filter(({ name }) => !ids.has(name)) : [];

function unsupplied(lacked: readonly Resource[]): string | undefined {
  if (lacked.length === 0) return undefined;
  return lacked.map(({ name, what }) => `${what} is needed: --resource ${name}=<id>`).join('; ');
}

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
    hint: 'variables are set in the environment, or in .env: recording calls the provider in your name',
  });
}

/** What a user has to mend, where there is something. */
function mendable(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** `name=id` by name. @throws {UserError} one is something else, or nothing needs it. */
export function idsFrom(options: readonly string[], resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    options.map((option) => {
      const [, name = '', id = ''] = /^([^=]+)=(.+)$/.exec(option) ?? [];
      if (resources.some((resource) => resource.name === name)) return [name, id];
      throw new UserError(`--resource: "${option}" names nothing that a scenario needs`, {
        hint: `write it as name=id; the names are ${resources.map((resource) => resource.name).join(', ')}`,
      });
    }),
  );
}
