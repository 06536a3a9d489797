import { isNews } from '../../recordings/faults/tolerance/news.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import type { Trace } from './trace.ts';

/**
 * A trace as it would be, had an answer come as it was recorded and not with something in it that nobody knew. Whoever passes on what
 * he does not know is right, and so is whoever leaves it: what counts is that all else is there. Pure.
 *
 * @param nth which answer had it, of all of the steps
 * @param recorded that answer without it
 */
export function asRecorded(trace: Trace, nth: number, recorded: HttpResponse): Trace {
  let place = 0;
  return {
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((each) =>
        place++ === nth ? { ...each, response: recorded, arrived: each.response } : each,
      ),
      ...(step.response ? { response: withoutNews(step.response) } : {}),
      ...(step.updates ? { updates: withoutNews(step.updates) } : {}),
    })),
  };
}

/**
 * The same at any depth without members that are news, and without what says that it is: by its tool, its type, its only member, or what
 * it was made from.
 */
function withoutNews<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((each) => !isAllNews(each)).map(withoutNews) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).filter(([key]) => !isNews(key));
  return Object.fromEntries(members.map(([key, each]) => [key, withoutNews(each)])) as T;
}

function isAllNews(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tool, type, rawRepresentation } = value as Readonly<Record<string, unknown>>;
  const [only, ...others] = Object.keys(value);
  return isNews(tool) || isNews(type) || isAllNews(rawRepresentation) || (isNews(only) && others.length === 0);
}
