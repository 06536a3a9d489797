import { join } from 'node:path';
import { place } from '../../files/place.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import { readKillMatrix } from '../kill-matrix/store.ts';
import { readEvidence, readResults } from '../results/store.ts';
import { page } from './page.ts';

/**
 * Writes `index.html` beside the results it is made from. Of what passed, or cannot be said, it only names the evidence: a page that held all of it
 * would be too long to open.
 *
 * @param folder where `results.json` and `evidence/` lie, and `kill-matrix.json` where it was made
 * @throws {UserError} they are missing, malformed or of another version, or the page cannot be written.
 */
export async function renderReport(folder: string): Promise<void> {
  const results = await readResults(folder);
  const shown = results.cases.filter((c) => c.verdict !== 'pass' && c.verdict !== 'not-expressible');
  const evidence = await readEvidence(folder, { ...results, cases: shown });
  const path = join(folder, 'index.html');
  const text = page(results, evidence, await readKillMatrix(folder));
  await writeFileAtomic(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`the report cannot be written (${error.code ?? error.message})`, {
      where: place(path),
      hint: 'make the folder writable and see that the disk has room; the results are untouched',
    });
  });
}
