import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { cacheIn } from './cache-folder.ts';
import { keyOfAdapter, startRerun } from './rerun-cases.ts';

test('runs the cases that it is sent, whatever adapter it expected, and expects theirs next time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rerun-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  cacheIn(folder, () => {}).put(keyOfAdapter, 'reference/none-such');
  const again = startRerun(folder);
  onTestFinished(again.end);
  const selection = { cases: ['reference-mistral-chat/function-calling/call-parallel'] };
  const { adapters, settings, cases, matrix, scenarios } = await planRun(selection, '2026-11-20');
  const ran = await again.of({
    adapters: adapters.map(({ implementation, providerApi }) => ({ implementation, providerApi })),
    settings,
    source: { matrix, scenarios },
  });
  expect(ran.map(({ outcome }) => outcome.conclusion.verdict)).toEqual(cases.map(() => 'pass'));
  expect(cacheIn(folder, () => {}).get(keyOfAdapter)).toBe('reference/mistral-chat');
});
