import type { ProviderPlan } from './plan.ts';
import { neededBy } from './resources/load.ts';
import { type Made, make } from './resources/make.ts';
import { makerOf } from './resources/makers.ts';
import { settingsFor, type Target } from './target.ts';

/** What was made at a provider for its conversations. */
export interface Supply {
  /** Ids by name, of what was made and of what was there. */
  readonly ids: ReadonlyMap<string, string>;
  /** Why something could not be made, by name. */
  readonly failures: ReadonlyMap<string, string>;
  /** Removes what was made. @returns what is still there, and why */
  remove(): Promise<string[]>;
}

/** Makes what the conversations of a plan need. What cannot be made is said; others go on. */
export async function supply(
  { column, items, makes }: ProviderPlan,
  target: Omit<Target, 'column'>,
  there: ReadonlyMap<string, string>,
  isEnded: () => boolean,
): Promise<Supply> {
  const ids = new Map(there);
  const failures = new Map<string, string>();
  const made: Made[] = [];
  for (const resource of makes) {
    const maker = makerOf(column.id, resource);
    const user = items.find(({ theCase, obstacle }) => !obstacle && neededBy(theCase.scenario, [resource]).length > 0);
    if (!maker || !user || isEnded()) continue;
    try {
      const one = await make(resource, maker, settingsFor(user.theCase, { ...target, column }));
      made.push(one);
      ids.set(resource.name, one.id);
    } catch (error) {
      failures.set(resource.name, (error as Error).message);
    }
  }
  return {
    ids,
    failures,
    async remove() {
      const left: string[] = [];
      for (const one of made.reverse()) left.push(...(await one.remove()));
      return left;
    },
  };
}
