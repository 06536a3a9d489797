import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { writeFilesAtomic } from '../../lib/write-atomic.ts';
import type { Evidence, Results } from '../../spec/results/schema.ts';
import { compare } from '../compare/compare.ts';
import { readKillMatrix } from '../kill-matrix/store.ts';
import { markdownOf } from '../markdown/summary.ts';
import type { Assembled } from '../results/assemble.ts';
import { EvidenceReader } from '../results/evidence-files.ts';
import { demandResults, readResults, readResultsFile, writeResults } from '../results/store.ts';
import { evidenceShown } from './evidence-budget.ts';
import { page } from './page.ts';
import { pageCode } from './script.ts';

/**
 * Writes a run and the report on it, together.
 *
 * @param folder where they go; a `kill-matrix.json` that lies there is taken up
 * @throws {UserError} they cannot be written, or the kill matrix is malformed; the run that is there is then untouched.
 */
export async function writeRun(folder: string, run: Assembled): Promise<void> {
  const textOf = (sha256: string): string => run.evidence.get(sha256) ?? 'null';
  const shown = evidenceShown(run.results.cases, (sha256) => Buffer.byteLength(textOf(sha256)));
  const evidence = new Map([...shown].map((sha256) => [sha256, JSON.parse(textOf(sha256)) as Evidence]));
  // The same page is made again from what is on disk.
  await writeResults(folder, run, (results) => viewsOf(folder, results, evidence));
}

/**
 * Makes the report again beside the results it is made from.
 *
 * @param folder where `results.json` and `evidence/` lie, and `kill-matrix.json` where it was made
 * @param against the results of a run before, or a folder of them: the page then says what has changed since
 * @throws {UserError} they are missing, malformed, of another version or not of one run, or the report cannot be written.
 */
export async function renderReport(folder: string, against?: string): Promise<void> {
  // Looked at before anything is put there: a folder that has no results is not touched.
  demandResults(folder);
  const before = against === undefined ? undefined : await resultsAt(against);
  await withFolderLock(folder, async () => {
    const results = await readResults(folder);
    const reader = new EvidenceReader(folder, results);
    const shown = evidenceShown(results.cases, (sha256) => reader.bytes(sha256).length);
    const evidence = new Map([...shown].map((sha256) => [sha256, reader.read(sha256)]));
    const views = Object.entries(await viewsOf(folder, results, evidence, before));
    await writeFilesAtomic(
      views.map(([name, content]) => ({ path: join(folder, name), content })),
      folder,
    );
  });
}

const resultsAt = async (path: string): Promise<Results> =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? readResults(path) : readResultsFile(path);

/** What is made of results, by file name. */
async function viewsOf(
  folder: string,
  results: Results,
  evidence: ReadonlyMap<string, Evidence>,
  runBefore?: Results,
): Promise<Record<string, string>> {
  const before = runBefore && { asOf: runBefore.run.asOf, comparison: compare(runBefore, results) };
  const extras = { killMatrix: await readKillMatrix(folder), code: await pageCode(), before };
  return { 'index.html': page(results, evidence, extras), 'summary.md': markdownOf(results) };
}
