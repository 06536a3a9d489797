import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { environmentWith, exitCodeOf, summaryText } from './command.ts';
import type { ConversationDone, Summary } from './record.ts';

const done = (outcome: ConversationDone['outcome']): ConversationDone => ({
  providerApi: 'mistral',
  cassette: 'x.json#json',
  tool: 'web-search',
  scenario: 'cited',
  mode: 'complete',
  outcome,
  requests: 1,
});
const summary = (over: Partial<Summary>): Summary => ({
  conversations: [done('written'), done('unchanged')],
  requests: 2,
  leftBehind: [],
  ...over,
});

test('the exit code says whether all is recorded and nothing left', () => {
  const leftBehind = [{ providerApi: 'openai-assistants', what: 'thread "thread_1"' }];
  expect(exitCodeOf(summary({}))).toBe(0);
  for (const outcome of ['rejected', 'failed', 'not tried'] as const) {
    expect(exitCodeOf(summary({ conversations: [done('written'), done(outcome)] }))).toBe(1);
  }
  expect(exitCodeOf(summary({ leftBehind }))).toBe(1);
  expect(exitCodeOf(summary({ interrupted: true, conversations: [done('not tried')] }))).toBe(130);
  expect(exitCodeOf(summary({ nothingCalled: true, conversations: [] }))).toBe(0);
});

test('the text says how many of each, what it took, and what to remove by hand', () => {
  const leftBehind = [{ providerApi: 'openai-assistants', what: 'thread "thread_1"' }];
  expect(summaryText(summary({ leftBehind }), cassettesFolder).split('\n')).toEqual([
    '2 conversations: 1 written, 1 unchanged, 0 rejected, 0 failed, 0 not tried; 2 requests',
    'compare: npm run atc -- gate --base HEAD --recordings',
    'not deleted at openai-assistants: thread "thread_1"; delete it by hand',
  ]);
  expect(summaryText(summary({}), 'somewhere else')).toContain(
    "npm run atc -- gate --base recordings/cassettes --recordings 'somewhere else'",
  );
});

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

test('the file need not be there', () => {
  expect(environmentWith({ A: '1' }, join(folder, 'keyz'))).toEqual({ A: '1' });
});
