import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SidesChoice, sidesOf } from './sides.ts';

const changedName = 'anthropic/web-search/changed.sse.har';
const addedName = 'google/web-search/added.sse.har';
const removedName = 'anthropic/shell/removed.json.har';
const keptName = 'anthropic/shell/kept.json.har';

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sides-'));
  folder = join(root, 'cassettes');
  for (const name of [changedName, removedName, keptName]) await put(folder, name, 'old');
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...command], {
      cwd: root,
      stdio: 'pipe',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  await put(folder, changedName, 'new');
  await put(folder, addedName, 'new');
  await put(folder, 'notes.txt', 'no cassette');
  await rm(join(folder, removedName));
});
afterEach(() => rm(root, { recursive: true }));

async function put(at: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(at, name)), { recursive: true });
  await writeFile(join(at, name), text);
}

const sides = (choice: Partial<SidesChoice> = {}) =>
  sidesOf({ paths: [], providers: [], tools: [], folder, ...choice });

/** `name: before → after` */
async function told(choice: Partial<SidesChoice> = {}): Promise<string[]> {
  const { changed } = await sides(choice);
  return changed.map(({ name, before = 'nothing', after = 'nothing' }) => `${name}: ${before} → ${after}`);
}

test('what changed, was added and was removed since a revision; nothing else', async () => {
  expect(await told()).toEqual([
    `${removedName}: old → nothing`,
    `${changedName}: old → new`,
    `${addedName}: nothing → new`,
  ]);
  const { before, after } = await sides();
  expect(before).toMatch(/^HEAD \([0-9a-f]{10}\)$/);
  expect(after).toBe('the working tree');
});

test('a choice by provider API, tool, path in the folder, or path from here', async () => {
  expect(await told({ providers: ['google'] })).toEqual([`${addedName}: nothing → new`]);
  expect(await told({ tools: ['shell'] })).toEqual([`${removedName}: old → nothing`]);
  expect(await told({ paths: ['anthropic/web-search'] })).toEqual([`${changedName}: old → new`]);
  expect(await told({ paths: [join(folder, addedName), removedName] })).toHaveLength(2);
  expect(await told({ paths: [keptName] })).toEqual([]);
});

test('another folder as the older side', async () => {
  const other = join(root, 'other');
  await put(other, changedName, 'theirs');
  await put(other, keptName, 'old');
  await put(other, 'mistral/web-search/theirs-alone.json.har', 'theirs');
  expect(await told({ against: other })).toEqual([
    `${changedName}: theirs → new`,
    `${addedName}: nothing → new`,
    'mistral/web-search/theirs-alone.json.har: theirs → nothing',
  ]);
});

test('what lies elsewhere is compared with what is in its place, and with nothing else', async () => {
  const aside = join(root, 'aside');
  await put(aside, changedName, 'candidate');
  await put(aside, 'anthropic/web-search/changed.sse.reason.md', 'why');
  expect(await told({ paths: [aside] })).toEqual([`${changedName}: new → candidate`]);
  expect(await told({ paths: [join(aside, 'anthropic')] })).toEqual([`${changedName}: new → candidate`]);
  expect(await told({ paths: [join(aside, changedName)] })).toEqual([`${changedName}: new → candidate`]);
  expect(await told({ paths: [aside], base: 'HEAD' })).toEqual([`${changedName}: old → candidate`]);
});

test.each<[string, () => Partial<SidesChoice>]>([
  ['there is no such cassette or folder', () => ({ paths: ['nobody'] })],
  ['there is no such folder', () => ({ against: join(root, 'nowhere') })],
  ['--base and --against both name the older side', () => ({ base: 'HEAD', against: root })],
  ['some of these lie in the cassettes', () => ({ paths: [folder, root] })],
  ['there is no cassette', () => ({ paths: [join(root, '.git')] })],
  ['there is no provider API "antropic"', () => ({ providers: ['antropic'] })],
  ['there is no tool "web-serch"', () => ({ tools: ['web-serch'] })],
])('%s: said with what to do', async (message, choice) => {
  await expect(sides(choice())).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining(message),
    hint: expect.any(String),
  });
});
