import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { committedContext, editedMatrix } from './edit-matrix.ts';
import { lintMatrix, lintRules } from './lint-matrix.ts';

test('nothing is wrong with the committed matrix', async () => {
  expect(lintMatrix(await editedMatrix(() => {}), await committedContext())).toEqual([]);
});

test('a problem says which rule it breaks', async () => {
  const matrix = await editedMatrix((m) => {
    for (const provider of m.providers) provider.cells.shell.sources = [];
  });
  const rules = lintMatrix(matrix, await committedContext()).map((p) => p.rule);
  expect(new Set(rules)).toEqual(new Set(['support-has-source', 'sources-are-cited']));
});

test('every rule has a file and a test of its name, and is in the list', async () => {
  const files = await readdir(import.meta.dirname);
  for (const { name } of lintRules) expect(files).toEqual(expect.arrayContaining([`${name}.ts`, `${name}.test.ts`]));
  const helpers = ['edit-matrix', 'index', 'lint-folder', 'lint-matrix', 'rule', 'schema'];
  const named = files.filter((f) => !f.endsWith('.test.ts')).map((f) => f.replace(/\.ts$/, ''));
  expect(named.filter((f) => !helpers.includes(f)).sort()).toEqual(lintRules.map((r) => r.name).sort());
});
