/** The process of `rerun-cases.ts`: runs the cases that it is sent, sends their outcomes and ends. */
import '../../recordings/network-guard/vitest-setup.ts';
import '../vitest-no-color.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepConnected } from '../../recordings/transport/connection.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { loadJudging, prepareSuite } from '../../spec/engine/suite.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import type { RerunRequest } from './rerun-cases.ts';

// While who asks still plans. What it fails of, the suite says.
loadJudging().catch(() => {});

process.once('message', async (request: RerunRequest) => {
  const outcomes: StoredCase[] = [];
  for (const adapter of request.adapters) outcomes.push(...(await outcomesOf(adapter, request)));
  process.send?.(outcomes, () => process.exit());
});

// An adapter that leaves a timer or a connection behind would keep it going.
process.once('disconnect', () => process.exit());

async function outcomesOf(
  { implementation, providerApi }: RerunRequest['adapters'][number],
  { settings, source }: RerunRequest,
): Promise<StoredCase[]> {
  const url = pathToFileURL(join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts')).href;
  const load = async () => ((await import(url)) as { adapter: Adapter }).adapter;
  const suite = await prepareSuite({ implementation, providerApi, load }, settings, source);
  const disconnect = keepConnected();
  const outcomes: StoredCase[] = [];
  // One after the other: a process has one transport.
  for (const theCase of suite.cases) {
    const { outcome, evidence } = await suite.run(theCase);
    outcomes.push({ outcome, evidence });
  }
  await disconnect();
  await suite.close();
  return outcomes;
}
