import { join } from 'node:path';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { UserError } from '../../lib/user-error.ts';
import { writableFolder, writeFilesAtomic } from '../../lib/write-atomic.ts';
import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { changesBetween } from '../changes/changes.ts';
import { changedSince } from '../history/kept.ts';
import { readKillMatrix } from '../kill-matrix/store.ts';
import { markdownOf } from '../markdown/summary.ts';
import { readNewest } from '../newest/newest.ts';
import type { Assembled } from '../results/assemble.ts';
import { EvidenceReader } from '../results/evidence-files.ts';
import { demandResults, readResults, writeResults } from '../results/store.ts';
import { snapshotOfRun } from '../snapshot/read.ts';
import { modelOf, type PagesModel } from './model.ts';
import { reportPage } from './report/report-page.ts';
import { pageScript } from './script.ts';
import { siteFiles } from './site.ts';
import { stylesheet } from './stylesheet.ts';
import { writeSite } from './write-site.ts';

/**
 * Writes a run and the report on it, together.
 *
 * @param isWritten as for {@link writeResults}
 * @throws {UserError} they cannot be written; the run that is there is then untouched.
 */
export async function writeRun(folder: string, run: Assembled, isWritten?: (name: string) => boolean): Promise<void> {
  const evidence = ({ evidenceSha256 }: CaseResult) => {
    const line = evidenceSha256 === undefined ? undefined : run.evidence.get(evidenceSha256);
    return line && (JSON.parse(line.toString()) as Evidence);
  };
  // The same page is made again from what is on disk.
  await writeResults(folder, run, (results) => viewsOf(reportModel(results, evidence)), isWritten);
}

/**
 * Makes the report again beside the results it is made from.
 *
 * @param folder where `results.json` and `evidence/` lie
 * @throws {UserError} they are missing, malformed, of another version or not of one run, or the report cannot be written.
 */
export async function renderReport(folder: string): Promise<void> {
  // Looked at before anything is put there: a folder that has no results is not touched.
  demandResults(folder);
  await withFolderLock(folder, async () => {
    const results = await readResults(folder);
    const views = Object.entries(await viewsOf(reportModel(results, evidenceOf(new EvidenceReader(folder, results)))));
    await writeFilesAtomic(
      views.map(([name, content]) => ({ path: join(folder, name), content })),
      folder,
    );
  });
}

/** What is made of a run beside its results, by file name. */
async function viewsOf(model: PagesModel): Promise<Record<string, string>> {
  const inlined = { css: stylesheet, code: await pageScript() };
  return { 'index.html': reportPage(model, inlined), 'summary.md': markdownOf(model.results) };
}

/** What a site is made of besides the last run. */
export interface SiteOptions {
  /** Where it will be served, where that is known. */
  readonly baseUrl?: string | undefined;
  /** The project's repository, where known issues can be contested. */
  readonly repository?: string | undefined;
  /** A folder of archived snapshots: the last one before the run is what it is compared with. The last release unless told. */
  readonly history?: string | undefined;
}

/**
 * Makes the site from the results of a run.
 *
 * @param run where `results.json` and `evidence/` lie, and `kill-matrix.json` and `newest.json` where they were made
 * @param site the folder that the site goes to
 * @returns how many files it has
 * @throws {UserError} results or evidence are missing or malformed, or the site cannot be written; what was there is then untouched.
 */
export async function renderSite(run: string, site: string, options: SiteOptions = {}): Promise<number> {
  const baseUrl = demandBaseUrl(options.baseUrl);
  const results = await readResults(run);
  const killMatrix = await readKillMatrix(run);
  const snapshot = snapshotOfRun(results);
  const changed = await changedSince({ asOf: results.run.asOf, snapshot }, options.history);
  const folder = await writableFolder(site);
  const { repository } = options;
  const newest = await readNewest(run);
  // One reader: what it has read of the disk serves pages and files of evidence.
  const reader = new EvidenceReader(run, results);
  const evidence = evidenceOf(reader);
  const model = modelOf({ results, snapshot, changed, killMatrix, newest, repository, evidence });
  const evidenceText = ({ evidenceSha256 }: CaseResult) =>
    evidenceSha256 === undefined ? undefined : reader.text(evidenceSha256);
  return writeSite(folder, siteFiles(model, { script: await pageScript(), baseUrl, evidenceText }));
}

const evidenceOf =
  (reader: EvidenceReader): PagesModel['evidence'] =>
  ({ evidenceSha256 }) =>
    evidenceSha256 === undefined ? undefined : reader.read(evidenceSha256);

/** The model of a report, which says nothing of other runs. */
function reportModel(results: Results, evidence: PagesModel['evidence']): PagesModel {
  const snapshot = snapshotOfRun(results);
  const changed = { changes: changesBetween(snapshot, snapshot), since: 'this run' };
  const nothingElse = { killMatrix: undefined, newest: undefined, repository: undefined };
  return modelOf({ results, snapshot, changed, evidence, ...nothingElse });
}

/** An address under which files lie, ending in a slash. @throws {UserError} it is none, or not served encrypted. */
function demandBaseUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash) {
    throw new UserError(`"${given}" cannot be the address of a site`, {
      hint: 'use an https: URL without a query, for example --base-url https://example.org/conformance/',
    });
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
