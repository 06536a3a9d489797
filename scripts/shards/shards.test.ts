/** A run in shards, as a user starts it: real processes, real files. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
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

test('shards that are put together are the run, byte for byte', { timeout: 120_000 }, async () => {
  const few = [
    'reference-google/openapi',
    'reference-anthropic/openapi',
    '--as-of',
    '2026-11-20',
    '--cache',
    join(folder, 'cache'),
  ];
  const whole = await run('whole', ...few);
  // There are two suites: a third shard, which is there every night, has none.
  const shards = isNightly ? [1, 2, 3] : [1, 2];
  for (const nth of shards) {
    expect((await run(`${nth}`, ...few, '--shard', `${nth}/${shards.length}`)).code).toBe(0);
  }
  const folders = shards.map((nth) => join(folder, `${nth}`));
  const merged = await run('merged', '--merge', ...folders);
  expect(merged.code).toBe(whole.code);
  expect(merged.text).toBe(whole.text.replace('whole', 'merged'));
  expect(await written('merged')).toEqual(await written('whole'));
  const names = Object.keys(await written('merged'));
  expect(names.filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  expect(names).toHaveLength(5);

  const incomplete = await run('merged', '--merge', ...folders.slice(0, -1));
  const [all, last] = [shards.length, shards.at(-1)];
  expect(incomplete).toEqual({
    code: 2,
    text: expect.stringContaining(`missing shards of ${all}: ${last}/${all}`),
  });
  expect(await written('merged')).toEqual(await written('whole'));
});

// By day a shard, and what is put together; every night what else is refused.
const refused = [
  [['--shard', '3/2'], '--shard "3/2": index is greater than the count'],
  [['openapi', '--merge', 'nowhere'], '--merge runs no case'],
  [['--merge', 'nowhere'], 'no results in'],
  [['--affected', 'nowhere'], 'unknown revision "nowhere"'],
] as const;
test.for(isNightly ? refused : refused.slice(0, 2))(
  '%j is refused, and nothing is written',
  { timeout: 30_000 },
  async ([args, message]) => {
    expect(await run('refused', ...args)).toEqual({ code: 2, text: expect.stringContaining(message) });
    expect(await readdir(folder)).not.toContain('refused');
  },
);
