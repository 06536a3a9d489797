import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differencesBetween, differencesOf } from './differences.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const result = (id: string, verdict: string) => ({ id, verdict, checks: [{ id: 'calls', compared: 1 }] });

test.each([
  [
    { cases: [result('a', 'pass'), result('b', 'pass')] },
    { cases: [result('a', 'pass'), result('b', 'fail')] },
    'cases[b].verdict: "pass" and "fail"',
  ],
  [
    { cases: [result('a', 'pass')] },
    { cases: [] },
    'cases[a]: {"id":"a","verdict":"pass","checks":[{"id":"calls","compared":1}]} and nothing',
  ],
  [{ a: [1, 2] }, { a: [1, 3] }, 'a[1]: 2 and 3'],
  [{ a: null }, { a: {} }, 'a: null and {}'],
])('names the first case and member that differs: %#', (left, right, words) => {
  expect(differencesBetween(JSON.stringify(left), JSON.stringify(right))).toEqual([words]);
});

test('names each case that differs, by its first member, and how many more there are', () => {
  const cases = (verdict: string) =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ ...result(id, verdict), verdict, more: verdict }));
  expect(
    differencesBetween(JSON.stringify({ cases: cases('pass') }), JSON.stringify({ cases: cases('fail') })),
  ).toEqual([...['a', 'b', 'c', 'd', 'e'].map((id) => `cases[${id}].verdict: "pass" and "fail"`), 'and 2 more']);
});

test('names the order of members where that alone differs', () => {
  expect(differencesBetween('{"a":1,"b":2}', '{"b":2,"a":1}')).toEqual([
    'the same values in another order or notation',
  ]);
});

test('compares files of a run by what they are about, and leaves out what holds times', async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  const write = async (folder: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  const same = { 'results.json': '{}', 'evidence/a.0123456789abcdef.jsonl': '{"case":"a/x","steps":[]}\n' };
  await write(one, { ...same, 'timings.json': '1' });
  await write(other, { ...same, 'timings.json': '2' });
  expect(await differencesOf(one, other)).toEqual([]);
  await write(other, { 'results.json': '{"cases":[]}', 'evidence/b.0123456789abcdef.jsonl': '' });
  await write(one, { 'evidence/c.0123456789abcdef.jsonl': '{"case":"c/x","steps":[]}\n' });
  await write(other, { 'evidence/c.fedcba9876543210.jsonl': '{"case":"c/x","steps":[1]}\n' });
  expect((await differencesOf(one, other)).toSorted()).toEqual([
    'evidence/b: written by one of the runs alone',
    'evidence/c: [c/x].steps[0]: nothing and 1',
    'results.json: cases: nothing and []',
  ]);
});
