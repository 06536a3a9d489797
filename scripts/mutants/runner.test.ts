import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { expect, test } from 'vitest';
import { isNightly } from '../../files/nightly.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { strykerOptions } from './stryker-options.ts';
import type { MutationReport } from './survivors.ts';

/** Two files of one adapter, by day a few lines of one of them: mutants of code, and of what is evaluated when the adapter is loaded. */
const target = {
  id: 'some',
  mutate: isNightly
    ? ['adapters/reference/mistral-chat/{adapter,response}.ts']
    : ['adapters/reference/mistral-chat/adapter.ts', 'adapters/reference/mistral-chat/response.ts:20-24'],
  columns: ['mistral-chat' as const],
};

test('the generated cases notice what they can see, in code and at loading, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  try {
    const path = join(folder, 'report.json');
    const options = strykerOptions(target, repositoryFolder, path, join(folder, 'sandboxes'), {
      concurrency: 1,
      thorough: false,
    });
    await new Stryker({ ...options, reporters: ['json'], logLevel: 'off' } as never).runMutationTest();
    const { files } = JSON.parse(await readFile(path, 'utf8')) as MutationReport;
    const all = Object.values(files).flatMap(({ mutants }) => mutants);
    const statuses = (isStatic: boolean) => new Set(all.filter((m) => m.static === isStatic).map((m) => m.status));
    expect(statuses(true)).toContain('Killed');
    expect(statuses(false)).toContain('Killed');
    expect(all.filter((m) => m.status === 'RuntimeError')).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
