import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../files/user-error.ts';
import { matrixFolder } from '../load.ts';
import { lintFolder } from './lint-folder.ts';

const asOf = '2026-11-20';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  for (const name of ['tools.json', 'mapping.json', 'drift.json', 'providers', 'fixtures']) {
    await cp(join(matrixFolder, name), join(folder, name), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the committed folder has nothing to mend', async () => {
  expect(await lintFolder(asOf, folder)).toEqual([]);
});

test('a problem is located by line and column, with what to type', async () => {
  const path = join(folder, 'providers', 'anthropic.json');
  const text = (await readFile(path, 'utf8')).replace('"drift": ["D-41"]', '"drift": ["D41"]');
  await writeFile(path, text);
  const line = text.split('\n').findIndex((l) => l.includes('"D41"')) + 1;
  const problems = await lintFolder(asOf, folder);
  expect(problems.filter(({ rule }) => rule === 'drift-ids')).toEqual([
    {
      rule: 'drift-ids',
      where: `${path}:${line}:13`,
      message: '/drift/0 is "D41"; write D- and two digits, as in "D-07"',
    },
  ]);
});

test('without the ADR’s own table, nothing can be compared', async () => {
  await rm(join(folder, 'fixtures', 'adr-draft.md'));
  const error = await lintFolder(asOf, folder).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain('adr-draft.md: cannot read this ADR’s own table (ENOENT)');
});
