import { defineConfig } from 'vitest/config';

/** Suites: `unit` (beside the code) and `conformance` (generated, one file per adapter). */
export default defineConfig({
  test: {
    isolate: false,
    pool: 'forks',
    setupFiles: ['./recordings/guard/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{files,matrix,spec,adapters,recordings,reports,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'adapters/*/*/conformance.test.ts'],
        },
      },
      { extends: true, test: { name: 'conformance', include: ['adapters/*/*/conformance.test.ts'] } },
    ],
  },
});
