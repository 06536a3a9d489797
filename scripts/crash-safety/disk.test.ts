/**
 * The command lines on a disk that is full, in a folder that cannot be written to, and two at once in one folder. By day those that only
 * write, in this process where it is not the process that has a limit; every night runs too.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { readEvidence } from '../../reports/results/fixtures/read-evidence.ts';
import { readResults, writeResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { main } from '../cli.ts';
import { reportCommand } from '../commands/report.ts';
import { runOf } from './numbered-runs.ts';

let above: string;
/** A folder with a whole run in it: one of two that were written there at once. */
let good: string;
const one = ['reference-anthropic/function-calling/call-single', '--cache', 'none'];
const run = (out: string): string[] => ['scripts/atc.js', 'run', ...one, '--out', out];
const report = (out: string): string[] => ['scripts/atc.js', 'report', '--out', out];

/** Runs a program to its end, whatever its exit code. */
async function ended(
  program: string,
  argv: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd: repositoryFolder, env: { ...process.env, VITEST: '' } };
  return promisify(execFile)(program, argv, options).then(
    (all) => ({ code: 0, ...all }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
const node = (argv: readonly string[]) => ended(process.execPath, argv);

/** Makes the report again. */
async function reported(folder: string): Promise<{ code: number | undefined; stderr: string }> {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  const code = await main(['report', '--out', folder], io, [reportCommand]);
  return { code, stderr };
}

const unmountable = 'not tested: this user may not mount a disk, so none can be full or read-only';
const mounted: string[] = [];
/** A disk of its own, of so many kilobytes; `undefined` where this user may not mount one. */
function disk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(above, 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    console.warn(unmountable);
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

function fill(folder: string): void {
  for (const name of readdirSync(good, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(join(good, name)).isDirectory()) mkdirSync(path, { recursive: true });
    else writeFileSync(path, readFileSync(join(good, name)));
  }
}

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile() && name !== 'filler')
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'disk-'));
  good = join(above, 'good');
  if (isNightly) {
    const other = run(good).map((word) => (word === 'reference-anthropic' ? 'reference-openai-chat' : word));
    const both = await Promise.all([node(run(good)), node(other)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
  } else {
    const matrix = await loadMatrix();
    const written = [1, 2].map((n) => {
      const { run, views } = runOf(n);
      return writeResults(good, { ...run, results: { ...run.results, matrix } }, async () => views);
    });
    await Promise.all(written);
  }
}, 120_000);
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', [folder]);
  rmSync(above, { recursive: true, force: true });
});

test('of two runs at once in one folder the files are of one', { timeout: 120_000 }, async () => {
  const results = await readResults(good);
  expect(readEvidence(good, results).size).toBe(results.cases.length);
  expect(new Set(results.cases.map(({ adapter, title }) => `${adapter} ${title}`)).size).toBe(1);
  const files = contents(good);
  expect(Object.keys(files).sort()).toEqual([
    expect.stringMatching(`^evidence/${results.cases[0]?.adapter}\\.[0-9a-f]{16}\\.jsonl$`),
    'index.html',
    'results.json',
    ...(isNightly ? ['summary.md'] : []),
    'timings.json',
  ]);
  if (!isNightly) expect(files['index.html']).toBe(runOf(Number(results.cases[0]?.title)).views['index.html']);
  // The page and the summary are made of these results: made again, they are the same.
  expect(await reported(good)).toEqual({ code: 0, stderr: '' });
  if (isNightly) expect(contents(good)).toEqual(files);
});

/** What is too large: by day what one process writes, every night what a worker writes too. */
const limited = [
  ['the page', report, 100, 'index\\.html'],
  ['the outcomes of a worker', run, 40, 'limited'],
] as const;

/** Where no disk may be mounted, the limit on the size of files stands for a full one, and that is said. */
test.for(limited.slice(0, isNightly ? 2 : 1))(
  'a limit on the size of files, too low for %s: the old run stays, whole, and the message says what to do',
  {
    timeout: 120_000,
  },
  async ([, command, blocks, where]) => {
    const folder = join(above, 'limited');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    fill(folder);
    const before = contents(folder);
    const argv = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, ...command(folder)];
    const { code, stderr } = await ended('sh', argv);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`${where}: cannot write this file \\(EFBIG\\)\\n {2}→ .*unchanged\\n$`)),
    ]);
    expect(contents(folder)).toEqual(before);
  },
);

/** Both write in the one way; by day the quick one, every night both. */
const commands = [
  ['report', reported] as const,
  ...(isNightly ? [['run', (folder: string) => node(run(folder))] as const] : []),
];

/** What is wrong with a disk, and what is said of it. */
const wrong = [
  [
    'a full disk',
    (folder: string) => {
      const used = Object.values(contents(folder)).reduce((total, text) => total + Buffer.byteLength(text), 0);
      writeFileSync(join(folder, 'filler'), Buffer.alloc(4_000 * 1024 - used - 40_000));
    },
    /: cannot write this file \(ENOSPC\)\n {2}→ free space on the disk/,
  ],
  [
    'a folder that cannot be written to',
    (folder: string) => execFileSync('mount', ['-o', 'remount,ro', folder]),
    /cannot write (this file|to this folder) \(EROFS\)\n {2}→ make it|the folder writable/,
  ],
] as const;

describe('on a disk of its own', () => {
  test.for(
    wrong.flatMap(([what, spoil, message]) => commands.map((command) => [what, ...command, spoil, message] as const)),
  )(
    '%s: %s says so, and leaves the old run, whole',
    { timeout: 60_000 },
    async ([, , command, spoil, message], { skip }) => {
      const folder = disk(4_000);
      if (!folder) return skip(unmountable);
      fill(folder);
      const before = contents(folder);
      spoil(folder);
      const { code, stderr } = await command(folder);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
      expect(contents(folder)).toEqual(before);
    },
  );
});
