import { hash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { canonicalJson } from '../../files/canonical-json.ts';
import { removeLeftovers } from '../../files/temporary.ts';
import { notWritten, writeFilesAtomic } from '../../files/write-atomic.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { Assembled } from './assemble.ts';
import { evidenceFiles, evidenceFolder, holds, isEvidenceFile } from './evidence-files.ts';
import { restored, storedText } from './stored-form.ts';

/**
 * Writes a run to its folder, and what is made of it: all of it or nothing, while no other run writes there.
 *
 * Evidence comes first: its names have hashes in them, so that what the old index names stays what it is. Then `timings.json`,
 * which says of which results it is, what is made of the results, and last of all `results.json`, which names its evidence. So
 * every file is whole, `results.json` has its evidence at every moment, and a kill between the last few shows in that times and
 * results do not belong together: reading says so. Evidence that the new index does not name is removed.
 *
 * @param viewsOf makes what is made of the results, by file name, from the results as they will be read
 * @throws {UserError} it cannot be written, or another run writes there all the time; the old run is then untouched.
 */
export async function writeResults(
  folder: string,
  { results, evidence, timings }: Assembled,
  viewsOf: (results: Results) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<void> {
  const text = storedText(results);
  const named = evidenceFiles(results, evidence);
  const others = {
    'timings.json': `${canonicalJson({ ...timings, results: hash('sha256', text) }, 1)}\n`,
    ...(await viewsOf(restored(JSON.parse(text)))),
    'results.json': text,
  };
  const files = Object.entries(others).map(([name, content]) => ({ path: join(folder, name), content }));
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw notWritten(error, folder);
  });
  await alone(folder, async () => {
    const missing = [...named]
      .map(([name, content]) => ({ path: join(folder, evidenceFolder, name), content }))
      .filter(({ path, content }) => !holds(path, content));
    await writeFilesAtomic([...missing, ...files], folder);
    await removeEvidence(join(folder, evidenceFolder), named);
  });
}

async function removeEvidence(folder: string, needed: { has(name: string): boolean }): Promise<void> {
  await removeLeftovers(folder);
  const names = await readdir(folder).catch(() => []);
  const idle = names.filter((name) => isEvidenceFile(name) && !needed.has(name));
  await Promise.all(idle.map((name) => rm(join(folder, name), { force: true })));
}
