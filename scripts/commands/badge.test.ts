import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/fixtures/sample.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { reportCommand } from './report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'badge-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function badge(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['report', 'badge', '--out', folder, ...argv], io, [reportCommand]);
  return { code, stdout, stderr };
}

async function withResults() {
  await layRun(folder, sample());
}

test('prints a picture; with --json what shields.io takes', async () => {
  await withResults();
  const drawn = await badge();
  expect(drawn).toMatchObject({ code: 0, stderr: '' });
  expect(drawn.stdout).toMatch(/^<svg [\s\S]*<title>agent tools through sample: [\s\S]*<\/svg>\n$/);
  const { stdout } = await badge('sample-anthropic/web-search', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    label: 'Web Search · Anthropic Messages',
    message: 'works, with gaps',
  });
});

test.for([
  ['web-search', 'Web Search'],
  ['anthropic', 'Anthropic Messages'],
  ['anthropic/web-search', 'Web Search · Anthropic Messages'],
] as const)('a badge of %s', async ([pattern, label]) => {
  await withResults();
  expect(JSON.parse((await badge(pattern, '--json')).stdout)).toMatchObject({ label: expect.stringContaining(label) });
});

test('a badge of what the results do not have is refused', async () => {
  await withResults();
  expect(await badge('sample-anthropic/web-serch')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "web-search"?'),
  });
});

test('badge without results names the command that writes them', async () => {
  const { code, stdout, stderr } = await badge();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/no results in .*results\.json\n {2}→ .*npm run conformance\n$/);
});
