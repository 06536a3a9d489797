import { expect, test } from 'vitest';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { notesWhereNeeded } from './notes-where-needed.ts';

const context = await committedContext();
const file = 'providers/anthropic.json';

test.each(['partial', 'unknown'] as const)('a cell that is %s needs a note', async (support) => {
  const matrix = await editedMatrix((m) => {
    const { shell } = column(m, 'anthropic').cells;
    shell.support = support;
    delete shell.notes;
  });
  expect(notesWhereNeeded.check(matrix, context)).toEqual([
    {
      file,
      pointer: '/cells/shell',
      message: `has support "${support}"; add "notes" that say what is missing and how it is reached`,
    },
  ]);
});

test('a surface and a variant need one too', async () => {
  const matrix = await editedMatrix((m) => {
    const { shell } = column(m, 'anthropic').cells;
    shell.surfaces = { beta: { support: 'unknown' } };
    shell.variants = [{ id: 'bash', title: 'bash', support: 'partial' }];
  });
  expect(notesWhereNeeded.check(matrix, context).map((p) => p.pointer)).toEqual([
    '/cells/shell/surfaces/beta',
    '/cells/shell/variants/0',
  ]);
});

test('the note of a partial cell covers its variants', async () => {
  const matrix = await editedMatrix((m) => {
    const { shell } = column(m, 'anthropic').cells;
    shell.support = 'partial';
    shell.notes = 'By way of something else.';
    shell.variants = [{ id: 'bash', title: 'bash', support: 'partial' }];
  });
  expect(notesWhereNeeded.check(matrix, context)).toEqual([]);
});
