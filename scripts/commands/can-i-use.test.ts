import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/html/fixtures/sample.ts';
import { layRun } from '../../reports/html/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { canIUseCommand } from './can-i-use.ts';

let folder: string;
let exitCode: typeof process.exitCode;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'can-i-use-'));
  exitCode = process.exitCode;
  process.exitCode = undefined;
});
afterEach(async () => {
  process.exitCode = exitCode;
  await rm(folder, { recursive: true });
});

async function ask(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['can-i-use', '--out', folder, ...argv], io, [canIUseCommand]);
  return { code: code || (process.exitCode ?? 0), stdout, stderr };
}

async function withResults() {
  await layRun(folder, sample());
}

test('exits with 0 for yes and with 1 for anything less', async () => {
  await withResults();
  const yes = await ask('--tool', 'function-calling', '--adapter', 'sample-openai-responses');
  expect(yes).toMatchObject({ code: 0, stderr: '' });
  expect(yes.stdout).toMatch(/^works \(core 1 of 1\) {2}sample-openai-responses, function-calling\n/);
  const no = await ask('--tool', 'function-calling', '--adapter', 'anthropic');
  expect(no).toMatchObject({ code: 1, stderr: '' });
  expect(no.stdout).toMatch(/^in part \(core 1 of 2\) /);
});

test('--json is one document, and --mode stream asks about streams alone', async () => {
  await withResults();
  const { code, stdout, stderr } = await ask(
    '--tool',
    'function-calling',
    '--adapter',
    'anthropic',
    '--mode',
    'stream',
    '--json',
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ version: 2, answer: 'no', state: 'does-not-work', mode: 'stream' });
});

test('can-i-use without results names the command that writes them', async () => {
  const { code, stdout, stderr } = await ask('--tool', 'web-search', '--adapter', 'anthropic');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: no results in .*results\.json\n {2}→ .*npm run conformance\n$/);
});

test.each([
  [['--adapter', 'anthropic'], /needs either --tool or the id of a cell or case/],
  [['--tool', 'web-search', '--stream'], /unknown option '--stream'/],
])('%j exits with 2', async (argv, message) => {
  const { code, stdout, stderr } = await ask(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});
