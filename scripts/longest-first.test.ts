import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../spec/engine/discover.ts';
import { lengthOf, long } from './longest-first.ts';

test('a generated suite is as long as its recordings, a file that is known as long as its place, any other not at all', () => {
  const sizeOf = (providerApi: string) => providerApi.length;
  expect(lengthOf('adapters/reference/google/conformance.test.ts', sizeOf)).toBe('google'.length);
  expect(lengthOf('adapters/reference/google/client.test.ts', sizeOf)).toBe(0);
  expect(long.map((path) => lengthOf(path, sizeOf))).toEqual(long.map((_, i) => long.length - i));
});

test('the files that are known are there', () => {
  expect(long.filter((path) => !existsSync(`${repositoryFolder}/${path}`))).toEqual([]);
});
