/**
 * `npm run screenshots`: makes the pictures of the README that show report and site, into `docs/images`. Needs results
 * (`npm run conformance`) and Chromium.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../lib/user-error.ts';
import { launchBrowser, missingBrowser } from '../../reports/fixtures/browser.ts';
import { defaultFolder, readResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { runScript } from '../cli.ts';

const folder = join(repositoryFolder, 'docs/images');

await runScript({}, async () => {
  if (missingBrowser) throw new UserError(missingBrowser);
  await readResults(join(repositoryFolder, defaultFolder));
  await mkdir(folder, { recursive: true });
  await pages();
});

/** The first screen of the site, and of a page of a cell. */
async function pages(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await launchBrowser();
  try {
    const site = join(temporary, 'site');
    execFileSync(process.execPath, ['scripts/atc.js', 'report', '--site', site], { cwd: repositoryFolder });
    await screenshots(browser, 'grid', join(site, 'index.html'), 900);
    await screenshots(browser, 'cell', join(site, 'cell/web-search/anthropic/langchain.html'), 900);
  } finally {
    await browser.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** A page in both themes. */
async function screenshots(
  browser: Awaited<ReturnType<typeof launchBrowser>>,
  name: string,
  path: string,
  height: number,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height } });
    await page.goto(pathToFileURL(path).href);
    keep(`${name}-${colorScheme}.png`, await page.screenshot());
    await page.close();
  }
}

function keep(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, name), content);
  console.log(`docs/images/${name}`);
}
