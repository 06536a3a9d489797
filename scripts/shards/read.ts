import { join } from 'node:path';
import { readDataFile } from '../../files/data-file.ts';
import { place } from '../../files/place.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { readResults } from '../../reports/results/store.ts';
import { Timings } from '../../spec/results/schema.ts';
import type { ShardResults } from './merge.ts';

/** What a shard left in a folder. @throws {UserError} results, evidence or times are missing, malformed or not of one run. */
export async function readShard(folder: string): Promise<ShardResults> {
  const results = await readResults(folder);
  const timings = await readDataFile(join(folder, 'timings.json'), Timings, 'list of times');
  const hashes = new Set(results.cases.flatMap(({ evidenceSha256 }) => evidenceSha256 ?? []));
  const reader = new EvidenceReader(folder, results);
  return {
    place: place(join(folder, 'results.json')),
    results,
    evidence: new Map([...hashes].map((sha256) => [sha256, reader.text(sha256)])),
    timings,
  };
}
