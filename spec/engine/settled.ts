/** Conversations whose end is known before they come to it. Pure. */
import { jsonEquals } from '../../files/canonical-json.ts';
import { exchangesOf, type Step, type Trace } from './trace.ts';

/** Tells after each call whether what follows is known: then the conversation need not go on. */
export type IsSettled = (steps: readonly Step[]) => boolean;

/**
 * What follows on a call whose answer had a fault is known when the call came out as it does without: the next one is made of what came
 * of those before, and of nothing else.
 *
 * @param usual the conversation as it goes without the fault
 * @param nth which of its answers has it, from 0
 */
export function settledBy({ steps: usual }: Pick<Trace, 'steps'>, nth: number): IsSettled {
  return (steps) => {
    const last = steps.at(-1);
    if (!last?.response) return false;
    const before = exchangesOf({ steps: steps.slice(0, -1) }).length;
    const hadFault = before <= nth && nth < before + last.exchanges.length;
    return hadFault && jsonEquals(last.response, usual[steps.length - 1]?.response);
  };
}
