import { expect, test } from 'vitest';
import type { Support } from '../schema.ts';
import { notesWhereNeeded, supportHasSource, supportIsClaimed, variantsAgree } from './cells.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test.each(['yes', 'partial', 'no'] as const)('a cell that says %s needs a source', async (support) => {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'mistral').cells.openapi, { support, sources: [] });
  });
  expect(supportHasSource.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/mistral.json',
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

test("what only the ADR says is not today's support", async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'openai-responses').cells['remote-mcp'].claims.splice(2);
  });
  expect(supportIsClaimed.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/openai-responses.json',
      pointer: '/cells/remote-mcp/support',
      message: 'is "yes" without a current claim; add one (by "inferred" if it is a conclusion)',
    },
  ]);
});

test('one claim of several is enough', async () => {
  const matrix = await editedMatrix((m) => {
    const { claims } = column(m, 'google').cells['remote-mcp'];
    claims.push({ by: 'third-party', support: 'no', source: { title: 'someone' }, date: '2026-11-20' });
  });
  expect(supportIsClaimed.check(matrix, context)).toEqual([]);
});

const file = 'provider-apis/anthropic.json';

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

async function problems(cell: Support, variants: readonly Support[]): Promise<string[]> {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'anthropic').cells.shell, {
      support: cell,
      variants: variants.map((support, i) => ({ id: `v${i}`, title: `variant ${i}`, support })),
    });
  });
  return variantsAgree.check(matrix, context).map((p) => `${p.file}${p.pointer} ${p.message}`);
}

const at = 'provider-apis/anthropic.json/cells/shell/variants';

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
    { pointer: '/cells/computer-use/variants/1/id', message: expect.stringContaining('is a second "same"') },
  ]);
});

test('a cell is what at least one of its surfaces is', async () => {
  const matrix = await editedMatrix((m) => {
    const { cells, surfaces } = column(m, 'anthropic');
    cells.shell.surfaces = Object.fromEntries(surfaces.map(({ id }) => [id, { support: 'no' }]));
  });
  expect(variantsAgree.check(matrix, context)).toEqual([
    {
      file: 'provider-apis/anthropic.json',
      pointer: '/cells/shell/surfaces',
      message: 'has none that is "yes" as the cell says; correct one of them',
    },
  ]);
});
