/** The process of `replay-client.ts`: plays what it is told to, one request after the other, until nobody is there to tell it. */
import { inspect } from 'node:util';
import { UserError } from '../../lib/user-error.ts';
import { playSides, type SidesRequest } from './replay-both.ts';
import type { ReplayOutcomeMessage } from './replay-client.ts';

const say = (said: ReplayOutcomeMessage): void => void (process.connected && process.send?.(said));

process.on('message', async (request: SidesRequest) => {
  try {
    say({ found: await playSides(request, (done, all) => say({ done, all })) });
  } catch (error) {
    if (!(error instanceof UserError)) return say({ error: { message: inspect(error), isUsers: false } });
    const { message, where, hint } = error;
    say({ error: { message, ...(where ? { where } : {}), ...(hint ? { hint } : {}), isUsers: true } });
  }
});

// Ctrl-C in a terminal reaches both processes: what is being judged is brought to its end, and who asked ends this one.
process.on('SIGINT', () => {});

// An adapter that leaves a timer or a connection behind would keep it going.
process.once('disconnect', () => process.exit());
