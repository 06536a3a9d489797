import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFolderLock } from '../../lib/folder-lock.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import { evidenceVersion, resultsVersion } from '../../spec/results/schema.ts';
import type { Assembled } from './assemble.ts';
import { readEvidence } from './fixtures/read-evidence.ts';
import { report } from './fixtures/report.ts';
import { caseResult, resultsOf } from './fixtures/run-of-cases.ts';
import { asFarAsItWent, readResults, writeResults } from './store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256Of = (text: string): string => hash('sha256', text);

/** A run of one case, of which was seen what the text says. */
const assembled = (text: string): Assembled => ({
  results: resultsOf([{ ...caseResult, evidenceSha256: sha256Of(text) }]),
  evidence: new Map([[sha256Of(text), Buffer.from(text)]]),
  timings: { version: resultsVersion, milliseconds: {} },
});

const evidenceThere = () => readdir(join(folder, 'evidence'));

test('results come back as they were written', async () => {
  await writeResults(folder, assembled('{}\n'));
  expect(await readResults(folder)).toEqual(assembled('{}\n').results);
  expect((await readdir(folder)).sort()).toEqual(['evidence', 'results.json', 'timings.json']);
  expect(await evidenceThere()).toEqual([expect.stringMatching(/^sample-anthropic\.[0-9a-f]{16}\.jsonl$/)]);
});

test('evidence of an earlier run that the new index does not name is removed; what it names is not written again', async () => {
  await writeResults(folder, assembled('{}\n'));
  const [old = ''] = await evidenceThere();
  const { ino } = await stat(join(folder, 'evidence', old));
  await writeResults(folder, assembled('{}\n'));
  expect((await stat(join(folder, 'evidence', old))).ino).toBe(ino);
  await writeResults(folder, assembled('[]\n'));
  expect(await evidenceThere()).toEqual([expect.not.stringContaining(old)]);
});

test('evidence as earlier versions named it is removed, and what somebody else put there stays', async () => {
  await mkdir(join(folder, 'evidence'), { recursive: true });
  for (const name of [`${'a'.repeat(64)}.json`, 'notes.json']) await writeFile(join(folder, 'evidence', name), '');
  await writeResults(folder, assembled('{}\n'));
  expect((await evidenceThere()).sort()).toEqual(['notes.json', expect.stringMatching(/^sample/)]);
});

test('evidence of which is known what it holds is not read', async () => {
  await writeResults(folder, assembled('{}\n'));
  const [name = ''] = await evidenceThere();
  await writeFile(join(folder, 'evidence', name), 'changed');
  await writeResults(folder, assembled('{}\n'), undefined, (asked) => asked === name);
  expect(await readFile(join(folder, 'evidence', name), 'utf8')).toBe('changed');
});

test('evidence that somebody has changed, or cut off, is written again', async () => {
  for (const change of ['[1]\n', '{}\n{}\n', '{', '']) {
    await writeResults(folder, assembled('{}\n'));
    const [name = ''] = await evidenceThere();
    await writeFile(join(folder, 'evidence', name), change);
    await writeResults(folder, assembled('{}\n'));
    expect(await readFile(join(folder, 'evidence', name), 'utf8')).toBe('{}\n');
  }
});

test('without results the error says how to make them', async () => {
  await expect(readResults(folder)).rejects.toMatchObject({ hint: expect.stringContaining('npm run conformance') });
});

test('results that are malformed are refused with their place and left as they are', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `{\n  "version": ${resultsVersion}\n}\n`);
  await expect(readResults(folder)).rejects.toMatchObject({ where: expect.stringMatching(/results\.json:\d+:\d+$/) });
  expect(await readFile(join(folder, 'results.json'), 'utf8')).toContain('version');
});

test('results that another version of the program wrote are refused in one sentence', async () => {
  await writeFile(join(folder, 'timings.json'), JSON.stringify({ milliseconds: {}, version: 2 }));
  for (const version of [2, 99]) {
    await writeFile(join(folder, 'results.json'), JSON.stringify({ cases: [{ id: 'a' }], version }));
    await expect(readResults(folder)).rejects.toMatchObject({
      message: `these results have version ${version}; this program reads version ${resultsVersion}`,
      where: expect.stringContaining('results.json'),
      hint: expect.stringContaining('npm run conformance'),
    });
  }
});

test('a reference to an item that is not there is refused with its place', async () => {
  await writeResults(folder, assembled('{}\n'));
  const path = join(folder, 'results.json');
  const changed = JSON.parse(await readFile(path, 'utf8'));
  changed.cases[0].scenario = 7;
  await writeFile(path, JSON.stringify(changed));
  await rm(join(folder, 'timings.json'));
  await expect(readResults(folder)).rejects.toMatchObject({
    message: expect.stringContaining('"scenarios" has no item 7'),
    where: expect.stringContaining('results.json'),
    hint: expect.stringContaining('npm run conformance'),
  });
});

test('evidence that the index names and that is not there is an error', async () => {
  expect(() => readEvidence(folder, assembled('{}\n').results)).toThrow('it is not there');
});

test('evidence of a wire that says two things of one is read as it was written', async () => {
  const unread = [{ path: 'exchanges[0]', what: 'stream and its final response differ', contradicts: true }];
  const step = { turn: 0, options: {}, exchanges: [], unexpected: [], wire: [], adapter: [], unread, warnings: [] };
  const connections = { attempts: 0, refused: [] };
  const seen = { version: evidenceVersion, case: 'a', mode: 'stream', provenance: {}, unconsumed: [], late: [] };
  const text = `${JSON.stringify({ ...seen, connections, steps: [step] })}\n`;
  await writeResults(folder, assembled(text));
  const evidence = readEvidence(folder, assembled(text).results);
  expect(evidence.get(sha256Of(text))?.steps).toEqual([step]);
});

test('evidence whose bytes are not those that the index names is refused', async () => {
  await writeResults(folder, assembled('{}\n'));
  const [name = ''] = await evidenceThere();
  await writeFile(join(folder, 'evidence', name), '{ }\n');
  expect(() => readEvidence(folder, assembled('{}\n').results)).toThrow('its bytes were changed');
});

test('what results call an adapter leads to no other place', async () => {
  const run = assembled('{}\n');
  const adapter = '..\\..\\elsewhere';
  const id = `${adapter}/function-calling/call-single/complete`;
  const results = resultsOf(run.results.cases.map((c) => ({ ...c, adapter, id })));
  await writeResults(folder, { ...run, results });
  expect(await evidenceThere()).toEqual([expect.stringMatching(/^_{6}elsewhere\./)]);
});

test('results beside the times of different runs are refused, and mended by running again', async () => {
  await writeResults(folder, assembled('{}\n'));
  const path = join(folder, 'timings.json');
  const times = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...times, results: 'c'.repeat(64) }));
  await expect(readResults(folder)).rejects.toMatchObject({
    message: expect.stringContaining('of different runs'),
    hint: 'run again: npm run conformance',
  });
  await writeResults(folder, assembled('{}\n'));
  await expect(readResults(folder)).resolves.toMatchObject({ version: resultsVersion });
});

test('of files that belong together all are written or none, and the old run stays', async () => {
  await writeResults(folder, assembled('{}\n'), async () => ({ 'index.html': 'old' }));
  const [name] = await evidenceThere();
  await mkdir(join(folder, 'summary.md'));
  const before = await readFile(join(folder, 'timings.json'), 'utf8');
  const views = { 'index.html': 'new', 'summary.md': 'new' };
  const other = { ...assembled('[]\n'), timings: { version: resultsVersion, milliseconds: { a: 1 } } } as const;
  await expect(writeResults(folder, other, async () => views)).rejects.toMatchObject({
    message: 'cannot write this file (EISDIR)',
    where: expect.stringContaining('summary.md'),
    hint: expect.stringContaining('the old file is unchanged'),
  });
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('old');
  expect(await readFile(join(folder, 'timings.json'), 'utf8')).toBe(before);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(
    ['evidence', `evidence/${name}`, 'index.html', 'results.json', 'summary.md', 'timings.json'].sort(),
  );
});

test('a run waits while another one writes to its folder', async () => {
  let written: Promise<void> | undefined;
  await withFolderLock(folder, async () => {
    written = writeResults(folder, assembled('{}\n'));
    // It has either asked for its turn or not waited for it.
    const claims = async () =>
      (await readdir(folder)).filter((name) => name.startsWith('writing.') || name === 'results.json');
    while ((await claims()).length < 2) await setImmediate();
    expect(await readdir(folder)).not.toContain('results.json');
  });
  await written;
  expect(await readdir(folder)).toContain('results.json');
});

const plan = (over: { failFast?: boolean; shard?: string[] } = {}): Plan =>
  ({
    settings: { asOf: '2026-11-20', failFast: over.failFast ?? false },
    selection: { cases: [], ...(over.shard ? { shard: over.shard } : {}) },
    cases: [{ kind: 'scenario' }, { kind: 'scenario' }, { kind: 'fault' }, { kind: 'fault' }],
  }) as unknown as Plan;

const of = (kind: 'scenario' | 'fault', verdict: 'pass' | 'fail') => {
  const made = report(`${kind}-${verdict}`);
  return { ...made, verdict, result: { ...made.result, kind, verdict } };
};
const whole = [of('scenario', 'pass'), of('scenario', 'pass'), of('fault', 'fail'), of('fault', 'pass')];

test('a failing fault case is part of a run that fails fast', () => {
  expect(asFarAsItWent(plan({ failFast: true }), whole)).toEqual({ plan: plan({ failFast: true }), reports: whole });
});

test('a failing case of another kind leaves out every fault case, however many had run', () => {
  const failing = [of('scenario', 'pass'), of('scenario', 'fail')];
  for (const reports of [failing, [...failing, of('fault', 'fail')], [...failing, ...whole.slice(2)]]) {
    const left = asFarAsItWent(plan({ failFast: true }), reports);
    expect(left.reports).toEqual(failing);
    expect(left.plan.cases).toHaveLength(2);
    expect(left.notRun).toEqual({ cases: 2, reason: expect.stringMatching(/--fail-fast .* failed: 1$/) });
  }
  expect(asFarAsItWent(plan(), [...failing, ...whole.slice(2)]).notRun).toBeUndefined();
});

test('cases that vitest did not run are missing, unless other shards have them', () => {
  const ended = whole.slice(0, 1);
  expect(asFarAsItWent(plan(), ended).notRun).toEqual({ cases: 3, reason: expect.stringContaining('--bail') });
  expect(asFarAsItWent(plan({ shard: ['1/2'] }), ended).notRun).toBeUndefined();
});
