import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './scripts/longest-first.ts';

// What commands have stripped and compiled is kept, as `scripts/compile-cache.js` says; a worker has no need to do it again.
const compiled = join(import.meta.dirname, 'node_modules/.cache/atc');
if (existsSync(compiled)) process.env.NODE_COMPILE_CACHE ??= compiled;

const everywhere = '{lib,matrix,spec,adapters,recordings,reports,kits,scripts}/**';
const generated = 'adapters/*/*/conformance.test.ts';
const browser = `${everywhere}/*.browser.test.ts`;
const servers = `${everywhere}/*.servers.test.ts`;
const corpus = [
  'spec/corpus/corpus.test.ts',
  'spec/corpus/frames.test.ts',
  'spec/corpus/aggregates.sdk.test.ts',
  'scripts/fuzz/regressions.corpus.test.ts',
  'recordings/import/samples.corpus.test.ts',
];

/**
 * Five suites: `unit` beside the code, `conformance` generated (one file per adapter, so that runs can be sharded), `page` in
 * a real browser, `servers` against servers of others, and `corpus` over real traffic, which runs only where CORPUS_DIR says where it is.
 */
export default defineConfig({
  test: {
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: '100%',
    // A worker has a processor: more threads that collect and compile for it only take turns with the other workers.
    execArgv: ['--v8-pool-size=1'],
    sequence: { sequencer: LongestFirst },
    // A test that gives up while its case runs takes those behind it along: on a busy machine loading alone may take seconds.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    setupFiles: ['./recordings/network-guard/vitest-setup.ts', './scripts/vitest-no-color.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['./scripts/vitest-fixed-seed.ts'],
          include: [`${everywhere}/*.test.ts`],
          exclude: [...configDefaults.exclude, generated, browser, servers, ...corpus],
        },
      },
      { extends: true, test: { name: 'conformance', include: [generated] } },
      { extends: true, test: { name: 'page', include: [browser] } },
      { extends: true, test: { name: 'servers', include: [servers] } },
      ...(process.env.CORPUS_DIR ? [{ extends: true as const, test: { name: 'corpus', include: corpus } }] : []),
    ],
  },
});
