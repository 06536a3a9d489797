/** The process of `rerun-cases.ts`: runs the cases that it is sent, sends their outcomes and ends. */
import '../../recordings/network-guard/vitest-setup.ts';
import '../vitest-no-color.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installClock } from '../../recordings/clock/install.ts';
import { keepConnected } from '../../recordings/transport/connection.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { idPattern, repositoryFolder } from '../../spec/engine/discover.ts';
import { loadJudging, prepareSuite } from '../../spec/engine/suite.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import type { RerunRequest } from './rerun-cases.ts';

// While who asks still plans. What it fails of, the suite says.
loadJudging().catch(() => {});
const [implementation = '', providerApi = ''] = process.argv[2]?.split('/') ?? [];
if (idPattern.test(implementation) && idPattern.test(providerApi)) {
  installClock();
  load(implementation, providerApi).catch(() => {});
}

process.once('message', async (request: RerunRequest) => {
  const outcomes: StoredCase[] = [];
  for (const adapter of request.adapters) outcomes.push(...(await outcomesOf(adapter, request)));
  process.send?.(outcomes, () => process.exit());
});

// An adapter that leaves a timer or a connection behind would keep it going.
process.once('disconnect', () => process.exit());

async function load(implementation: string, providerApi: string): Promise<Adapter> {
  const url = pathToFileURL(join(repositoryFolder, 'adapters', implementation, providerApi, 'adapter.ts')).href;
  return ((await import(url)) as { adapter: Adapter }).adapter;
}

async function outcomesOf(
  { implementation, providerApi }: RerunRequest['adapters'][number],
  { settings, source }: RerunRequest,
): Promise<StoredCase[]> {
  const subject = { implementation, providerApi, load: () => load(implementation, providerApi) };
  const suite = await prepareSuite(subject, settings, source);
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
