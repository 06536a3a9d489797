/** The main job, as a user starts it: real processes, real files. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';

const run = promisify(execFile);
const options = { cwd: repositoryFolder, env: { ...process.env, VITEST: '' } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes to LOADED_PACKAGES the name of every package that a process, or a thread of it, loads a file of. */
const listPackages = `
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      const [, name] = url.match(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//) ?? [];
      if (name) appendFileSync(process.env.LOADED_PACKAGES, name + '\\n');
      return next(url, context);
    },
  });`;

/** By day of one tool; every night of all, with their faults. */
const few = isNightly ? 'reference-anthropic' : 'reference-anthropic/web-search';

test('a run of one adapter loads its SDK, and none of another', { timeout: 60_000 }, async () => {
  const list = join(folder, 'packages');
  await run(process.execPath, ['scripts/atc.js', 'run', few, '--cache', 'none', '--out', join(folder, 'one')], {
    ...options,
    env: {
      ...options.env,
      LOADED_PACKAGES: list,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listPackages)}`,
    },
  });
  const loaded = new Set((await readFile(list, 'utf8')).split('\n'));
  const others = await discoverAdapters();
  // What the suite itself is built on is no SDK.
  const own = Object.keys(packageJson.dependencies);
  const sdks = new Set(
    others.flatMap(({ packages }) => packages.map(({ name }) => name)).filter((n) => !own.includes(n)),
  );
  expect(sdks.size).toBeGreaterThan(5);
  expect([...sdks].filter((name) => loaded.has(name))).toEqual(['@anthropic-ai/sdk']);
});

test.for([
  [['function-caling'], 'did you mean "function-calling"?'],
  [['--shrd', 'x'], 'Did you mean --shard?'],
] as const)('%j is refused, and nothing is written', { timeout: 30_000 }, async ([flags, message]) => {
  const out = join(folder, 'refused');
  const failure = await run(process.execPath, ['scripts/atc.js', 'run', '--out', out, ...flags], options).catch(
    (e) => e,
  );
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(await readdir(folder)).not.toContain('refused');
});
