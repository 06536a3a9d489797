/**
 * Writes how far real traffic shows what cassettes hold: `npm run traffic`. With CORPUS_DIR the signatures of real traffic are gathered anew,
 * without it only the cassettes are compared anew. Exit codes: 0 done, 2 the corpus or a cassette is malformed.
 */
import { join } from 'node:path';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { toolTraffic } from '../../spec/traffic/cassette-signatures.ts';
import type { Seen } from '../../spec/traffic/gather.ts';
import { readTrafficOf, trafficFile, trafficText } from '../../spec/traffic/traffic.ts';
import { runScript } from '../cli.ts';

await runScript({}, async () => {
  const corpus = process.env.CORPUS_DIR;
  const { readTraffic } = await import('../../spec/corpus/traffic.ts');
  const gathered = corpus === undefined ? undefined : await readTraffic(corpus);
  for (const id of providerApiIds) {
    const seen: Seen = gathered?.get(id) ?? (gathered ? { providerApi: id, sources: [], seen: [] } : readTrafficOf(id));
    const tools = await toolTraffic(id, seen);
    await writeFileAtomic(join(repositoryFolder, trafficFile(id)), trafficText({ ...seen, tools }));
    const [shown, all] = ['seen', 'of'].map((member) =>
      Object.values(tools).reduce((sum, cell) => sum + cell[member as 'seen' | 'of'], 0),
    );
    process.stdout.write(`${id.padEnd(22)}${shown} of ${all} signatures of core cassettes seen in real traffic\n`);
  }
});
