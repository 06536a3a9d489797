import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { matrixFolder } from '../load.ts';
import { schemaProblems } from './schema.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  for (const name of ['tools.json', 'mapping.json', 'drift.json', 'providers']) {
    await cp(join(matrixFolder, name), join(folder, name), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function replace(file: string, text: string, by: string): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, (await readFile(path, 'utf8')).replace(text, by));
}

test('every malformed file is told of, not only the first', async () => {
  await replace('tools.json', '"title": "Shell"', '"titel": "Shell"');
  await replace('mapping.json', '"asOf": "2026-11-20"', '"asOf": "today"');
  await replace('drift.json', '"kind": "wrong"', '"kind": "worng"');
  await replace('providers/google.json', '"status": "ga"', '"status": "gaa"');
  await replace('providers/mistral.json', '"source": "types"', '"source": "typse"');
  const problems = await schemaProblems(folder);
  expect(problems.map((p) => p.rule)).toEqual(Array(5).fill('schema'));
  expect(problems.map((p) => p.where.replace(`${folder}/`, '').replace(/:\d+:\d+$/, ''))).toEqual([
    'tools.json',
    'providers/google.json',
    'providers/mistral.json',
    'mapping.json',
    'drift.json',
  ]);
  expect(problems[0]?.message).toContain('did you mean "title"?');
  expect(problems[1]?.message).toContain(
    '/lifecycle/status is "gaa"; expected one of ga, preview, deprecated, retired',
  );
  expect(problems[2]?.message).toBe('this file has no source "typse" (did you mean "types"?)');
});

test('a file that belongs to no column is told of', async () => {
  await writeFile(join(folder, 'providers', 'other.json'), '{}');
  expect(await schemaProblems(folder)).toMatchObject([
    { rule: 'schema', where: join(folder, 'providers', 'other.json') },
  ]);
});

test('files in order have none', async () => {
  expect(await schemaProblems(folder)).toEqual([]);
});
