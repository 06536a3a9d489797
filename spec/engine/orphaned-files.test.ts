import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { orphanedCassettes } from './orphaned-files.ts';

const matrix = await loadMatrix();
const scenarios = await loadScenarios();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphans-'));
  const tool = 'anthropic/function-calling';
  await cp(join(cassettesFolder, tool), join(folder, tool), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every committed recording is played by a case', async () => {
  expect(await orphanedCassettes(matrix, scenarios)).toEqual([]);
});

test('a recording that no case plays is named, and so is a file that is no recording at all', async () => {
  await writeFile(join(folder, 'anthropic/function-calling/singel-call.json'), '{}');
  await writeFile(join(folder, 'anthropic/function-calling/call-single.json.har'), '{}');
  await writeFile(join(folder, 'notes.txt'), '');
  const found = await orphanedCassettes(matrix, scenarios, folder);
  expect(found.map((p) => p.place.split('/').at(-1)).sort()).toEqual([
    'call-single.json.har',
    'notes.txt',
    'singel-call.json',
  ]);
  const har = found.find((p) => p.place.endsWith('.har'));
  expect(har?.hint).toMatch(/atc -- record import anthropic\/[\w-]+\/call-single /);
});
