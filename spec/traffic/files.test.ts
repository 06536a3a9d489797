/** The files of traffic are those that their command would write today. */
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { readTraffic } from '../corpus/traffic.ts';
import { toolTraffic } from './cassette-signatures.ts';
import { readTrafficOf } from './traffic.ts';

test.for(providerApiIds)('%s: cassettes are compared as they are now; if not, run: npm run traffic', async (id) => {
  const { tools, ...seen } = readTrafficOf(id);
  expect(tools).toEqual(await toolTraffic(id, seen));
});

test.runIf(isNightly && process.env.CORPUS_DIR)('real traffic is the corpus as it is now', async () => {
  const gathered = await readTraffic(process.env.CORPUS_DIR);
  for (const [id, seen] of gathered) {
    const { tools: _, ...stored } = readTrafficOf(id);
    expect(stored).toEqual(seen);
  }
});
