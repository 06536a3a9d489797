import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { renderMatrix } from '../../matrix/render.ts';
import { sample } from '../../reports/fixtures/sample.ts';
import { layRun } from '../../reports/fixtures/write-run.ts';
import { main } from '../cli.ts';
import { reportCommand } from './report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function report(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['report', ...argv], io, [reportCommand]);
  return { code, stdout, stderr };
}

it('makes the page again from the results, red or not, and says where it is', async () => {
  await layRun(folder, sample());
  expect(await report('--out', folder)).toEqual({ code: 0, stdout: `report: ${folder}/index.html\n`, stderr: '' });
  const { stdout } = await report('--out', folder, '--json');
  expect(JSON.parse(stdout)).toEqual({ report: `${folder}/index.html` });
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<title>Report of 20');
});

it('prints what has changed since another run, as text or data, and writes nothing', async () => {
  const { results, evidence } = sample();
  const cases = results.cases.map((c) => ({ ...c, verdict: 'pass' as const, checks: [] }));
  const base = join(folder, 'base');
  await layRun(base, { results: { ...results, cases }, evidence });
  await layRun(folder, { results, evidence });
  const before = await readdir(folder);
  const told = await report('--out', folder, '--compare-to', base);
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(told.stdout).toMatch(/^2 cells worse\n {2}sample: /);
  const { stdout } = await report('--out', folder, '--compare-to', join(base, 'results.json'), '--json');
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, worse: [{ library: 'sample' }, {}], better: [] });
  expect(await readdir(folder)).toEqual(before);
  const missing = await report('--out', folder, '--compare-to', join(folder, 'nowhere'));
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no results in') });
  expect(await report('--compare-to', base, '--site', folder)).toMatchObject({ code: 2 });
});

it('archives the verdicts of a whole run by its day', async () => {
  const { results, evidence } = sample();
  const kept = join(folder, 'kept');
  await layRun(folder, { results, evidence });
  expect(await report('--out', folder, '--archive', kept)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not whole'),
  });
  await layRun(folder, { results: { ...results, run: { ...results.run, selection: {} } }, evidence });
  const told = await report('--out', folder, '--archive', kept);
  expect(told).toEqual({ code: 0, stdout: `archived: ${kept}/2026-11-20.json\n`, stderr: '' });
  const same = await report('--out', folder, '--compare-to', join(kept, '2026-11-20.json'));
  expect(same).toEqual({ code: 0, stdout: 'no change: sample\n', stderr: '' });
});

it('makes the site instead, where it is asked for', async () => {
  await layRun(folder, sample());
  const site = join(folder, 'site');
  const told = await report('--out', folder, '--site', site, '--base-url', 'https://example.org/a');
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(told.stdout).toMatch(/^site: .*site\/index\.html, \d+ files\n$/);
  expect(await readFile(join(site, 'index.html'), 'utf8')).toContain('https://example.org/a/');
  expect(await report('--out', folder, '--site', folder)).toMatchObject({ code: 2 });
  expect(await report('--out', folder, '--site', site, '--base-url', 'http://example.org')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be the address of a site'),
  });
});

it('exits with code 2, naming the file and what to type, where there are no results', async () => {
  const { code, stdout, stderr } = await report('--out', folder);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: no results in .*results\.json\n {2}→ .*npm run conformance\n$/);
});

async function matrix(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['report', 'matrix', ...argv], io, [reportCommand]);
  return { code, stdout, stderr };
}

test.each([
  [[], 'current'],
  [['current'], 'current'],
  [['adr-2025-06-23'], 'adr-2025-06-23'],
  [['adr-draft'], 'adr-draft'],
] as const)('%j prints the table %s', async (argv, table) => {
  const printed = renderMatrix(await loadMatrix(), table);
  expect(await matrix(...argv)).toEqual({ code: 0, stdout: printed, stderr: '' });
});

test('an unknown view is refused, with the nearest', async () => {
  expect(await matrix('curent')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: unknown view "curent"\n  → did you mean "current"?\n',
  });
});

test('--json prints claims and sources', async () => {
  const { stdout } = await matrix('--json');
  const { tools, providers } = JSON.parse(stdout);
  expect([tools.length, providers.length]).toEqual([toolIds.length, providerApiIds.length]);
  expect(providers[6].cells.shell.claims[0].source.title).toContain('microsoft/agent-framework');
});

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
