import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aliasesOf, currentAdapter, currentCase, currentIds, loadAliases } from './aliases.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aliases-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const load = async (text: string) => {
  const path = join(folder, 'aliases.yaml');
  await writeFile(path, text);
  return loadAliases(path);
};
const renames = (...lines: string[]) =>
  `version: 1\nrenames:\n  - until: 2027-05-31\n${lines.map((l) => `    ${l}\n`).join('')}`;

test('the table of the project loads', async () => {
  await expect(loadAliases()).resolves.toHaveProperty('scenarios');
});

test('loadAliases() joins the renames of all days', async () => {
  const text = `${renames('checks: { a: b }')}  - until: 2027-06-30\n    checks: { c: d }\n    tools: { e: f }\n`;
  const { checks, tools } = await load(text);
  expect([...checks, ...tools]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
});

test.for([
  ['a chain', renames('checks:', '  a: b', '  b: c'), /aliases\.yaml:5$/, '"a" has the new id "b"', 'write a: c'],
  ['a cycle', renames('checks:', '  a: b', '  b: a'), /aliases\.yaml:5$/, '"a" has the new id "b"', 'remove the cycle'],
  [
    'an id that is its own alias',
    renames('checks: { a: a }'),
    /aliases\.yaml:4$/,
    '"a" has the new id "a"',
    'remove the cycle',
  ],
  [
    'an old id with two new ones',
    `${renames('checks: { a: b }')}  - until: 2027-06-30\n    checks: { a: c }\n`,
    /aliases\.yaml:4$/,
    '"a" has two new ids',
    'keep one',
  ],
  [
    'a day that is none',
    'version: 1\nrenames:\n  - until: 2027-02-30\n',
    /aliases\.yaml:3$/,
    '"2027-02-30": not a date',
  ],
  ['an unknown table', renames('cheks: { a: b }'), /aliases\.yaml:\d+:\d+$/, 'cheks'],
  ['a scenario without its tool', renames('scenarios: { a: b }'), /aliases\.yaml:\d+:\d+$/, '/renames/0/scenarios'],
  ['another version', 'version: 2\nrenames: []\n', /aliases\.yaml:1:\d+$/, '/version'],
] as const)('loadAliases() rejects %s, with its line', async ([, text, where, message, hint = '']) => {
  await expect(load(text)).rejects.toMatchObject({
    where: expect.stringMatching(where),
    message: expect.stringContaining(message),
    ...(hint ? { hint: expect.stringContaining(hint) } : {}),
  });
});

const aliases = aliasesOf([
  { kind: 'scenarios', old: 'shell/command-fails', current: 'shell/command-exit-code' },
  { kind: 'scenarios', old: 'code-interpreter/command-fails', current: 'code-interpreter/command-error' },
  { kind: 'scenarios', old: 'shell/restarted', current: 'shell/restart' },
  { kind: 'generated', old: 'fault-torn', current: 'fault-truncated' },
  { kind: 'tools', old: 'console', current: 'shell' },
  { kind: 'providerApis', old: 'claude', current: 'anthropic' },
]);

test.for([
  ['mine-claude/shell/command-fails/stream', 'mine-anthropic/shell/command-exit-code/stream'],
  ['mine-claude/console/restarted/stream', 'mine-anthropic/shell/restart/stream'],
  ['mine-google/text-editor/restarted/stream', 'mine-google/text-editor/restarted/stream'],
  ['mine-google/text-editor/fault-torn/stream', 'mine-google/text-editor/fault-truncated/stream'],
  ['mine-*/*/restarted/*', 'mine-*/*/restart/*'],
  ['mine-google/*/command-fails/*', 'mine-google/*/command-fails/*'],
  ['**/fault-torn/*', '**/fault-truncated/*'],
  ['mine-claude/**', 'mine-anthropic/**'],
  ['console/claude', 'console/claude'],
] as const)('currentCase() of %s is %s', ([old, current]) => {
  expect(currentCase(aliases, old)).toBe(current);
});

test('currentAdapter() changes the provider API and nothing else', () => {
  expect(['mine-claude', 'claude', 'mine-not-claude-at-all'].map((id) => currentAdapter(aliases, id))).toEqual([
    'mine-anthropic',
    'claude',
    'mine-not-claude-at-all',
  ]);
});

test('currentIds() of a scenario are those of all tools, and of generated cases', () => {
  expect(currentIds(aliases, 'scenarios', 'command-fails')).toEqual(['command-exit-code', 'command-error']);
  expect(currentIds(aliases, 'scenarios', 'fault-torn')).toEqual(['fault-truncated']);
  expect(currentIds(aliases, 'scenarios', 'unknown')).toEqual([]);
});
