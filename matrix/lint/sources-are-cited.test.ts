import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { sourcesAreCited } from './sources-are-cited.ts';

test('a source that nothing cites is a problem', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'mistral').sources['left-over'] = { title: 'a page' };
  });
  expect(sourcesAreCited.check(matrix, await committedContext())).toEqual([
    {
      file: 'providers/mistral.json',
      pointer: '/sources/left-over',
      message: 'is cited by no claim and no cell; cite it or delete it',
    },
  ]);
});
