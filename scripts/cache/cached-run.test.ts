/**
 * Runs with a cache, as a user starts them: real processes, real files. Every night: by day `outcomes.test.ts` and `cache-folder.test.ts` say
 * what is kept, and `keys.ts` is held by `affected.test.ts`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { cacheIn } from './cache-folder.ts';
import type { PackedOutcomes } from './packed-outcomes.ts';

let folder: string;
let cache: readonly string[];
/** A run with an empty cache, in the folder `first`. */
let first: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cached-'));
  cache = ['--cache', join(folder, 'cache')];
  first = await run('first', ...cache);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(out: string, ...args: string[]) {
  const command = ['scripts/atc.js', 'run', 'reference-google/openapi'];
  const day = ['--as-of', '2026-11-20', '--out', join(folder, out)];
  const ended = promisify(execFile)(process.execPath, [...command, ...day, ...args], {
    cwd: repositoryFolder,
    env: { ...process.env, VITEST: '' },
  });
  return ended
    .then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }))
    .catch(({ code, stdout, stderr }) => ({ code, stdout, stderr }));
}

async function written(out: string): Promise<Record<string, string>> {
  const files = await readdir(join(folder, out), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Changes the outcomes that a cache holds: it is not what the run would find. */
async function falsify(cache: string): Promise<void> {
  const open = cacheIn(cache, () => {});
  for (const key of await readdir(cache)) {
    const { outcomes, evidence } = open.get(key) as Partial<PackedOutcomes>;
    if (!outcomes || !evidence) continue;
    const others = outcomes.map((each) => ({ ...each, unread: ['never read'] }));
    open.put(key, { outcomes: others, evidence } satisfies PackedOutcomes);
  }
  await open.close();
}

test.runIf(isNightly)(
  'a second run has the same bytes, and even the same times, for it runs nothing anew',
  {
    timeout: 600_000,
  },
  async () => {
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const before = await written('first');
    const second = await run('second', ...cache);
    expect(second).toEqual({ ...first, stdout: first.stdout.replace('first', 'second') });
    expect(await written('second')).toEqual(before);
    const without = await run('without', '--cache', 'none');
    expect(without).toEqual({ ...first, stdout: first.stdout.replace('first', 'without') });
    const { 'timings.json': _, ...bytes } = before;
    expect(await written('without')).toMatchObject(bytes);

    // Where another run would write the same, nothing is written; a file that was changed is.
    const results = join(folder, 'first', 'results.json');
    const { mtimeMs } = await stat(results);
    expect(await run('first', ...cache)).toEqual(first);
    expect((await stat(results)).mtimeMs).toBe(mtimeMs);
    await writeFile(join(folder, 'first', 'summary.md'), 'changed');
    expect(await run('first', ...cache)).toEqual(first);
    expect(await written('first')).toEqual(before);

    // A cache that is not what the run would find is found out.
    await falsify(join(folder, 'cache'));
    const differing = await run('differing', ...cache);
    expect(differing.code).toBe(1);
    expect(differing.stdout).toContain('differs from the cached one');
    expect(differing.stdout).toMatch(/reference-google\/openapi\//);
  },
);

/** By day `cache-folder.test.ts` says so of the cache alone. */
test.runIf(isNightly)('a cache that cannot be used costs time alone', { timeout: 600_000 }, async () => {
  await writeFile(join(folder, 'file'), 'not a folder');
  const { code, stderr } = await run('file-out', '--cache', join(folder, 'file'));
  expect(code).toBe(0);
  expect(stderr).toMatch(/^[^\n]+cannot write this cache \(EEXIST\)[^\n]+\n$/);
  const { 'timings.json': _, ...bytes } = await written('first');
  expect(await written('file-out'), 'as the run that kept what it found').toMatchObject(bytes);
  expect(await run('refused', '--cache', ' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('--cache') });
});
