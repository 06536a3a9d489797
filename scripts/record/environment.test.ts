import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from './environment.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'environment-'));
  await writeFile(join(folder, 'keys'), '# mine\nA_KEY="from the file"\nexport B_KEY=b # why\n');
});
afterAll(() => rm(folder, { recursive: true }));

test('a file adds what the environment lacks, and does not change it', () => {
  const environment = environmentWith({ A_KEY: 'set', OTHER: '1' }, join(folder, 'keys'));
  expect(environment).toEqual({ A_KEY: 'set', B_KEY: 'b', OTHER: '1' });
});

test('a file that was named has to be there; .env need not', () => {
  expect(() => environmentWith({}, join(folder, 'keyz'))).toThrow('no such file');
  expect(environmentWith({ A: '1' }, undefined)).toMatchObject({ A: '1' });
});
