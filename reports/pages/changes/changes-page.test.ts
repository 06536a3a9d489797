import { expect, test } from 'vitest';
import { changesBetween } from '../../changes/changes.ts';
import { sample } from '../../fixtures/sample.ts';
import { documentAt, readText, sampleModel } from '../fixtures/sample-model.ts';
import { paths } from '../paths.ts';
import { changesPlan } from './changes-page.ts';

test('of the packages of a library that moved, a cell shows those of its provider API', () => {
  const { results } = sample();
  const packages = ['@sample/anthropic', '@sample/openai'].map((name) => ({ name, version: '2.0.0' }));
  const run = { ...results.run, adapters: results.run.adapters.map((adapter) => ({ ...adapter, packages })) };
  const { lookup } = sampleModel();
  const model = sampleModel(
    { ...results, run },
    {
      changed: {
        since: '1.2.2',
        changes: {
          ...changesBetween(lookup.snapshot, lookup.snapshot),
          worse: [
            {
              library: 'sample',
              tool: 'web-search',
              providerApi: 'anthropic',
              before: 'works',
              after: 'works-with-gaps',
              issues: [],
              shares: {},
              packages: packages.map(({ name }) => ({ name, before: '1.0.0', after: '2.0.0' })),
            },
          ],
        },
      },
    },
  );
  const text = readText(documentAt(paths.changes, [changesPlan(model)], model));
  expect(text).toContain('Sample @sample/anthropic 1.0.0 → 2.0.0 works');
  expect(text).not.toContain('@sample/openai');
});
