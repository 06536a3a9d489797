import type { HttpResponse } from '../../recordings/format/exchange.ts';
import type { Trace } from './trace.ts';

/**
 * A trace as it would be, had an answer not had a member more in every object. Whoever passes on what he does not know is right, and so
 * is whoever leaves it: what counts is that all else is there. Pure.
 *
 * @param nth which answer had it, of all of the steps
 * @param recorded that answer without it
 */
export function withoutMember(trace: Trace, name: string, nth: number, recorded: HttpResponse): Trace {
  let place = 0;
  return {
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((each) => (place++ === nth ? { ...each, response: recorded } : each)),
      ...(step.response ? { response: omit(step.response, name) } : {}),
      ...(step.updates ? { updates: omit(step.updates, name) } : {}),
    })),
  };
}

/** The same at any depth without members of a name, and without contents that are of a tool of that name: it could have been one. */
function omit<T>(value: T, name: string): T {
  if (Array.isArray(value)) return value.filter((each) => each?.tool !== name).map((each) => omit(each, name)) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(members.map(([key, each]) => [key, omit(each, name)])) as T;
}
