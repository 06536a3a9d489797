import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../lib/user-error.ts';
import { launchBrowser, missingBrowser } from '../../reports/fixtures/browser.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { median } from './interleave.ts';

/** What something may weigh, and what it does. */
export interface Weight {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: '' | 'MB' | 's';
  /** Says nothing where the machine does other things as well. */
  readonly isWallClock?: boolean;
}

/**
 * Weighs the pages of the last run: the site, the report, and the command that answers without a page.
 *
 * @throws {UserError} there is no run, or no browser
 */
export async function weighPages(run: string): Promise<readonly Weight[]> {
  if (missingBrowser) throw new UserError(missingBrowser);
  const folder = await mkdtemp(join(tmpdir(), 'bench-report-'));
  try {
    timeCommand('report', '--out', run);
    const site = timeCommand('report', '--out', run, '--site', folder);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map(async (f) => (await stat(join(f.parentPath, f.name))).size));
    const page = join(run, 'index.html');
    const { nodes, firstPaint } = await openPage(page);
    const asked = Array.from({ length: 9 }, () =>
      timeCommand('can-i-use', 'web-search', '--library', 'langchain', '--provider', 'claude'),
    );
    return [
      { what: 'site, files', value: files.length, limit: 3000, unit: '' },
      { what: 'site', value: sizes.reduce((sum, size) => sum + size, 0) / 1e6, limit: 30, unit: 'MB' },
      { what: 'site, processor time', value: site.processor, limit: 10, unit: 's' },
      { what: 'report', value: (await stat(page)).size / 1e6, limit: 1, unit: 'MB' },
      { what: 'report, nodes', value: nodes, limit: 10_000, unit: '' },
      { what: 'report, first paint', value: firstPaint, limit: 1, unit: 's', isWallClock: true },
      { what: 'can-i-use, processor time', value: median(asked.map((t) => t.processor)), limit: 0.3, unit: 's' },
      { what: 'can-i-use', value: median(asked.map((t) => t.wall)), limit: 0.3, unit: 's', isWallClock: true },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Seconds that a command takes: on the clock, and of the processor, with all that it starts. */
function timeCommand(...argv: readonly string[]): { readonly wall: number; readonly processor: number } {
  const own = [process.execPath, join(repositoryFolder, 'scripts', 'atc.js'), ...argv];
  const { stderr, error } = spawnSync('bash', ['-c', 'time "$@" >/dev/null', 'bash', ...own], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TIMEFORMAT: 'times %R %U %S' },
  });
  const [, wall, user, system] = stderr?.match(/^times (\S+) (\S+) (\S+)$/m) ?? [];
  // 1 says that something does not work, which is an answer.
  if (error || wall === undefined || /^error: /m.test(stderr))
    throw error ?? new UserError(stderr.replace(/^error: /, ''));
  return { wall: Number(wall), processor: Number(user) + Number(system) };
}

/** How many nodes a page has, and the seconds until something of it is seen: the median of 5. */
async function openPage(path: string): Promise<{ readonly nodes: number; readonly firstPaint: number }> {
  const browser = await launchBrowser();
  try {
    const paints: number[] = [];
    let nodes = 0;
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const tab = await context.newPage();
      await tab.goto(pathToFileURL(path).href);
      const seen = await tab.evaluate(
        () =>
          new Promise<{ nodes: number; paint: number }>((resolve) =>
            new PerformanceObserver((list) => {
              const paint = list.getEntriesByName('first-contentful-paint')[0]?.startTime;
              if (paint !== undefined) resolve({ nodes: document.querySelectorAll('*').length, paint });
            }).observe({ type: 'paint', buffered: true }),
          ),
      );
      nodes = seen.nodes;
      paints.push(seen.paint / 1000);
      await context.close();
    }
    return { nodes, firstPaint: median(paints) };
  } finally {
    await browser.close();
  }
}

/** Whether the machine does more than it can do at once. */
export const isBusy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism();

/** The weights that are too much. Pure. */
export const tooHeavy = (weights: readonly Weight[], busy: boolean): readonly Weight[] =>
  weights.filter(({ value, limit, isWallClock }) => value > limit && !(busy && isWallClock));

/** Weights as lines, with their limits. Pure. */
export function weightTable(weights: readonly Weight[], busy: boolean): string {
  const heavy = tooHeavy(weights, busy);
  const width = Math.max(...weights.map(({ what }) => what.length));
  return weights
    .map((weight) => {
      const { what, value, limit, unit, isWallClock } = weight;
      const shown = value.toFixed(unit === '' ? 0 : unit === 's' ? 3 : 2);
      const note = heavy.includes(weight) ? 'too much' : busy && isWallClock ? 'not judged: the machine is busy' : '';
      return `${what.padEnd(width)}  ${shown.padStart(7)} of ${limit}${unit && ` ${unit}`}${note && `  ${note}`}`;
    })
    .join('\n');
}
