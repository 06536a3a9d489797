import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cacheIn } from './cache-folder.ts';

const [one, two, three] = ['one', 'two', 'three'].map((text) => createHash('sha256').update(text).digest('hex')) as [
  string,
  string,
  string,
];

/** A folder of its own, and a cache in it with what it said. */
function opened(most?: number) {
  const parent = mkdtempSync(join(tmpdir(), 'cache-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'cache');
  const open = () => {
    const lines: string[] = [];
    return { cache: cacheIn(folder, (line) => lines.push(line), most), lines };
  };
  return { folder, open };
}

test('a value is there for the next run, under its own key alone', async () => {
  const { open } = opened();
  const value = { cases: ['é', { n: 1 }], map: new Map([['a', 1]]) };
  const first = open();
  expect(first.cache.get(one)).toBeUndefined();
  first.cache.put(one, value);
  await first.cache.close();
  const second = open();
  expect(second.cache.get(one)).toEqual(value);
  expect(second.cache.get(two)).toBeUndefined();
  second.cache.remove(one);
  expect(second.cache.get(one)).toBeUndefined();
  await second.cache.close();
  expect([...first.lines, ...second.lines]).toEqual([]);
});

const change = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

test.for<[what: string, bytes: (good: Buffer, other: Buffer) => Buffer, problem: string]>([
  ['changed in its value', (good) => change(good, good.length - 3), 'was changed after it was written'],
  ['changed in its checksum', (good) => change(good, 20), 'was changed after it was written'],
  ['truncated', (good) => good.subarray(0, good.length - 1), 'was changed after it was written'],
  ['truncated to its first line', (good) => good.subarray(0, 13), 'is not an entry of this cache'],
  ['empty', () => Buffer.alloc(0), 'is not an entry of this cache'],
  ['of another program', () => Buffer.from('{"lockfileVersion": 3}\n\n'), 'is not an entry of this cache'],
  ['of another key', (_, other) => other, 'was changed after it was written'],
  [
    'of a later version',
    (good) => Buffer.from(good.toString('latin1').replace(/ \d+\n/, ' 99\n'), 'latin1'),
    'has version 99; this program reads version 2',
  ],
])('an entry that is %s is discarded with one line, and can be written again', async ([, bytesOf, problem]) => {
  const { folder, open } = opened();
  const first = open();
  for (const key of [one, two]) first.cache.put(key, key);
  await first.cache.close();
  const bytes = bytesOf(readFileSync(join(folder, one)), readFileSync(join(folder, two)));
  writeFileSync(join(folder, one), bytes);
  const second = open();
  expect(second.cache.get(one)).toBeUndefined();
  second.cache.put(one, 'again');
  await second.cache.close();
  expect(second.lines).toEqual([expect.stringContaining(problem)]);
  expect(open().cache.get(one)).toBe('again');
});

test('many bad entries are one line', async () => {
  const { folder, open } = opened();
  mkdirSync(folder, { recursive: true });
  for (const key of [one, two, three]) writeFileSync(join(folder, key), 'x');
  const { cache, lines } = open();
  for (const key of [one, two, three]) expect(cache.get(key)).toBeUndefined();
  await cache.close();
  expect(lines).toEqual([expect.stringMatching(/discarded: .* and 2 more; /)]);
});

test('a folder in the place of an entry is left alone, and the run goes on', async () => {
  const { folder, open } = opened();
  mkdirSync(join(folder, one, 'inner'), { recursive: true });
  const { cache, lines } = open();
  expect(cache.get(one)).toBeUndefined();
  cache.put(one, 1);
  await cache.close();
  expect(lines).toHaveLength(2);
  expect(readdirSync(join(folder, one))).toEqual(['inner']);
});

test('a folder that cannot be written is one line, and the run goes on', async () => {
  const { folder, open } = opened();
  writeFileSync(folder, 'a file is in its place');
  const { cache, lines } = open();
  cache.put(one, 1);
  cache.put(two, 2);
  await cache.close();
  expect(lines).toEqual([expect.stringMatching(/cannot write this cache \(E[A-Z]+\); the run continues without it$/)]);
});

test('where there is too much, the entry that was used longest ago goes; other files stay', async () => {
  const { folder, open } = opened(400);
  const first = open();
  for (const key of [one, two]) first.cache.put(key, key);
  await first.cache.close();
  writeFileSync(join(folder, 'notes'), 'x'.repeat(1000));
  const longAgo = new Date('2020-01-01');
  for (const key of [one, two]) utimesSync(join(folder, key), longAgo, longAgo);
  const second = open();
  expect(second.cache.get(one)).toBe(one);
  second.cache.put(three, three);
  await second.cache.close();
  expect(readdirSync(folder).sort()).toEqual(['notes', ...[one, three].sort()].sort());
});
