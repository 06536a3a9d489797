import { join } from 'node:path';
import { alone } from '../../files/alone.ts';
import { canonicalJson } from '../../files/canonical-json.ts';
import { writeFilesAtomic } from '../../files/write-atomic.ts';
import type { Evidence, Results } from '../../spec/results/schema.ts';
import { readKillMatrix } from '../kill-matrix/store.ts';
import { markdownOf } from '../markdown/summary.ts';
import type { Assembled } from '../results/assemble.ts';
import { readEvidence, readResults } from '../results/store.ts';
import { writeResults } from '../results/write.ts';
import { page } from './page.ts';
import { pageCode } from './script.ts';

/** Of what passed, or cannot be said, the page only names the evidence: one that held all of it would be too long to open. */
const shownOf = ({ cases }: Results) =>
  cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-expressible');

/**
 * Writes a run and the report on it, together.
 *
 * @param folder where they go; a `kill-matrix.json` that lies there is taken up
 * @throws {UserError} they cannot be written, or the kill matrix is malformed; the run that is there is then untouched.
 */
export async function writeRun(folder: string, run: Assembled): Promise<void> {
  const shown = shownOf(run.results).flatMap(({ evidenceSha256 = '' }) => {
    const text = run.evidence.get(evidenceSha256);
    return text === undefined ? [] : [[evidenceSha256, JSON.parse(text) as Evidence] as const];
  });
  // As they will be read: the same page is made again from what is on disk.
  const results = JSON.parse(canonicalJson(run.results)) as Results;
  await writeResults(folder, run, await viewsOf(folder, results, new Map(shown)));
}

/**
 * Makes the report again beside the results it is made from.
 *
 * @param folder where `results.json` and `evidence/` lie, and `kill-matrix.json` where it was made
 * @throws {UserError} they are missing, malformed, of another version or not of one run, or the report cannot be written.
 */
export async function renderReport(folder: string): Promise<void> {
  // Looked at before anything is put there: a folder that has no results is not touched.
  await readResults(folder);
  await alone(folder, async () => {
    const results = await readResults(folder);
    const evidence = await readEvidence(folder, { ...results, cases: shownOf(results) });
    const views = Object.entries(await viewsOf(folder, results, evidence));
    await writeFilesAtomic(
      views.map(([name, content]) => ({ path: join(folder, name), content })),
      folder,
    );
  });
}

/** What is made of results, by file name. */
async function viewsOf(
  folder: string,
  results: Results,
  evidence: ReadonlyMap<string, Evidence>,
): Promise<Record<string, string>> {
  const extras = { killMatrix: await readKillMatrix(folder), code: await pageCode() };
  return { 'index.html': page(results, evidence, extras), 'summary.md': markdownOf(results) };
}
