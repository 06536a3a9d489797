import type { JsonObject } from '../../../../files/canonical-json.ts';
import type { ClientSettings } from '../../../../spec/contract/index.ts';
import type { CallLimit } from '../call-limit.ts';
import { isPending, runOf } from './ending.ts';
import type { RunsProvider } from './provider.ts';

/** Milliseconds between two looks at a run, as the SDK of Azure has it; that of OpenAI waits five times as long. */
const pollInterval = 1000;

interface Polling {
  /** Asks for the run with this id. */
  readonly look: (id: string) => Promise<unknown>;
  readonly limit: CallLimit;
  readonly wait: ClientSettings['wait'];
  readonly provider: RunsProvider;
}

/**
 * Looks at a run until there is something to do.
 *
 * @throws what looking throws, errors of the limit, and WireError for what is no run
 */
export async function settled(begun: unknown, { look, limit, wait, provider }: Polling): Promise<JsonObject> {
  let run = runOf(begun, provider);
  while (isPending(run)) {
    await limit.pause(wait, pollInterval);
    run = runOf(await look(String(run.id)), provider);
  }
  return run;
}
