import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { sample } from '../../reports/fixtures/sample.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { canIUseCommand, otherVersion } from './can-i-use.ts';
import { oldOptions } from './groups.ts';

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
  process.exitCode = undefined;
  const code = await main(['can-i-use', ...argv], io, [canIUseCommand], { oldOptions });
  return { code: code || (process.exitCode ?? 0), stdout, stderr };
}

test('answers without a run, with exit code 0 where it can be used, 1 where not, 3 where nobody knows', async () => {
  const yes = await ask('Web Search', '--library', 'ai-sdk', '--provider', 'claude');
  expect(yes).toMatchObject({ code: 0, stderr: '' });
  expect(yes.stdout).toMatch(/^Web Search · Anthropic Messages · AI SDK \(@ai-sdk\/anthropic .*\n\n {2}works /);
  expect(await ask('openapi', '--library', 'ai-sdk')).toMatchObject({ code: 1, stderr: '' });
  expect(await ask('web-search/agents v2', '--library', 'ai-sdk')).toMatchObject({ code: 3, stderr: '' });
});

test('the options of before mean the same', async () => {
  const { stdout } = await ask('web-search/anthropic', '--library', 'ai-sdk');
  for (const argv of [
    ['--tool', 'web-search', '--adapter', 'ai-sdk-anthropic'],
    ['--tool', 'web-search', '--adapter', 'ai-sdk', '--provider', 'anthropic'],
  ]) {
    expect(await ask(...argv)).toEqual({ code: 0, stdout, stderr: '' });
  }
  expect((await ask('--tool', 'web-search', '--adapter', 'anthropic')).stdout).toMatch(/^.* · Reference \(/);
});

test('--json is one document', async () => {
  const { code, stdout, stderr } = await ask('web-search/claude', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    version: 3,
    question: { tool: 'web-search', providerApis: ['anthropic'] },
    answers: expect.arrayContaining([expect.objectContaining({ library: 'ai-sdk', word: 'works' })]),
  });
});

const partial = 'warning: this run had some cases only; for all of them, run: npm run conformance\n';

test('--results answers from a run, says where it was not whole, and --out names it', async () => {
  await layRun(folder, sample());
  const question = ['--tool', 'function-calling', '--adapter', 'sample-anthropic'];
  const { code, stdout, stderr } = await ask(...question, '--results', folder);
  expect({ code, stderr }).toEqual({ code: 1, stderr: partial });
  expect(stdout).toMatch(/^Function Calling · Anthropic.* · sample.*\n\n {2}in part /);
  expect(stdout).toContain('play it      npm run atc -- run sample-anthropic/function-calling\n');
  const old = await ask(...question, '--out', folder);
  expect(old).toEqual({ code: 2, stdout: '', stderr: 'error: --out is now --results <folder>\n' });
  const { results, evidence } = sample();
  const whole = { ...results.run, selection: { cases: [] } };
  await layRun(folder, { results: { ...results, run: whole }, evidence });
  expect(await ask(...question, '--results', folder)).toEqual({ code, stdout, stderr: '' });
});

test('verdicts of another version are said to be so', () => {
  expect(otherVersion({ suite: '0.0.1' })).toMatch(
    /^warning: the verdicts are of version 0\.0\.1, this is .*; run: npm run snapshot\n$/,
  );
  expect(otherVersion({ suite: packageJson.version })).toBe('');
});

test('without results, the command that writes them is named', async () => {
  const { code, stdout, stderr } = await ask('web-search', '--results', folder);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: no results in .*results\.json\n {2}→ .*npm run conformance\n$/);
});

test.each([
  [['--adapter', 'anthropic'], /^error: no tool named\n {2}→ for example: /],
  [['web-serch'], /^error: unknown tool "web-serch"\n {2}→ did you mean: web-search, .*, .*\n$/],
  [['web-search', '--stream'], /unknown option '--stream'/],
])('%j exits with 2', async (argv, message) => {
  const { code, stdout, stderr } = await ask(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});
