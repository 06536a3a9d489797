import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadChecks } from './load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('checks are found by their files, in the order of their ids, each with a reason and a source', async () => {
  const checks = await loadChecks();
  expect(checks.map((c) => c.id)).toEqual(checks.map((c) => c.id).toSorted());
  expect(checks.length).toBeGreaterThan(10);
  for (const { id, reason, sources } of checks) {
    expect(reason.length, id).toBeGreaterThan(20);
    expect(sources.length, id).toBeGreaterThan(0);
  }
});

test('a file without a check is refused, and so is a second check of one id', async () => {
  await writeFile(join(folder, 'other.ts'), `export const other = { id: 'other' };\n`);
  await expect(loadChecks(folder)).rejects.toMatchObject({ where: 'spec/checks/other.ts' });
  await writeFile(
    join(folder, 'another.ts'),
    `export const a = { id: 'a', judge() {} };\nexport const b = { ...a };\n`,
  );
  await expect(loadChecks(folder)).rejects.toThrow('check id "a" is already used');
});
