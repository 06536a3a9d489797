import { hash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { canonicalJson } from '../../files/canonical-json.ts';
import { readIfThere } from '../../files/read-plain.ts';
import { removeLeftovers } from '../../files/temporary.ts';
import { type NewFile, notWritten, writeFilesAtomic } from '../../files/write-atomic.ts';
import type { Assembled } from './assemble.ts';

/** What this program calls a file of evidence; nothing else in the folder is its own to remove. */
const evidenceName = /^[0-9a-f]{64}\.json$/;

/** Where the evidence of a hash lies. */
export const evidencePath = (folder: string, sha256: string): string => join(folder, 'evidence', `${sha256}.json`);

/**
 * Writes a run to its folder, and what is made of it: all of it or nothing, while no other run writes there.
 *
 * Evidence comes first: its names are hashes, so that what the old index names stays what it is. Then `timings.json`, which says of
 * which results it is, what is made of the results, and last of all `results.json`, which names its evidence. So every file
 * is whole, `results.json` has its evidence at every moment, and a kill between the last few shows in that times
 * and results do not belong together: reading says so. Evidence that the new index does not name is removed.
 *
 * @param views what is made of the results, by file name
 * @throws {UserError} it cannot be written, or another run writes there all the time; the old run is then untouched.
 */
export async function writeResults(
  folder: string,
  { results, evidence, timings }: Assembled,
  views: Readonly<Record<string, string>> = {},
): Promise<void> {
  const text = `${canonicalJson(results, 1)}\n`;
  const named = [...evidence].map(([sha256, content]) => ({ path: evidencePath(folder, sha256), content }));
  const others = {
    'timings.json': `${canonicalJson({ ...timings, results: hash('sha256', text) }, 1)}\n`,
    ...views,
    'results.json': text,
  };
  const files = Object.entries(others).map(([name, content]) => ({ path: join(folder, name), content }));
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw notWritten(error, folder);
  });
  await alone(folder, async () => {
    const present = await evidenceIn(folder);
    const isThere = ({ path, content }: NewFile) => present.has(basename(path)) && isSame(path, content);
    await writeFilesAtomic([...named.filter((file) => !isThere(file)), ...files], folder);
    await removeEvidence(folder, new Set(evidence.keys()));
  });
}

/** What an earlier run saw as well need not be written again, unless somebody has changed it. */
function isSame(path: string, content: NewFile['content']): boolean {
  try {
    return readIfThere(path, 'evidence file')?.equals(Buffer.from(content)) ?? false;
  } catch {
    return false;
  }
}

/** The names that are in the folder of evidence. */
const evidenceIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set(await readdir(join(folder, 'evidence')).catch(() => []));

async function removeEvidence(folder: string, needed: ReadonlySet<string>): Promise<void> {
  await removeLeftovers(join(folder, 'evidence'));
  const idle = [...(await evidenceIn(folder))].filter(
    (name) => evidenceName.test(name) && !needed.has(name.slice(0, 64)),
  );
  await Promise.all(idle.map((name) => rm(join(folder, 'evidence', name), { force: true })));
}
