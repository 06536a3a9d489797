/** A conversation in which a request is refused before it is answered, with a client that may send it again. */
import { virtualClock } from '../../recordings/clock/virtual-clock.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { Deck } from '../../recordings/transport/deck.ts';
import type { Case } from './case.ts';
import { type Bench, observe } from './run.ts';
import type { RefusedFirst, Step, Trace } from './trace.ts';

/** How often a client may send a request again. */
const retries = 2;

/** Longer than any wait before another try, in milliseconds: the time that an exchange may take is another's. */
const timeout = 600_000;

/**
 * Plays a case whose n-th exchange is refused first. What was refused and then sent again is no exchange of the trace, and its step tells
 * of it.
 */
export async function playRefused(
  base: Case,
  from: Deck,
  { arrives, first, what }: Fault & { readonly first: NonNullable<Fault['first']> },
  { nth, exchange }: { readonly nth: number; readonly exchange: Exchange },
  bench: Bench,
): Promise<Trace> {
  const refused: Exchange['response'][] = [];
  /** How long was waited before each further sending, on the virtual clock. */
  const waits: number[] = [];
  let refusedAt = 0;
  let sent: string | undefined;
  const trace = await observe(base, from, {
    ...bench,
    settings: (settings) => ({ ...settings, retries, timeout }),
    inFront: (at, request) => {
      // What else is sent, such as deleting what was made before, is no other try.
      sent ??= at === nth ? sameAs(request) : undefined;
      if (at !== nth || sent !== sameAs(request)) return undefined;
      const now = virtualClock()?.now ?? 0;
      if (refused.length > 0) waits.push(now - refusedAt);
      refusedAt = now;
      if (refused.length >= first.times) return undefined;
      const response = arrives();
      if (response === 'nothing') return undefined;
      refused.push(response);
      return { operation: exchange.operation, transport: exchange.transport, response };
    },
  });
  return { ...trace, steps: trace.steps.map((step) => withoutRefused(step, refused, told(what, waits, first))) };
}

const sameAs = ({ method, url, body }: Exchange['request']): string => JSON.stringify([method, url, body?.text]);

const told = (what: string, waits: readonly number[], first: NonNullable<Fault['first']>): RefusedFirst => ({
  what,
  again: waits.length,
  allowed: first.isInVain ? 0 : retries,
  waited: waits.length === 0 ? 0 : Math.min(...waits),
  ...(first.wait === undefined ? {} : { wait: first.wait }),
});

/** Of refusals the last counts, where nothing came after it: that is how the call ended. */
function withoutRefused(step: Step, refused: readonly Exchange['response'][], told: RefusedFirst): Step {
  const isRefused = ({ response }: Exchange) => refused.includes(response);
  if (!step.exchanges.some(isRefused)) return step;
  return {
    ...step,
    refused: told,
    exchanges: step.exchanges.filter((each, at) => !isRefused(each) || at === step.exchanges.length - 1),
  };
}
