import { writableFolder } from '../../lib/writable-folder.ts';
import { pageCode } from '../html/script.ts';
import { readKillMatrix } from '../kill-matrix/store.ts';
import { readNewest } from '../newest/newest.ts';
import { EvidenceReader } from '../results/evidence-files.ts';
import { readResults } from '../results/store.ts';
import { demandBaseUrl } from './base-url.ts';
import { siteFiles } from './site.ts';
import { writeSite } from './write.ts';

/** What a site is made of besides the last run. */
export interface SiteOptions {
  /** Where it will be served, where that is known. */
  readonly baseUrl?: string | undefined;
  /** The project's repository, where known issues can be contested. */
  readonly repository?: string | undefined;
  /** A folder of archived runs, to be compared with. */
  readonly history?: string | undefined;
}

/**
 * Makes the site from the results of a run.
 *
 * @param run where `results.json` and `evidence/` lie, and `kill-matrix.json` where it was made
 * @param site the folder that the site goes to
 * @returns how many files it has
 * @throws {UserError} results or evidence are missing or malformed, or the site cannot be written; what was there is then untouched.
 */
export async function renderSite(run: string, site: string, options: SiteOptions = {}): Promise<number> {
  const baseUrl = demandBaseUrl(options.baseUrl);
  const results = await readResults(run);
  const [killMatrix, newest] = await Promise.all([readKillMatrix(run), readNewest(run)]);
  const folder = await writableFolder(site);
  const code = { main: await pageCode(), implementations: await pageCode('implementations') };
  const evidence = new EvidenceReader(run, results);
  const evidenceBytes = (sha256: string) => evidence.bytes(sha256);
  return writeSite(
    folder,
    siteFiles({ results, killMatrix, newest, evidenceBytes, baseUrl, repository: options.repository, kept: [], code }),
  );
}
