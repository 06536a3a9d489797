import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Assembled } from './assemble.ts';
import { readEvidence, readResults } from './store.ts';
import { writeResults } from './write.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = 'a'.repeat(64);
const assembled = (evidence: string): Assembled => ({
  results: {
    version: 1,
    run: { asOf: '2026-11-20', selection: {}, adapters: [] },
    matrix: {},
    checks: [],
    cases: [],
    problems: [],
    counts: { generated: 0, executed: 0, asserted: 0, compared: 0, connections: 0 },
  },
  evidence: new Map([[evidence, '{}\n']]),
  timings: { version: 1, milliseconds: {} },
});

test('results come back as they were written', async () => {
  await writeResults(folder, assembled(sha256));
  expect(await readResults(folder)).toEqual(assembled(sha256).results);
  expect((await readdir(folder)).sort()).toEqual(['evidence', 'results.json', 'timings.json']);
});

test('evidence of an earlier run that the new index does not name is removed', async () => {
  await writeResults(folder, assembled(sha256));
  await writeResults(folder, assembled('b'.repeat(64)));
  expect(await readdir(join(folder, 'evidence'))).toEqual([`${'b'.repeat(64)}.json`]);
});

test('without results the error says how to make them', async () => {
  await expect(readResults(folder)).rejects.toMatchObject({ hint: expect.stringContaining('npm run conformance') });
});

test('results that are malformed, or of another version, are refused with their place and left as they are', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), '{\n  "version": 99\n}\n');
  await expect(readResults(folder)).rejects.toMatchObject({ where: expect.stringMatching(/results\.json:\d+:\d+$/) });
  expect(await readFile(join(folder, 'results.json'), 'utf8')).toContain('99');
});

test('evidence that the index names and that is not there is an error', async () => {
  const { results } = assembled(sha256);
  const named = { ...results, cases: [{ evidenceSha256: sha256 }] } as unknown as typeof results;
  await expect(readEvidence(folder, named)).rejects.toThrow('it is not there');
});

test('evidence of a wire that says two things of one is read as it was written', async () => {
  const unread = [{ path: 'exchanges[0]', what: 'stream and its final response differ', contradicts: true }];
  const step = { turn: 0, options: {}, exchanges: [], unexpected: [], wire: [], adapter: [], unread, warnings: [] };
  const connections = { attempts: 0, refused: [] };
  const seen = { version: 1, case: 'a', mode: 'stream', provenance: {}, unconsumed: [], late: [], connections };
  const text = JSON.stringify({ ...seen, steps: [step] });
  const { results, ...rest } = assembled(hash('sha256', text));
  await writeResults(folder, { ...rest, results, evidence: new Map([[hash('sha256', text), text]]) });
  const named = { ...results, cases: [{ evidenceSha256: hash('sha256', text) }] } as unknown as typeof results;
  expect((await readEvidence(folder, named)).get(hash('sha256', text))?.steps).toEqual([step]);
});

test('evidence whose bytes are not those that the index names is refused', async () => {
  await writeResults(folder, assembled(sha256));
  const { results } = assembled(sha256);
  const named = { ...results, cases: [{ evidenceSha256: sha256 }] } as unknown as typeof results;
  await expect(readEvidence(folder, named)).rejects.toThrow('its bytes were changed');
});

test('results beside the times of another run are refused, and mended by running again', async () => {
  await writeResults(folder, assembled(sha256));
  const path = join(folder, 'timings.json');
  const times = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...times, results: 'c'.repeat(64) }));
  await expect(readResults(folder)).rejects.toMatchObject({
    message: expect.stringContaining('of another run'),
    hint: 'run again: npm run conformance',
  });
  await writeResults(folder, assembled(sha256));
  await expect(readResults(folder)).resolves.toMatchObject({ version: 1 });
});

test('of files that belong together all are written or none, and the old run stays', async () => {
  await writeResults(folder, assembled(sha256), { 'index.html': 'old' });
  await mkdir(join(folder, 'summary.md'));
  const before = await readFile(join(folder, 'timings.json'), 'utf8');
  const views = { 'index.html': 'new', 'summary.md': 'new' };
  const other = { ...assembled('b'.repeat(64)), timings: { version: 1 as const, milliseconds: { a: 1 } } };
  await expect(writeResults(folder, other, views)).rejects.toMatchObject({
    message: 'cannot be written (EISDIR)',
    where: expect.stringContaining('summary.md'),
    hint: expect.stringContaining('what was there is untouched'),
  });
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('old');
  expect(await readFile(join(folder, 'timings.json'), 'utf8')).toBe(before);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(
    ['evidence', `evidence/${sha256}.json`, 'index.html', 'results.json', 'summary.md', 'timings.json'].sort(),
  );
});
