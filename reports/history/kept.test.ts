import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { issue, small, verdict } from '../changes/fixtures/snapshots.ts';
import { readShipped, releasedPath } from '../snapshot/file.ts';
import { changedSince, keepSnapshot, keptBefore } from './kept.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kept-')), 'runs');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const keep = (asOf: string, suite = asOf) => keepSnapshot(folder, { asOf, snapshot: small({ suite }) });

it('keeps one snapshot a day, the last one, and finds the last before a day', async () => {
  expect(await keep('2026-11-20')).toBe(join(folder, '2026-11-20.json'));
  for (const day of ['2026-11-18', '2026-12-01']) await keep(day);
  await keep('2026-11-20', 'the second of the day');
  expect(await readdir(folder)).toHaveLength(3);
  expect(await keptBefore(folder, '2026-12-01')).toEqual({
    asOf: '2026-11-20',
    snapshot: small({ suite: 'the second of the day' }),
  });
  // A run that was kept is not compared with itself.
  expect((await keptBefore(folder, '2026-11-20'))?.asOf).toBe('2026-11-18');
  expect(await keptBefore(folder, '2026-11-18')).toBeUndefined();
});

it('compares a run with the last snapshot before its day, and with the last release where there is none', async () => {
  await keepSnapshot(folder, { asOf: '2026-11-20', snapshot: small({ verdicts: [verdict({ word: 'in-part' })] }) });
  const run = { asOf: '2026-11-21', snapshot: small() };
  const { changes, since } = await changedSince(run, folder);
  expect({ since, better: changes.better.length }).toEqual({ since: '2026-11-20', better: 1 });
  const released = readShipped(releasedPath);
  const name = `release ${released.suite}`;
  expect(await changedSince({ asOf: '2026-11-20', snapshot: released }, folder)).toMatchObject({
    since: name,
    changes: { better: [], gone: { libraries: [] } },
  });
  expect((await changedSince(run)).since).toBe(name);
});

it('writes the same bytes for the same verdicts', async () => {
  const text = await readFile(await keep('2026-11-20', '1'), 'utf8');
  await rm(folder, { recursive: true });
  expect(await readFile(await keep('2026-11-21', '1'), 'utf8')).toBe(text);
});

it('refuses a folder of something else, naming it, and writes nothing beside it', async () => {
  await mkdir(folder);
  await writeFile(join(folder, '2026-11-20-2.json'), '{}');
  const told = {
    message: expect.stringContaining('not an archived snapshot'),
    where: expect.stringContaining('-2.json'),
  };
  await expect(keptBefore(folder, '2026-12-01')).rejects.toMatchObject(told);
  await expect(keep('2026-11-21')).rejects.toMatchObject(told);
  expect(await readdir(folder)).toHaveLength(1);
  const nowhere = keptBefore(join(folder, 'nowhere'), '2026-12-01');
  await expect(nowhere).rejects.toMatchObject({ hint: expect.stringContaining('--archive') });
});

const missing = small({ verdicts: [verdict({ gaps: [{ issue: issue('usage').id, conversations: 1 }] })] });

it.each([
  ['{"version": 1', 'not JSON'],
  ['{"version": 2}', 'does not fit its schema'],
  [JSON.stringify(missing), 'the known issue "lib-anthropic/usage", which it does not list'],
  ['{"version": 1, "asOf": "2026-11-20", "claims": {}, "cases": {}}', 'are no longer read: archive again'],
])('refuses what is no snapshot, naming the file: %.60s', async (text, said) => {
  await mkdir(folder);
  await writeFile(join(folder, '2026-11-20.json'), text);
  const error = String(await keptBefore(folder, '2026-12-01').catch((e: unknown) => e));
  expect(error).toContain('2026-11-20.json');
  expect(error).toContain(said);
});
