import { join } from 'node:path';
import { writeFileAtomic } from '../../files/write-atomic.ts';
import { readEvidence, readResults } from '../results/store.ts';
import { page } from './page.ts';

/**
 * Writes `index.html` beside the results it is made from.
 *
 * @param folder where `results.json` and `evidence/` lie
 * @throws {UserError} they are missing, malformed or of another version.
 */
export async function renderReport(folder: string): Promise<void> {
  const results = await readResults(folder);
  const evidence = await readEvidence(folder, results);
  await writeFileAtomic(join(folder, 'index.html'), page(results, evidence));
}
