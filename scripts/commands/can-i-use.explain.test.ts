import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/fixtures/sample.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { loadAliases } from '../../spec/aliases.ts';
import { main } from '../cli.ts';
import { canIUseCommand } from './can-i-use.ts';

let folder: string;
const { id = '' } =
  sample().results.cases.find((c) => c.kind === 'scenario' && c.verdict === 'pass' && c.evidenceSha256) ?? {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explain-'));
  await layRun(folder, sample());
});
afterEach(() => rm(folder, { recursive: true }));

async function explain(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['can-i-use', '--results', folder, ...argv], io, [canIUseCommand]);
  return { code, stdout, stderr };
}

test('explains a case', async () => {
  const { code, stdout, stderr } = await explain(id);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`\npass ${id}\n`);
});

test('--json is one document: what is claimed, the case, and what was seen of it', async () => {
  const { code, stdout } = await explain(id, '--json');
  expect(code).toBe(0);
  const { claimed, case: told } = JSON.parse(stdout);
  expect({ id: told.id, support: claimed.support }).toEqual({ id, support: 'yes' });
  expect(told.seen.steps[0].wire.length).toBeGreaterThan(0);
});

test('a case that these results do not have exits with 2', async () => {
  const { code, stdout, stderr } = await explain(`${id}x`, '--json');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`did you mean "${id}"?`);
});

test('an old id of a case is read as the new one, with a warning', async () => {
  const [[old, current] = ['', '']] = (await loadAliases()).scenarios;
  const { code, stderr } = await explain(`sample-anthropic/${old}/stream`);
  expect(code).toBe(2);
  expect(stderr).toContain(`"sample-anthropic/${old}/stream" has a new id: sample-anthropic/${current}/stream`);
  expect(stderr).toContain(`error: unknown case "sample-anthropic/${current}/stream"`);
});

test('a case beside options that ask is refused', async () => {
  for (const argv of [['--library', 'ai-sdk'], ['--all']]) {
    const { code, stderr } = await explain(id, ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain('a case takes no other options than --results and --json');
  }
});
