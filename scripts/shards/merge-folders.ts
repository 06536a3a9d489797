import { join } from 'node:path';
import { readDataFile } from '../../lib/data-file.ts';
import { displayPath } from '../../lib/user-error.ts';
import { writableFolder } from '../../lib/write-atomic.ts';
import { readKillMatrix } from '../../reports/kill-matrix/store.ts';
import { writeRun } from '../../reports/pages/render.ts';
import { EvidenceReader } from '../../reports/results/evidence-files.ts';
import { readResults } from '../../reports/results/store.ts';
import { Timings } from '../../spec/results/schema.ts';
import { type PrintOptions, printOutcome } from '../run/run.ts';
import { mergeShards, type ShardResults } from './merge.ts';

/**
 * Puts the shards of a run together, writes results and report as of one run, and prints the summary.
 *
 * @param folders where the shards are
 * @returns the exit code: 0 when every case is acceptable, else 1.
 * @throws {UserError} a shard is missing, malformed, there twice or of another run, or the results cannot be written.
 */
export async function mergeFolders(folders: readonly string[], telling: PrintOptions): Promise<number> {
  const merged = mergeShards(await Promise.all(folders.map(readShard)));
  const target = await writableFolder(telling.folder);
  await readKillMatrix(target);
  await writeRun(target, merged);
  return printOutcome(merged.results, telling);
}

/** What a shard left in a folder. @throws {UserError} results, evidence or times are missing, malformed or not of one run. */
async function readShard(folder: string): Promise<ShardResults> {
  const results = await readResults(folder);
  const timings = await readDataFile(join(folder, 'timings.json'), Timings, 'list of times');
  const hashes = new Set(results.cases.flatMap(({ evidenceSha256 }) => evidenceSha256 ?? []));
  const reader = new EvidenceReader(folder, results);
  return {
    place: displayPath(join(folder, 'results.json')),
    results,
    evidence: new Map([...hashes].map((sha256) => [sha256, reader.text(sha256)])),
    timings,
  };
}
