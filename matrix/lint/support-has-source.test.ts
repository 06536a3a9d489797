import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { supportHasSource } from './support-has-source.ts';

const context = await committedContext();

test.each(['yes', 'partial', 'no'] as const)('a cell that says %s needs a source', async (support) => {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'mistral').cells.openapi, { support, sources: [] });
  });
  expect(supportHasSource.check(matrix, context)).toEqual([
    {
      file: 'providers/mistral.json',
      pointer: '/cells/openapi/sources',
      message: `is empty; add a key of this file's "sources" that shows why it is "${support}"`,
    },
  ]);
});

test('what is unknown has none to show', async () => {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'mistral').cells.openapi, { support: 'unknown', sources: [] });
  });
  expect(supportHasSource.check(matrix, context)).toEqual([]);
});
