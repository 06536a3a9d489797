import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sample } from '../../reports/fixtures/sample.ts';
import { listed } from '../../reports/fixtures/sample-issue.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { checkReproductions, type Reproduced } from '../reproduce/check.ts';
import { reproducedLine, reproducedSum } from '../reproduce/text.ts';
import { reproduceCommand } from './reproduce.ts';

const failing = 'sample-anthropic/function-calling/call-parallel/stream';
const reproduction = 'lost-call';
const file = 'adapters/sample/anthropic/reproductions.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reproduce-'));
  await layRun(folder, { ...sample(), results: known() });
  await mkdir(join(folder, 'adapters/sample/anthropic'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** The failing case of the sample, listed, and nothing else. */
function known(over: Parameters<typeof listed>[0] = { reproduction }) {
  const { results } = sample();
  results.run.knownIssues = [listed(over)];
  results.cases = results.cases.filter(({ id }) => id === failing);
  for (const each of results.cases) Object.assign(each, { verdict: 'known-failure', knownIssues: [listed().id] });
  return results;
}

async function check(script: string): Promise<readonly Reproduced[]> {
  const text = `import assert from 'node:assert/strict';\n\n/** It holds. */\nexport async function lostCall({ baseUrl }) {\n${script}\n}\n`;
  await writeFile(join(folder, file), text);
  return checkReproductions(known(), folder, () => {}, { root: folder });
}

async function reproduce(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  process.exitCode = undefined;
  const code = await main(['reproduce', '--out', folder, ...argv], io, [reproduceCommand]);
  const set = process.exitCode;
  process.exitCode = undefined;
  return { code: set ?? code, stdout, stderr };
}

test('a claim that fails with the library alone is what is expected', async () => {
  const found = await check(`assert.equal((await fetch(baseUrl)).status, 418);`);
  expect(found).toMatchObject([
    { outcome: 'fails', issue: 'sample-anthropic/citations-lost', case: failing, cases: 1 },
  ]);
  expect(reproducedSum(found)).toBe('reproductions: 1 of 1 fail as listed');
});

test('one that holds with the answers of the case, and one that never comes to its claim, are told', async () => {
  const held = await check(`assert.equal((await fetch(baseUrl)).status, 200);`);
  expect(held).toMatchObject([{ outcome: 'holds' }]);
  expect(held.map(reproducedLine).join()).toContain('HOLDS');
  const broken = await check(`throw new TypeError('no such thing');`);
  expect(broken).toMatchObject([{ outcome: 'breaks', said: expect.stringContaining('no such thing') }]);
  expect(reproducedSum(broken)).toBe('reproductions: 0 of 1 fail as listed, 1 break');
});

test('it is given the answers of a case that came to its end, though one before it did not', async () => {
  await writeFile(join(folder, file), '/** It holds. */\nexport async function lostCall() {}\n');
  const results = known();
  const { evidenceSha256: _, ...hangs } = results.cases[0] as (typeof results.cases)[number];
  results.cases.unshift({ ...hangs, id: failing.replace('call-parallel', 'a-call-that-hangs') });
  const found = await checkReproductions(results, folder, () => {}, { root: folder });
  expect(found).toMatchObject([{ case: failing, cases: 2 }]);
});

test('a sample runs some of the reproductions, the same ones for the same seed, in the order of the results', async () => {
  const results = known({});
  const [one] = results.cases as [(typeof results.cases)[number]];
  const names = Array.from({ length: 12 }, (_, n) => String.fromCharCode(97 + n));
  results.run.knownIssues = names.map((name) => listed({ id: name }));
  results.cases = names.map((name) => ({ ...one, id: failing.replace('call-parallel', name), knownIssues: [name] }));
  const chosen = async (seed: string) =>
    (await checkReproductions(results, folder, () => {}, { sample: { count: 3, seed }, root: folder })).map(
      ({ case: id }) => id,
    );
  const some = await chosen('a');
  expect(some).toHaveLength(3);
  expect(some).toEqual(some.toSorted());
  expect(await chosen('a')).toEqual(some);
  expect(await chosen('b')).not.toEqual(some);
});

test('a known failure without a reproduction is missing one', async () => {
  expect(await checkReproductions(known({}), folder, () => {}, { root: folder })).toMatchObject([
    { outcome: 'missing' },
  ]);
});

test('prints a case as a program, with the server that it needs', async () => {
  await layRun(folder, { ...sample(), results: known({}) });
  const { code, stdout, stderr } = await reproduce(failing);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain("reproduce({ ...served, mode: 'stream' })");
  const checked = await reproduce('--check');
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('sample-anthropic/citations-lost');
  expect(checked.stdout).toMatch(/\nreproductions: 0 of 1 fail as listed/);
});

test.for([
  [['ai-sdk-anthropic/null-citation'], 'did you mean: ai-sdk-anthropic/null-citations, '],
  [['sample-anthropic/function-calling/call-paralel/stream'], `did you mean "${failing}"?`],
  [[], 'needs a known issue, a case or --check'],
  [[failing, '--check'], 'needs a known issue, a case or --check'],
  [[failing], 'adapters/sample/anthropic/reproductions.mjs'],
] as const)('%j exits with 2 and says what is wrong', async ([argv, message]) => {
  const { code, stdout, stderr } = await reproduce(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
