import { expect, test } from 'vitest';
import type { Support } from '../schema.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { variantsAgree } from './variants-agree.ts';

const context = await committedContext();

async function problems(cell: Support, variants: readonly Support[]): Promise<string[]> {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'anthropic').cells.shell, {
      support: cell,
      variants: variants.map((support, i) => ({ id: `v${i}`, title: `variant ${i}`, support })),
    });
  });
  return variantsAgree.check(matrix, context).map((p) => `${p.file}${p.pointer} ${p.message}`);
}

const at = 'providers/anthropic.json/cells/shell/variants';

test.each([
  ['yes', ['no', 'yes']],
  ['partial', ['no', 'partial']],
  ['partial', ['yes', 'no']],
  ['unknown', ['unknown', 'no']],
] as const)('a cell that says %s may have %j', async (cell, variants) => {
  expect(await problems(cell, variants)).toEqual([]);
});

test.each([
  ['yes', ['no', 'partial'], `${at} has none that is "yes", and the cell says "yes"; correct one of them`],
  ['partial', ['no'], `${at} has none that is "yes" or "partial", and the cell says "partial"; correct one of them`],
  ['unknown', ['unknown', 'yes'], `${at}/1 is "yes" in a cell that says "unknown"; correct the cell or delete it`],
  ['no', ['no'], `${at}/0 is "no" in a cell that says "no"; correct the cell or delete it`],
] as const)('a cell that says %s may not have %j', async (cell, variants, message) => {
  expect(await problems(cell, variants)).toEqual([message]);
});

test('a variant has an id of its own', async () => {
  const matrix = await editedMatrix((m) => {
    for (const variant of column(m, 'anthropic').cells['computer-use'].variants ?? []) variant.id = 'same';
  });
  expect(variantsAgree.check(matrix, context)).toMatchObject([
    { pointer: '/cells/computer-use/variants/1/id', message: expect.stringContaining('for the second time') },
  ]);
});

test('a cell is what at least one of its surfaces is', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'anthropic').cells.shell.surfaces = { ga: { support: 'no' }, beta: { support: 'no' } };
  });
  expect(variantsAgree.check(matrix, context)).toEqual([
    {
      file: 'providers/anthropic.json',
      pointer: '/cells/shell/surfaces',
      message: 'has none that is "yes" as the cell says; correct one of them',
    },
  ]);
});
