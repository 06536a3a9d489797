import { writableFolder } from '../../files/writable-folder.ts';
import { writeRun } from '../../reports/html/render.ts';
import { readKillMatrix } from '../../reports/kill-matrix/store.ts';
import { type Telling, tell } from '../run/tell.ts';
import { mergeShards } from './merge.ts';
import { readShard } from './read.ts';

/**
 * Puts the shards of a run together, writes results and report as of one run, and prints the summary.
 *
 * @param folders where the shards are
 * @returns the exit code: 0 when every case is acceptable, else 1.
 * @throws {UserError} a shard is missing, malformed, there twice or of another run, or the results cannot be written.
 */
export async function mergeFolders(folders: readonly string[], telling: Telling): Promise<number> {
  const merged = mergeShards(await Promise.all(folders.map(readShard)));
  const target = await writableFolder(telling.folder);
  await readKillMatrix(target);
  await writeRun(target, merged);
  return tell(merged.results, telling);
}
