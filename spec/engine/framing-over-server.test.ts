/** Streams in other pieces, through a socket: of each way in which adapters read one, an adapter. */
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { repositoryFolder } from './discover.ts';
import { today } from './selection.ts';
import { prepareSuite } from './suite.ts';

/** Events over `fetch` and frames over `node:http`; every night events over `node:http` too. */
const ways: readonly ProviderApiId[] = [
  'anthropic',
  'bedrock-converse',
  ...(isNightly ? (['azure-foundry-agents'] as const) : []),
];

test.for(ways)(
  '%s reads a stream from a server as it reads it in the process, however it is cut',
  async (providerApi) => {
    const folder = `${repositoryFolder}/adapters/reference`;
    const load = async () => (await import(`${folder}/${providerApi}/adapter.ts`)).adapter;
    const suite = await prepareSuite(
      { implementation: 'reference', providerApi, load },
      { asOf: today(), transport: 'server' },
    );
    const theCase = suite.cases.find(({ id }) => id.endsWith('/function-calling/fault-stream-framing/stream'));
    if (!theCase) throw new Error('there is no such case');
    const { result } = await suite.run(theCase);
    expect({ verdict: result.verdict, reason: result.reason }).toEqual({ verdict: 'pass' });
    expect(result.trials?.cuts).toBeGreaterThan(2_000);
  },
);
