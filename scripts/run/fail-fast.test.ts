/** `--fail-fast` over an adapter whose one defect shows in a fault case alone. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import type { Results } from '../../spec/results/schema.ts';

/** The check for streams that end too early, and nothing in its place. */
const check = '        raise WireError("The stream of OpenAI ended before its answer was over.")';

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'fail-fast-')), 'adapter');
  await cp(join(repositoryFolder, 'adapters/python-example'), folder, { recursive: true });
  const file = join(folder, 'openai-chat/stream.py');
  const source = await readFile(file, 'utf8');
  expect(source).toContain(check);
  await writeFile(file, source.replace(check, '        finish = "stop"'));
});
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

/** By day `store.test.ts` says so of the results. */
test.runIf(isNightly)(
  'a failing fault case leaves out no other case, is printed and ends the run with 1',
  {
    timeout: 120_000,
  },
  async () => {
    const program = [
      '--command',
      `env PYTHONPATH=${repositoryFolder}/kits/python python3 -B -m openai-chat`,
      '--cwd',
      folder,
    ];
    const patterns = ['call-single', 'fault-truncated', 'fault-mid-stream-errors'].map(
      (id) => `openai-chat/function-calling/${id}/stream`,
    );
    const chosen = [...patterns, '--out', join(folder, 'out')];
    const ended = await promisify(execFile)(
      process.execPath,
      ['scripts/atc.js', 'run', ...program, ...chosen, '--fail-fast'],
      { cwd: repositoryFolder, env: { ...process.env, VITEST: '' } },
    ).then(
      (streams) => ({ code: 0, ...streams }),
      (failure) => failure as { code: number; stdout: string },
    );
    const { run, cases }: Results = JSON.parse(await readFile(join(folder, 'out/results.json'), 'utf8'));
    expect(cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'command-openai-chat/function-calling/call-single/stream pass',
      'command-openai-chat/function-calling/fault-mid-stream-errors/stream pass',
      'command-openai-chat/function-calling/fault-truncated/stream fail',
    ]);
    expect(run).not.toHaveProperty('notRun');
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/fail +command-openai-chat\/function-calling\/fault-truncated\/stream/);
    expect(ended.stdout).toMatch(/^2 passed, 1 failed$/m);
  },
);
