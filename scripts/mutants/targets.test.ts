import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { providerApiIds } from '../../matrix/ids.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { shared, sharedBy, targets } from './targets.ts';

const folder = join(repositoryFolder, 'adapters/reference');

test('every file of an adapter is mutated by exactly one target, or only re-exports or tests', () => {
  const isOf = (mutate: readonly string[], path: string) =>
    mutate.some((glob) => !glob.startsWith('!') && matchesGlob(path, glob)) &&
    !mutate.some((glob) => glob.startsWith('!') && matchesGlob(path, glob.slice(1)));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name.includes('/'))
    .map((name) => `adapters/reference/${name}`);
  const timesOf = (path: string) => targets.filter(({ mutate }) => isOf(mutate, path)).length;
  const never = files.filter((path) => timesOf(path) === 0);
  expect(files.filter((path) => timesOf(path) > 1)).toEqual([]);
  expect(never.filter((path) => !/\.test\.ts$|\/index\.ts$|\/fake-|example-columns/.test(path))).toEqual([]);
  expect(files.length - never.length).toBeGreaterThan(100);
});

test.for(Object.entries(shared))('%s is asked by the cases of those that use it', ([glob, columns]) => {
  const part = `/${glob.replace(/\W*$/, '')}`;
  const uses = (column: string) =>
    readdirSync(join(folder, column))
      .filter((name) => !name.endsWith('.test.ts'))
      .some((name) => readFileSync(join(folder, column, name), 'utf8').includes(part));
  expect(providerApiIds.filter(uses).sort()).toEqual(columns.toSorted());
});

test('what a column shares with a few, and not with all', () => {
  expect(sharedBy('bedrock-converse')).toEqual(['shared-aws']);
  expect(sharedBy('openai-chat')).toEqual(['shared-chat', 'shared-openai']);
  expect(sharedBy('anthropic')).toEqual([]);
  expect(sharedBy('shared-aws')).toEqual([]);
});
