/** A run in shards, as a user starts it: real processes, real files. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { readResults } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shards-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(out: string, ...args: string[]) {
  const command = ['scripts/atc.js', 'run', '--out', join(folder, out), ...args];
  const ended = promisify(execFile)(process.execPath, command, {
    cwd: repositoryFolder,
    env: { ...process.env, VITEST: '' },
  });
  return ended.then(({ stdout }) => ({ code: 0, text: stdout })).catch(({ code, stderr }) => ({ code, text: stderr }));
}

/** Everything that a run left but the times, which are never the same. */
async function written(out: string): Promise<Record<string, string>> {
  const files = await readdir(join(folder, out), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && file.name !== 'timings.json')
    .map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

const few = ['reference-google/openapi', 'reference-anthropic/openapi', '--as-of', '2026-11-20'];

/** By day `merge.test.ts` says so of results alone. */
test.runIf(isNightly)('shards that are put together are the run, byte for byte', { timeout: 120_000 }, async () => {
  const cached = [...few, '--cache', join(folder, 'cache')];
  const whole = await run('whole', ...cached);
  // There are two suites: the third shard has none.
  const shards = [1, 2, 3];
  for (const nth of shards) {
    expect((await run(`${nth}`, ...cached, '--shard', `${nth}/${shards.length}`)).code).toBe(0);
  }
  const folders = shards.map((nth) => join(folder, `${nth}`));
  const merged = await run('merged', '--merge', ...folders);
  expect(merged.code).toBe(whole.code);
  expect(merged.text).toBe(whole.text.replace('whole', 'merged'));
  expect(await written('merged')).toEqual(await written('whole'));
  const names = Object.keys(await written('merged'));
  expect(names.filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  expect(names).toHaveLength(5);
});

/** By day `shard.test.ts` and `merge.test.ts` say so of plans and results. */
test.runIf(isNightly)(
  'a shard runs its part of the cases, and without the others there is nothing to put together',
  {
    timeout: 120_000,
  },
  async () => {
    expect((await run('one', ...few, '--shard', '1/2')).code).toBe(0);
    const { run: described, cases } = await readResults(join(folder, 'one'));
    expect(described).toMatchObject({ selection: { shard: ['1/2'] }, commit: expect.any(String) });
    expect(new Set(cases.map(({ adapter }) => adapter)).size).toBe(1);
    expect(await run('merged of one', '--merge', join(folder, 'one'))).toEqual({
      code: 2,
      text: expect.stringContaining('missing shards of 2: 2/2'),
    });
    expect(await readdir(folder)).not.toContain('merged of one');
  },
);

// By day `shard.test.ts` and `merge.test.ts` say what is refused.
const refused = [
  [['--shard', '3/2'], '--shard "3/2": index is greater than the count'],
  [['openapi', '--merge', 'nowhere'], '--merge runs no case'],
  [['--merge', 'nowhere'], 'no results in'],
  [['--affected', 'nowhere'], 'unknown revision "nowhere"'],
] as const;
test.runIf(isNightly).for(refused)(
  '%j is refused, and nothing is written',
  { timeout: 30_000 },
  async ([args, message]) => {
    expect(await run('refused', ...args)).toEqual({ code: 2, text: expect.stringContaining(message) });
    expect(await readdir(folder)).not.toContain('refused');
  },
);
