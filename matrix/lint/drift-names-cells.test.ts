import { expect, test } from 'vitest';
import { driftNamesCells } from './drift-names-cells.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';

const context = await committedContext();

test('a cell or column names no drift that is not in the register, or concerns another', async () => {
  const matrix = await editedMatrix((m) => {
    const mistral = column(m, 'mistral');
    mistral.drift = ['D-99'];
    mistral.cells.openapi.drift = ['D-01'];
  });
  expect(driftNamesCells.check(matrix, context)).toEqual([
    {
      file: 'providers/mistral.json',
      pointer: '/drift/0',
      message: 'names D-99, which is not in the register; add it to matrix/drift.json or delete it here',
    },
    {
      file: 'providers/mistral.json',
      pointer: '/cells/openapi/drift/0',
      message:
        'names D-01, which does not concern it; add "mistral" with "openapi" to "concerns" of D-01 in matrix/drift.json, or delete it here',
    },
  ]);
});

test('what the register concerns names it back', async () => {
  const matrix = await editedMatrix((m) => {
    const [entry] = m.drift;
    if (entry)
      entry.concerns = [...entry.concerns, { providerApi: 'mistral' }, { providerApi: 'google', tools: ['shell'] }];
    const last = entry?.concerns.length ?? 0;
    expect(last).toBeGreaterThan(2);
  });
  const at = (matrix.drift[0]?.concerns.length ?? 0) - 2;
  expect(driftNamesCells.check(matrix, context)).toEqual([
    {
      file: 'drift.json',
      pointer: `/entries/0/concerns/${at}`,
      message: 'says that the column mistral drifted, which does not name D-01; add it to "drift" there',
    },
    {
      file: 'drift.json',
      pointer: `/entries/0/concerns/${at + 1}/tools/0`,
      message: 'says that shell/google drifted, which does not name D-01; add it to "drift" there',
    },
  ]);
});

test('a column and a cell of it are two things', async () => {
  const matrix = await editedMatrix((m) => {
    column(m, 'google').cells.openapi.drift = ['D-36', 'D-42'];
  });
  expect(driftNamesCells.check(matrix, context).map(({ pointer }) => pointer)).toEqual(['/cells/openapi/drift/1']);
});
