import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { mapping } from './mapping.ts';

test('a cell that no longer says what the survey says has to be listed', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'anthropic').cells.shell.lifecycle = 'preview';
  });
  expect(mapping.check(matrix, await committedContext())).toEqual([
    {
      file: 'mapping.json',
      pointer: '/differences',
      message:
        'add {"row":"shell_bash","column":"anthropic_messages","fact":"yes","ours":{"support":"yes","lifecycle":"preview"},"reason":"…"}, or correct the cell',
    },
  ]);
});
