import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { expect, test } from 'vitest';
import { isNightly } from '../../files/nightly.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { strykerOptions } from './stryker-options.ts';
import type { MutationReport } from './survivors.ts';

/** Two files of one adapter: mutants of code, and of what is evaluated when the adapter is loaded. */
const target = {
  id: 'some',
  mutate: ['adapters/reference/mistral-chat/{adapter,response}.ts'],
  columns: ['mistral-chat' as const],
};

// Every night: to start Stryker.js alone takes longer than a test may by day.
test.runIf(isNightly)(
  'the generated cases notice what they can see, in code and at loading, and nothing else',
  async () => {
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
  },
);
