import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { scenarioPlaces } from '../../spec/scenarios/load.ts';
import { workingTree } from './project.ts';
import { sourceData } from './reused-run.ts';

let folder: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  git('init', '--quiet');
  for (const name of ['kept', 'edited', 'hidden', 'removed']) write(name, 'before');
  git('add', '.');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('files have the ids of their bytes, whatever git knows of them', () => {
  git('update-index', '--assume-unchanged', 'hidden');
  // As long as before, and within the same second.
  for (const name of ['edited', 'hidden', 'new']) write(name, 'behind');
  rmSync(join(folder, 'removed'));
  const { files, idOf } = workingTree(folder);
  expect(files).toEqual(['edited', 'hidden', 'kept', 'new']);
  for (const name of files) expect(idOf(name), name).toBe(git('hash-object', name));
  expect(idOf('edited')).not.toBe(idOf('kept'));
  expect(idOf('removed')).toBeUndefined();
});

test('a state stays as it was when it was looked at', () => {
  const { idOf } = workingTree(folder);
  const before = idOf('kept');
  write('kept', 'something else');
  expect(idOf('kept')).toBe(before);
  expect(workingTree(folder).idOf('kept')).not.toBe(before);
});

test('what is kept of matrix and scenarios follows from every file that they are read from', () => {
  const scenarios = scenarioPlaces(join(repositoryFolder, 'spec/scenarios')).map(({ path }) => path);
  const matrix = globSync('**/*.{json,yaml}', { cwd: join(repositoryFolder, 'matrix') }).map(
    (name) => `matrix/${name}`,
  );
  const read = [...scenarios.map((path) => relative(repositoryFolder, path).split(sep).join('/')), ...matrix];
  expect(read.some((path) => path.startsWith('spec/provider-apis/'))).toBe(true);
  expect(read.filter((path) => !sourceData.test(path))).toEqual([]);
});
