import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adapterFiles, checkFiles, demandId, insertedBefore, make, titleOf, toolFiles } from './scaffold.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'new-'));
});
afterEach(() => rm(root, { recursive: true }));

test.each(['Mine', 'my_lib', '-a', 'a--b', '', '../etc', 'a/b', 'a'.repeat(41)])('%j is no id', (id) => {
  expect(() => demandId('a check', id)).toThrow(`"${id}" is not a valid id for a check`);
});

test('an id becomes a title', () => {
  expect(titleOf('web-search')).toBe('Web Search');
});

test('an adapter brings its package along only where it is the first of its implementation', () => {
  const first = Object.keys(adapterFiles('mine', 'anthropic', true).create);
  const second = Object.keys(adapterFiles('mine', 'anthropic', false).create);
  expect(first.filter((path) => !second.includes(path)).sort()).toEqual([
    'adapters/mine/README.md',
    'adapters/mine/package.json',
  ]);
});

test('a check compares nothing, and says so', () => {
  const { create, next } = checkFiles('answers-are-polite');
  expect(create['spec/checks/answers-are-polite.ts']).toContain('judge: () => notApplicable');
  expect(next.join()).toContain('--check answers-are-polite');
});

test('a tool becomes the last row, and no provider API names it', async () => {
  const { create, edit } = toolFiles('calendar', '2026-11-23');
  expect(Object.keys(create)).toEqual(['spec/scenarios/calendar.yaml']);
  expect(Object.keys(edit)).toEqual(['matrix/ids.ts', 'matrix/tools.json']);
  const before = "export const toolIds = [\n  'shell',\n] as const;\nexport const others = [\n] as const;\n";
  expect(edit['matrix/ids.ts']?.(before)).toBe(before.replace("'shell',\n", "'shell',\n  'calendar',\n"));
});

test('a file that is laid out otherwise is not guessed at', () => {
  expect(() => insertedBefore('{}', /\n\}$/, 'x')).toThrow('not laid out as expected');
});

test('this file exists already, and what would be made is told without being made', async () => {
  const thing = { kind: 'check', id: 'answers-are-polite' } as const;
  expect(Object.keys((await make(thing, root, true)).create)).toHaveLength(2);
  expect(await readdir(root)).toEqual([]);
  await mkdir(join(root, 'spec/checks'), { recursive: true });
  await writeFile(join(root, 'spec/checks/answers-are-polite.test.ts'), 'mine');
  await expect(make(thing, root, false)).rejects.toMatchObject({
    message: expect.stringContaining('this file exists already'),
    where: 'spec/checks/answers-are-polite.test.ts',
  });
  expect(await readdir(join(root, 'spec/checks'))).toEqual(['answers-are-polite.test.ts']);
});

test('a provider API that there is not, and a tool that there is, are refused', async () => {
  const adapter = { kind: 'adapter', implementation: 'mine', providerApi: 'antropic' } as const;
  await expect(make(adapter, root, false)).rejects.toMatchObject({ hint: 'did you mean "anthropic"?' });
  const tool = { kind: 'tool', id: 'web-search', asOf: '2026-11-23' } as const;
  await expect(make(tool, root, false)).rejects.toThrow('tool "web-search" exists already');
});
