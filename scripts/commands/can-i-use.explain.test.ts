import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/html/fixtures/sample.ts';
import { layRun } from '../../reports/html/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { canIUseCommand } from './can-i-use.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explain-'));
  await layRun(folder, sample());
});
afterEach(() => rm(folder, { recursive: true }));

async function explain(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['can-i-use', '--out', folder, ...argv], io, [canIUseCommand]);
  return { code, stdout, stderr };
}

test('explains a cell', async () => {
  const { code, stdout, stderr } = await explain('function-calling/anthropic');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^function-calling on .*\nClaim: yes/);
});

test('--json is one document: what is claimed, the cases, and what was seen of them', async () => {
  const { code, stdout } = await explain('function-calling/anthropic', '--json');
  expect(code).toBe(0);
  const { tool, claimed, cases } = JSON.parse(stdout);
  expect({ tool, support: claimed.support }).toEqual({ tool: 'function-calling', support: 'yes' });
  expect(cases[0].seen.steps[0].wire.length).toBeGreaterThan(0);
});

test('an id that these results do not have exits with 2', async () => {
  const { code, stdout, stderr } = await explain('function-caling/anthropic', '--json');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('did you mean "function-calling/anthropic"?');
});

test('an id beside options that choose, and neither, are refused', async () => {
  for (const argv of [['function-calling/anthropic', '--mode', 'stream'], []]) {
    const { code, stderr } = await explain(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain('needs either --tool or the id of a cell or case');
  }
});
