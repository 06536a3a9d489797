/**
 * `npm run pictures`: makes the pictures of the README from what the commands really print and the report really shows, into
 * `docs/pictures`. Needs results (`npm run conformance`) and Chromium.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../files/user-error.ts';
import { launchBrowser, missingBrowser } from '../../reports/html/fixtures/browser.ts';
import { defaultFolder, readResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { lendPackages } from '../gate/packages.ts';
import { terminalPicture } from './terminal.ts';

const folder = join(repositoryFolder, 'docs/pictures');

/** What an adapter loses, for the gate to find: the first citation of every text. */
const change = {
  file: 'adapters/reference/anthropic/blocks.ts',
  before: 'nonEmpty(list(citations))',
  after: 'nonEmpty(list(citations)?.slice(1))',
};

try {
  if (missingBrowser) throw new UserError(missingBrowser);
  await readResults(join(repositoryFolder, defaultFolder));
  await mkdir(folder, { recursive: true });
  await gate();
  await pages();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(`error: ${error}`);
  process.exitCode = 2;
}

/** Draws what a command prints at a terminal. */
function terminal(name: string, title: string, root: string, command: readonly string[]): void {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['scripts/atc.js', ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined, GITHUB_ACTIONS: undefined },
  });
  if (stdout === '') throw new UserError(`${command.join(' ')} printed nothing and ended with ${status}: ${stderr}`);
  const prompt = `\u001b[2m$ npm run atc -- ${command.join(' ')}\u001b[22m`;
  keep(`${name}.svg`, terminalPicture(title, `${prompt}\n${stdout}`, 124));
}

/** A clone in which one adapter loses something, held against where it came from. */
async function gate(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const clone = join(temporary, 'clone');
    execFileSync('git', ['clone', '--quiet', '--shared', repositoryFolder, clone]);
    await lendPackages(repositoryFolder, clone);
    const path = join(clone, change.file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(change.before)) throw new UserError(`${change.file} does not have ${change.before}`);
    writeFileSync(path, text.replace(change.before, change.after));
    const cell = ['--adapter', 'reference-anthropic', '--tool', 'web-search'];
    terminal('gate', 'The gate, of a change that loses citations', clone, ['gate', '--base', 'origin/main', ...cell]);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The first screen of the report, and of the site's page on which implementations stand side by side. */
async function pages(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await launchBrowser();
  try {
    const site = join(temporary, 'site');
    execFileSync(process.execPath, ['scripts/atc.js', 'report', '--site', site], { cwd: repositoryFolder });
    await screenshots(browser, 'report', join(repositoryFolder, defaultFolder, 'index.html'), 860);
    await screenshots(browser, 'implementations', join(site, 'implementations/index.html'), 1060);
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
  console.log(`docs/pictures/${name}`);
}
