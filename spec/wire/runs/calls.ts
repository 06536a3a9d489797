import type { Exchange } from '../../../recordings/format/exchange.ts';

/** Operations that say something: after a question, with them the next call begins. */
const saying = new Set([
  ...['assistants.create', 'assistants.update', 'threads.create', 'threads.update', 'messages.create'],
  ...['runs.create', 'threads.createAndRun', 'runs.submitToolOutputs'],
]);

/** Operations that make the model answer. */
export const asking: ReadonlySet<string> = new Set(['runs.create', 'threads.createAndRun', 'runs.submitToolOutputs']);

/** A call of a client: all that it says before it asks, the question, and all that it looks at afterwards. */
export function callsOf(exchanges: readonly Exchange[]): Exchange[][] {
  const calls: Exchange[][] = [];
  let asked = true;
  for (const exchange of exchanges) {
    const last = calls.at(-1);
    if (!last || (asked && saying.has(exchange.operation))) {
      calls.push([exchange]);
      asked = false;
    } else {
      last.push(exchange);
    }
    asked ||= asking.has(exchange.operation);
  }
  return calls;
}
